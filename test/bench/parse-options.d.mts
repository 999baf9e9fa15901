/** Names of the benchmarks in the order in which they run. */
