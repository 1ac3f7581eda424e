/* Any bytes as a formula: refused with a sentence, or written out as C that holds nothing but
 * arithmetic: no statement, no quote, no preprocessor, every bracket closed, the same each time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/formula.h"
#include "fuzz.h"

static void check_code(const Formula *formula)
{
    int open = 0;
    for (const char *c = formula->code.bytes; *c; c++) {
        if (strchr(";\"'#\\{}\n\r\t@$`", *c))
            abort();
        open += (*c == '(') - (*c == ')');
        if (open < 0)
            abort();
    }
    if (open != 0 || strstr(formula->code.bytes, "/*") || strstr(formula->code.bytes, "//") ||
        strstr(formula->code.bytes, "--") || strstr(formula->code.bytes, "++"))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Formula formula, again;
    Error error = {""};
    if (formula_parse((const char *)data, size, &formula, &error)) {
        check_code(&formula);
        if (!isfinite(formula.price) || formula.price < 0 ||
            !formula_parse((const char *)data, size, &again, &error) ||
            strcmp(formula.code.bytes, again.code.bytes) != 0)
            abort();
        text_free(&again.code);
    } else if (!error.text[0])
        abort();
    text_free(&formula.code);
    return 0;
}
