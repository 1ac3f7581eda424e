/* price.h: what the studies' Python took for evaluations whose work depends on the position.
 *
 * Most prices are one number of a heuristic's row. These were measured on the authors' own programs
 * with CPython 3.11, on one machine where `improved` took 7 to 8 us; scripts/measure-prices
 * measures the like on another. How much slower a study's machine was is the clock's matter
 * (search/limits.h).
 */
#pragma once

/* At that number of blanks; straight lines between, and the ends hold beyond. */
typedef struct Price {
    int blanks; // rising; negative ends a list
    double nanoseconds;
} Price;

double price_at(const Price *prices, int blanks);

/* Flooding both sides' regions to see whether they meet: study 004. */
extern const Price isolation_prices[];
extern const char isolation_source[];

/* A square that a path steps on: study 002. */
#define SQUARE_PRICE 1680.0 // nanoseconds
#define SQUARE_SOURCE                                                                              \
    "CPython 3.11: 1.55 to 1.81 us a square at plies 2 to 22, where improved took 7 to 8"
