/** Generations of real servers (server-generations). The contract describes `2025`. */
export const GENERATIONS = ["2024", "2025", "2026"] as const;

export type Generation = (typeof GENERATIONS)[number];

export const DEFAULT_GENERATION: Generation = "2025";

/**
 * How servers of 2026 treat `send_test_now`, in the order of their age. `ignored`: the field isn't known. `quiet-updates`:
 * an update without it sends nothing. `full`: without it, a write sends what the change demands.
 */
export type SendTestNow = "ignored" | "quiet-updates" | "full";

/** @throws RangeError for an unknown generation. */
export function parseGeneration(value: unknown): Generation {
  const generation = GENERATIONS.find((name) => name === value);
  if (generation === undefined) throw new RangeError(`The generation must be ${GENERATIONS.join(", ")}`);
  return generation;
}
