#include "search/order.h"

const OrderWeights order_weights[2] = {
    [ORDER_DEFENDER] = {-11, 6, -3, 3, 0, 0, 0, 0, 0},
    [ORDER_ATTACKER] = {-11, 6, -3, 3, 0, 0, 0, 0, 0},
};
