# Makes what tests/test_stats_*.c compare with, by R. The tests read the JSON alone.
#
#   apt-get install r-base-core r-cran-jsonlite r-cran-exactranktests r-cran-proc
#   cd tests/data/stats && Rscript make.R
#
# Made with R 4.2.2, exactRankTests 0.8.35, pROC 1.18.0.
suppressMessages({
  library(jsonlite)
  library(exactRankTests)
  library(pROC)
})
options(warn = -1)
set.seed(20)

write <- function(name, cases) {
  lines <- vapply(cases, toJSON, "", auto_unbox = TRUE, digits = I(17), null = "null")
  writeLines(lines, paste0(name, ".jsonl"))
}

# --- Wilson: prop.test without continuity correction is Wilson's score interval.
counts <- list(c(0, 1), c(1, 1), c(0, 10), c(10, 10), c(3, 10), c(5, 10), c(278, 400), c(17, 20),
               c(1, 1000), c(999, 1000), c(5590, 11200), c(499000, 1000000))
write("wilson", unlist(recursive = FALSE, lapply(counts, function(k) lapply(
  c(0.5, 0.8, 0.95, 0.99, 0.999), function(level) {
    ends <- prop.test(k[1], k[2], conf.level = level, correct = FALSE)$conf.int
    list(wins = k[1], games = k[2], confidence = level, low = ends[1], high = ends[2])
  }))))

# --- Pairs: by definition. The likeliest distribution over 0, 1/2, 1 with a given mean is found
# by a one-dimensional search over the chance of a split; the interval's ends by root finding.
split_range <- function(mean) c(0, 2 * min(mean, 1 - mean))
fitted_variance <- function(n, mean) {
  likelihood <- function(s) {
    p <- c(1 - mean - s / 2, s, mean - s / 2)
    sum(ifelse(n > 0, n * log(pmax(p, 1e-300)), 0))
  }
  s <- optimize(likelihood, split_range(mean), maximum = TRUE, tol = 1e-13)$maximum
  edge <- split_range(mean)
  best <- c(s, edge)[which.max(sapply(c(s, edge), likelihood))]
  (1 - mean - best / 2) * mean^2 + best * (0.5 - mean)^2 + (mean - best / 2) * (1 - mean)^2
}
pair_interval <- function(n, level) {
  z <- qnorm(1 - (1 - level) / 2)
  seen <- (n[3] + n[2] / 2) / sum(n)
  refuted <- function(mean) sum(n) * (mean - seen)^2 - z^2 * fitted_variance(n, mean)
  end <- function(edge) {
    if (abs(seen - edge) < 1e-12) return(edge)
    near <- seen + (edge - seen) * 1e-9
    far <- edge + (seen - edge) * 1e-12
    uniroot(refuted, sort(c(near, far)), tol = 1e-14)$root
  }
  c(end(0), end(1))
}
pairs <- list(c(3, 14, 8), c(0, 20, 0), c(0, 18, 2), c(12, 0, 18), c(1, 0, 0), c(0, 1, 0),
              c(0, 0, 10), c(40, 300, 60), c(1000, 8000, 1100), c(7, 3, 0), c(2, 5, 3))
write("pairs", unlist(recursive = FALSE, lapply(pairs, function(n) lapply(
  c(0.8, 0.95, 0.99), function(level) {
    ends <- pair_interval(n, level)
    score <- rep(c(0, 0.5, 1), n)
    list(points = n, confidence = level, score = mean(score),
         low = ends[1], high = ends[2], superiority = pbeta(0.5, n[1] + 1, n[3] + 1))
  }))))

# --- Summaries. quantile()'s default is type 7.
values <- list(c(1, 2), 7, c(3, 1, 2), c(67, 69.71, 67.43, 69.71), round(rnorm(30, 68, 2), 2),
               rep(4, 5), 1e6 + round(rnorm(101), 3), sample(1:12) / 7)
write("summary", lapply(values, function(x) {
  q <- unname(quantile(x))
  n <- length(x)
  interval <- if (n > 1 && sd(x) > 0) t.test(x, conf.level = 0.95)$conf.int else NULL
  wide <- if (n > 1 && sd(x) > 0) t.test(x, conf.level = 0.999)$conf.int else NULL
  list(values = I(x), mean = mean(x), deviation = if (n > 1) sd(x) else NULL, quartiles = q,
       interval95 = as.numeric(interval), interval999 = as.numeric(wide))
}))

# --- Wilcoxon's rank sum. `exact` by wilcox.test where nothing ties, else by
# exactRankTests (whose two-sided p is another one with ties, so there twice the smaller tail);
# `normal` always by wilcox.test.
alternatives <- c("two.sided", "greater", "less")
exact_p <- function(x, y) {
  plain <- !anyDuplicated(c(x, y))
  p <- sapply(alternatives, function(a) {
    if (plain) wilcox.test(x, y, a, exact = TRUE)$p.value
    else wilcox.exact(x, y, a, exact = TRUE)$p.value
  })
  if (!plain) p[1] <- min(1, 2 * min(p[2:3]))
  unname(p)
}
wilcoxon_case <- function(x, y) list(
  first = I(x), second = I(y),
  statistic = unname(wilcox.test(x, y, exact = FALSE)$statistic),
  exact = if (max(length(x), length(y)) < 50) exact_p(x, y) else NULL,
  normal = unname(sapply(alternatives, function(a)
    wilcox.test(x, y, a, exact = FALSE, correct = TRUE)$p.value)))
