/* perft.c: counting move sequences.
 *
 * The last ply needs no making of moves: its sequences are the legal moves, one popcount. The
 * last two need none either. After the active side's m the passive side keeps all its moves
 * but m itself, so the pairs (m, reply) number
 *
 *     |L(active)| * |L(passive)| - |L(active) & L(passive)|
 *
 * a closed form over two sets that are at hand. Measured: docs/performance.md.
 */
#include "core/perft.h"

#define TEMPLATE "core/perft.tmpl.h"
#include "core/both_widths.h"

uint64_t perft_bulk(const Board *board, const Position *position, int depth, PerftBulk bulk)
{
    if (depth <= 0)
        return 1;
    if (board->narrow)
        return perft_root_64(&board->geometry_64, position_node_64(position), depth, bulk);
    return perft_root_128(&board->geometry_128, position_node_128(position), depth, bulk);
}

uint64_t perft(const Board *board, const Position *position, int depth)
{
    return perft_bulk(board, position, depth, PERFT_BULK_TWO);
}
