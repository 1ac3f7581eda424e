#!/usr/bin/env python3
"""Makes what tests/test_stats_*.c compare with, by SciPy. The tests read the JSON alone.

    apt-get install python3-scipy
    cd tests/data/stats && /usr/bin/python3 make.py       (after make.R)

Made with SciPy 1.10.1.
"""
import json
import math

import numpy as np
from scipy import optimize, stats

ALTERNATIVES = ("two-sided", "greater", "less")


def write(name, cases):
    with open(name + ".jsonl", "w", encoding="utf-8") as file:
        for case in cases:
            file.write(json.dumps(case, separators=(",", ":")) + "\n")


# --- Wilcoxon: the data of make.R once more. SciPy's exact methods know no ties.

def wilcoxon_case(case):
    x, y = np.array(case["first"]), np.array(case["second"])
    ranked = np.concatenate([x, y])
    tied = len(set(ranked)) < len(ranked)

    def p(method):
        return [stats.mannwhitneyu(x, y, alternative=a, method=method).pvalue
                for a in ALTERNATIVES]

    exact = not tied and len(ranked) < 100
    return {**case, "exact": p("exact") if exact else None, "normal": p("asymptotic")}


with open("wilcoxon.jsonl", encoding="utf-8") as lines:
    write("wilcoxon_scipy", [wilcoxon_case(json.loads(line)) for line in lines])


# --- Sequential test, by general tools that know nothing of the formulas under test. Logistic: the
# two likeliest distributions by a constrained optimizer, then a root of the conditions for its
# optimum. Normalized: two normal distributions whose means are that many of the sample's standard
# deviations from 1/2, each with its likeliest variance.

def multinomial_likelihood(counts, scores, mean):
    shares = counts / counts.sum()
    size = len(counts)
    near = optimize.minimize(
        lambda p: -np.dot(shares, np.log(p)), np.full(size, 1 / size), jac=lambda p: -shares / p,
        method="SLSQP", bounds=[(1e-12, 1)] * size, options={"ftol": 1e-16, "maxiter": 1000},
        constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1},
                     {"type": "eq", "fun": lambda p: np.dot(p, scores) - mean}]).x

    def conditions(u):
        p = np.exp(u[:size])
        return np.append(-shares + p * (u[size] + u[size + 1] * scores),
                         [p.sum() - 1, np.dot(p, scores) - mean])

    u = optimize.root(conditions, np.append(np.log(near), [1, 0]), method="lm",
                      options={"xtol": 1e-15, "ftol": 1e-15, "gtol": 0, "maxiter": 10000}).x
    assert np.abs(conditions(u)).max() < 1e-12, (counts, conditions(u))
    return np.dot(counts, u[:size])


def normal_likelihood(counts, scores, mean):
    squares = np.dot(counts, (scores - mean) ** 2)
    return -optimize.minimize_scalar(
        lambda log_variance: (counts.sum() * log_variance + squares / math.exp(log_variance)) / 2,
        bracket=(-5, 0), tol=1e-14).fun


def ratio(counts, scale, elo0, elo1):
    scores = np.linspace(0, 1, len(counts))
    seen = np.array([count or 1e-3 for count in counts])
    if scale == "logistic":
        return (multinomial_likelihood(seen, scores, 1 / (1 + 10 ** (-elo1 / 400))) -
                multinomial_likelihood(seen, scores, 1 / (1 + 10 ** (-elo0 / 400))))
    mean = np.average(scores, weights=seen)
    deviation = math.sqrt(np.average((scores - mean) ** 2, weights=seen))
    unit = deviation * math.log(10) / 800 * (math.sqrt(2) if len(counts) > 2 else 1)
    return (normal_likelihood(seen, scores, 0.5 + elo1 * unit) -
            normal_likelihood(seen, scores, 0.5 + elo0 * unit))


def sprt_case(counts, scale, elo0, elo1):
    return {"counts": counts, "scale": scale, "elo0": elo0, "elo1": elo1,
            "ratio": ratio(counts, scale, elo0, elo1)}


PENTANOMIAL = [379, 10170, 21828, 10640, 343]
write("sprt", [sprt_case(counts, scale, elo0, elo1)
               for counts in ([10, 80, 20], [3, 40, 4], [100, 800, 90], [5, 10, 5], [30, 0, 45],
                              [40, 60], [1200, 5600, 1300], [12, 30, 50, 33, 9], PENTANOMIAL)
               for scale, elo0, elo1 in (("logistic", 0, 10), ("logistic", -5, 5),
                                         ("logistic", 0, 100), ("normalized", 0, 2),
                                         ("normalized", 0, 50), ("normalized", -20, 10))])
