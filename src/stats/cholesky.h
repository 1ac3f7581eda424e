/* cholesky.h: symmetric positive definite matrices, as the squares of triangles. */
#pragma once

#include <stdbool.h>

/* The lower triangle L of L L' = matrix (n x n, row by row), in place; what is above the diagonal
 * stays. False if the matrix is not positive definite. */
bool cholesky_factor(double *matrix, int n);

/* Makes of `vector` the x of L L' x = vector. */
void cholesky_solve(const double *factor, int n, double *vector);
