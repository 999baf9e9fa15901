/** A number selects a sample. `all` selects everything. */
export type Seed = number | "all";

/** Returns a hash of all files in `src` and `public`, and of `index.html`. */

/**
 * Returns this run's seed: TEST_SEED, or the hash of the sources. Throws if TEST_SEED is neither a number nor `all`.
 */
export function readSeed(given?: string): Seed;

export function describeSeed(seed: Seed): string;

/**
 * Draws samples of lists and matrices. Every draw is independent of earlier ones. The seed `all` draws everything.
 */
export interface Sample {
  readonly isWhole: boolean;
  /** Number of successive seeds that together draw everything, in every combination. */
  readonly period: number;
  /** Returns a seed for random data. In a full run, always returns `whole`. */
  fuzzSeed(whole: number): number;
  /** Draws every nth item, where n is `parts`. Each of n successive seeds draws other items. */
  takePart<Item>(items: readonly Item[], parts: number): readonly Item[];
  /**
   * Draws pairs as in a Latin square. Each row and each column occurs at least once. If all pairs fit, the number of
   * drawn pairs is the length of the longer side. Successive seeds together draw every pair that fits.
   */
  takePairs<Row, Column>(
    rows: readonly Row[],
    columns: readonly Column[],
    fits?: (row: Row, column: Column) => boolean,
  ): readonly (readonly [Row, Column])[];
}

export function drawSample(seed?: Seed): Sample;
