/* distribution.h: the few distributions that the statistics rest on.
 *
 * This is the only door to GSL. GSL's default error handler ends the process, and replacing it
 * is a change to global state, so nothing here can reach it: arguments are checked first, and
 * of GSL only distribution functions are called, never their iterated inverses, which give up
 * through that handler.
 *
 * Here and in all of stats/: an argument outside its domain (a confidence that is not between 0
 * and 1, a NAN) gives NAN. All functions are pure and safe from any thread.
 */
#pragma once

/* P(Z <= z) and P(Z > z) of the standard normal distribution; both keep their precision in the
 * tail. */
double normal_below(double z);
double normal_above(double z);

/* The z for which P(-z <= Z <= z) is `confidence`: 1.96 for 0.95. */
double normal_reach(double confidence);

/* The same for Student's t with `freedom` > 0 degrees of freedom. */
double student_reach(double confidence, double freedom);

/* P(T > t) of Student's t; t may be infinite. */
double student_above(double t, double freedom);

/* The x with P(X <= x) = share of the chi-square distribution, 0 < share < 1. */
double chi_square_at(double share, double freedom);

/* P(X > x) of the chi-square distribution. */
double chi_square_above(double x, double freedom);

/* P(F <= ratio) of Fisher's F: the ratio of two sample variances of one distribution. */
double fisher_below(double ratio, double first_freedom, double second_freedom);

/* P(X <= x) of the beta distribution with a, b > 0. From a + b = a million on (or sooner, where
 * the series does not settle) the normal distribution of its mean and variance stands in. */
double beta_below(double x, double a, double b);
