/** A number selects a sample. `all` runs everything. */
export type Seed = number | "all";

/** Returns a hash of all files under `src`, `public` and `index.html`, as they are on disk. */
export function hashSources(folder?: string): number;

/**
 * Returns the seed of this run: TEST_SEED, or the hash of the sources. Throws when TEST_SEED is neither a number nor
 * `all`.
 */
export function readSeed(given?: string): Seed;

/** Returns a line to print before the tests. */
export function describeSeed(seed: Seed): string;

/**
 * Draws samples of lists and matrices. Every draw is independent of earlier ones. The seed `all` draws everything.
 */
export interface Sample {
  readonly isWhole: boolean;
  /** The number of successive seeds that together draw everything so far, in every combination. */
  readonly period: number;
  /** Returns a seed for random data. In a full run, it is always the given one. */
  fuzzSeed(whole: number): number;
  /** Draws every n-th item. Each of n successive seeds draws others. */
  takePart<Item>(items: readonly Item[], parts: number): readonly Item[];
  /**
   * Draws pairs like a Latin square: each row and each column at least once, and no more pairs than the longer side
   * has when all fit. The union over all seeds is every pair that fits.
   */
  takePairs<Row, Column>(
    rows: readonly Row[],
    columns: readonly Column[],
    fits?: (row: Row, column: Column) => boolean,
  ): readonly (readonly [Row, Column])[];
}

/** Starts the draws of one test file. */
export function drawSample(seed?: Seed): Sample;
