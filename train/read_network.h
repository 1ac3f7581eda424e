/* read_network.h: the numbers of a network, from a file such as src/eval/network.txt. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "eval/network.h"

/* Ends the program if there are not just as many as there have to be. */
static inline void read_network(const char *name, NetworkWeights *weights)
{
    int16_t *numbers = (int16_t *)weights;
    int count = 0, number;
    FILE *file = fopen(name, "r");
    if (file && fscanf(file, " /*%*[^*]*/") >= 0)
        while (count < NETWORK_NUMBERS && fscanf(file, "%d , ", &number) == 1 &&
               number == (int16_t)number)
            numbers[count++] = (int16_t)number;
    if (count < NETWORK_NUMBERS || fgetc(file) != EOF) {
        fprintf(stderr, "%s is not a network\n", name);
        exit(2);
    }
    fclose(file);
}
