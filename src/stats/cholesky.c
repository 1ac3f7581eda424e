#include "stats/cholesky.h"

#include <math.h>

bool cholesky_factor(double *matrix, int n)
{
    for (int j = 0; j < n; j++) {
        double *row = matrix + j * n, pivot = row[j];
        for (int k = 0; k < j; k++)
            pivot -= row[k] * row[k];
        if (!(pivot > 1e-14 * fabs(row[j])))
            return false;
        row[j] = sqrt(pivot);
        for (int i = j + 1; i < n; i++) {
            double *below = matrix + i * n, sum = below[j];
            for (int k = 0; k < j; k++)
                sum -= below[k] * row[k];
            below[j] = sum / row[j];
        }
    }
    return true;
}

void cholesky_solve(const double *factor, int n, double *vector)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            vector[i] -= factor[i * n + k] * vector[k];
        vector[i] /= factor[i * n + i];
    }
    for (int i = n; i-- > 0;) {
        for (int k = i + 1; k < n; k++)
            vector[i] -= factor[k * n + i] * vector[k];
        vector[i] /= factor[i * n + i];
    }
}
