/** The parts of the bench in the order in which they run. */
export const PART_NAMES: readonly string[];
