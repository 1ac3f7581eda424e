/* price.c: see price.h. */
#include "eval/price.h"

#include <assert.h>

/* A flood costs by what is left to flood. Without blanks it is the two move lists alone. */
const Price isolation_prices[] = {{0, 10300},   {11, 29000},  {14, 67000},  {19, 138000},
                                  {27, 247000}, {34, 420000}, {45, 420000}, {-1, 0}};

const char isolation_source[] =
    "CPython 3.11, 7x7: 320 to 520 us at plies 4 to 15 (420 here), 247 at 22, 138 at 30, 67 at 35, "
    "29 at 38";

double price_at(const Price *prices, int blanks)
{
    assert(prices->blanks >= 0 && blanks >= 0);
    const Price *above = prices;
    while (above[1].blanks >= 0 && above->blanks < blanks)
        above++;
    if (above == prices || above->blanks <= blanks)
        return above->nanoseconds;
    const Price *below = above - 1;
    double part = (double)(blanks - below->blanks) / (above->blanks - below->blanks);
    return below->nanoseconds + part * (above->nanoseconds - below->nanoseconds);
}
