#include "ui/placements_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/notation.h"
#include "util/text.h"

static bool fail(const PlacementsFile *file, Error *error, const char *doing)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "cannot %s %s: %s", doing,
                     error_quote(quote, file->path, strlen(file->path)), strerror(errno));
}

static bool read_all(const PlacementsFile *file, Text *text, Error *error)
{
    char block[4096];
    ssize_t got;
    while ((got = read(file->descriptor, block, sizeof block)) > 0)
        text_append_bytes(text, block, (size_t)got);
    if (got < 0)
        return fail(file, error, "read");
    return text_ok(text) || error_out_of_memory(error);
}

static void print_header(const Board *board, char header[64])
{
    snprintf(header, 64, "isolab placements %dx%d\n", board->width, board->height);
}

static bool take_line(Placements *placements, const char *line, size_t length)
{
    char first[4], second[4], winner[8], copy[64], rest;
    uint64_t nodes;
    Square squares[2];
    const Board *board = &placements->board;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    if (sscanf(copy, "%3s %3s %7s %" SCNu64 "%c", first, second, winner, &nodes, &rest) != 4)
        return false;
    Side side = !strcmp(winner, "first") ? FIRST : !strcmp(winner, "second") ? SECOND : SIDE_NONE;
    if (side == SIDE_NONE || !square_parse(board, first, strlen(first), &squares[0], NULL) ||
        !square_parse(board, second, strlen(second), &squares[1], NULL) || squares[0] == squares[1])
        return false;
    PlacementClass *class = placements_find(placements, squares[0], squares[1]);
    class->winner = side;
    class->nodes = nodes;
    return true;
}

static bool take_lines(const PlacementsFile *file, Placements *placements, const Text *text,
                       size_t at, Error *error)
{
    for (int number = 2; at < text->length; number++) {
        const char *line = text->bytes + at;
        size_t length = (size_t)((const char *)memchr(line, '\n', text->length - at) - line);
        if (!take_line(placements, line, length))
            return error_set(error, "%s line %d is not a solved placement of %dx%d", file->path,
                             number, placements->board.width, placements->board.height);
        at += length + 1;
    }
    return true;
}

/* What stands behind the last line's end was being written when the run was killed. */
static bool drop_torn_line(const PlacementsFile *file, Text *text, Error *error)
{
    size_t length = text->length;
    while (length > 0 && text->bytes[length - 1] != '\n')
        length--;
    if (length == text->length)
        return true;
    text->length = length;
    return ftruncate(file->descriptor, (off_t)length) == 0 || fail(file, error, "shorten");
}

static bool write_text(int descriptor, const char *text)
{
    size_t length = strlen(text);
    return write(descriptor, text, length) == (ssize_t)length;
}

static bool take_over(const PlacementsFile *file, Placements *placements, Text *text, Error *error)
{
    char header[64];
    print_header(&placements->board, header);
    if (!read_all(file, text, error))
        return false;
    size_t length = strlen(header);
    bool torn_header =
        text->length < length && !memcmp(text->bytes ? text->bytes : "", header, text->length);
    if (!torn_header && (text->length < length || memcmp(text->bytes, header, length)))
        return error_set(error,
                         "%s is not a file of the placements of %dx%d; it does not begin "
                         "with '%.*s'",
                         file->path, placements->board.width, placements->board.height,
                         (int)length - 1, header);
    if (!drop_torn_line(file, text, error))
        return false;
    if (torn_header)
        return write_text(file->descriptor, header) || fail(file, error, "write");
    return take_lines(file, placements, text, length, error);
}

bool placements_file_open(PlacementsFile *file, const char *path, Placements *placements,
                          Error *error)
{
    *file = (PlacementsFile){open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666), path};
    if (file->descriptor < 0)
        return fail(file, error, "open");
    Text text = TEXT_EMPTY;
    bool opened = true;
    if (flock(file->descriptor, LOCK_EX | LOCK_NB))
        opened = errno == EWOULDBLOCK ? error_set(error, "%s is in use by another run", path)
                                      : fail(file, error, "lock");
    opened = opened && take_over(file, placements, &text, error);
    text_free(&text);
    if (!opened)
        placements_file_close(file);
    return opened;
}

bool placements_file_append(const PlacementsFile *file, const Board *board,
                            const PlacementClass *solved)
{
    char line[64], first[SQUARE_TEXT_SIZE], second[SQUARE_TEXT_SIZE];
    snprintf(line, sizeof line, "%s %s %s %" PRIu64 "\n", square_print(board, solved->first, first),
             square_print(board, solved->second, second), side_name(solved->winner), solved->nodes);
    return write_text(file->descriptor, line);
}

void placements_file_close(PlacementsFile *file)
{
    close(file->descriptor);
    file->descriptor = -1;
}
