/** Generations of real servers (server-generations). The contract describes `2025`. */
export const GENERATIONS = ["2024", "2025", "2026"] as const;

export type Generation = (typeof GENERATIONS)[number];

export const DEFAULT_GENERATION: Generation = "2025";

/** @throws RangeError for an unknown generation. */
export function parseGeneration(value: unknown): Generation {
  const generation = GENERATIONS.find((name) => name === value);
  if (generation === undefined) throw new RangeError(`The generation must be ${GENERATIONS.join(", ")}`);
  return generation;
}