fine <- function(n, shift) round(rnorm(n, shift), 6)
coarse <- function(n, shift) round(2 * rnorm(n, shift))
invisible(rnorm(622)) # of cases that are no more; without them all below would be others
write("wilcoxon", c(
  lapply(list(c(1, 1), c(2, 7), c(9, 4), c(20, 30), c(49, 49), c(60, 55)), function(n)
    wilcoxon_case(fine(n[1], 0.4), fine(n[2], 0))),
  lapply(list(c(3, 4), c(12, 7), c(30, 30), c(49, 40), c(60, 80)), function(n)
    wilcoxon_case(coarse(n[1], 0.5), coarse(n[2], 0)))))

# --- Ratings: a logistic regression without intercept on one row per pairing and result. The
# prior enters as the games it stands for. The last player is the reference; then centred.
ratings_case <- function(wins, prior) {
  n <- nrow(wins)
  games <- wins + prior / 2 / (n - 1)
  place <- which(upper.tri(games), arr.ind = TRUE)
  design <- matrix(0, nrow(place), n)
  design[cbind(seq_len(nrow(place)), place[, 1])] <- 1
  design[cbind(seq_len(nrow(place)), place[, 2])] <- -1
  won <- games[place]
  lost <- games[place[, 2:1, drop = FALSE]]
  played <- won + lost > 0
  design <- design[played, -n, drop = FALSE]
  model <- glm(cbind(won, lost)[played, , drop = FALSE] ~ design - 1, family = binomial,
               control = list(epsilon = 1e-15, maxit = 100))
  centre <- diag(n) - 1 / n
  scale <- 400 / log(10)
  covariance <- rbind(cbind(vcov(model), 0), 0)
  list(wins = wins, prior = prior, elo = as.vector(centre %*% c(coef(model), 0)) * scale,
       covariance = unname(centre %*% covariance %*% centre) * scale^2)
}
random_wins <- function(n, games, strength) {
  wins <- matrix(0, n, n)
  for (i in 1:(n - 1)) for (j in (i + 1):n) {
    wins[i, j] <- rbinom(1, games, plogis(strength[i] - strength[j]))
    wins[j, i] <- games - wins[i, j]
  }
  wins
}
gauntlet <- random_wins(6, 40, rnorm(6))
gauntlet[3:6, 3:6] <- 0
perfect <- random_wins(4, 20, c(0, 0.5, 1, 1.5))
perfect[4, ] <- c(20, 20, 20, 0)
perfect[, 4] <- 0
write("ratings", list(
  ratings_case(matrix(c(0, 7, 3, 0), 2, byrow = TRUE), 0),
  ratings_case(matrix(c(0, 10, 0, 0), 2, byrow = TRUE), 1),
  ratings_case(random_wins(5, 30, rnorm(5)), 0),
  ratings_case(random_wins(8, 400, rnorm(8)), 1),
  ratings_case(gauntlet, 0),
  ratings_case(gauntlet, 1),
  ratings_case(perfect, 1),
  ratings_case(perfect, 0.2)))

# --- Area under the ROC curve: area and DeLong's variance by pROC, the interval by definition.
hanley_mcneil <- function(a, m, n)
  (a * (1 - a) + (m - 1) * (a / (2 - a) - a^2) + (n - 1) * (2 * a^2 / (1 + a) - a^2)) / (m * n)
roc_interval <- function(area, m, n, level) {
  z <- qnorm(1 - (1 - level) / 2)
  refuted <- function(a) (a - area)^2 - z^2 * hanley_mcneil(a, m, n)
  end <- function(edge) {
    if (area == edge) return(edge)
    near <- area + (edge - area) * 1e-9
    uniroot(refuted, sort(c(near, edge + (area - edge) * 1e-9)), tol = 1e-14)$root
  }
  c(end(0), end(1))
}
roc_case <- function(positives, negatives) {
  m <- length(positives)
  n <- length(negatives)
  curve <- roc(controls = negatives, cases = positives, direction = "<", quiet = TRUE)
  area <- as.numeric(auc(curve))
  list(positives = I(positives), negatives = I(negatives), area = area,
       error = if (m > 1 && n > 1) sqrt(var(curve, method = "delong")) else NULL,
       interval = roc_interval(area, m, n, 0.95))
}
write("roc", list(
  roc_case(c(3, 4, 5), c(1, 2)), roc_case(c(1, 2), c(3, 4, 5)), roc_case(c(1, 2, 3), c(1, 2, 3)),
  roc_case(2, c(1, 3)), roc_case(fine(40, 1), fine(60, 0)),
  roc_case(coarse(50, 0.3), coarse(30, 0)),
  roc_case(coarse(200, 1), coarse(150, 0))))
