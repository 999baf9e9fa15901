/** Names of the benchmarks in the order in which they run. */
export const PART_NAMES: readonly string[];
