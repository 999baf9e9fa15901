/** A number picks a sample; `all` runs everything. */
export type Seed = number | "all";

/** Returns a hash of all files under `src`, `public` and `index.html`, as they are on disk. */
export function hashSources(folder?: string): number;

/** Returns the seed of this run: TEST_SEED, or else the hash of the sources. Throws where TEST_SEED is neither. */
export function readSeed(given?: string): Seed;

/** Returns a line to print before the tests. */
export function describeSeed(seed: Seed): string;

/** Takes samples of lists and matrices. Every draw is independent of those before; with the seed `all` it takes all. */
export interface Sample {
  readonly isWhole: boolean;
  /** The number of successive seeds that together take everything which was drawn so far, in every combination. */
  readonly period: number;
  /** Returns a seed for random data: in the whole run always the given one. */
  fuzzSeed(whole: number): number;
  /** Takes every n-th item. Each of n successive seeds takes others. */
  takePart<Item>(items: readonly Item[], parts: number): readonly Item[];
  /**
   * Takes pairs like a Latin square: each row and each column at least once, and no more pairs than the longer side has
   * where all fit. The union over all seeds is every pair that fits.
   */
  takePairs<Row, Column>(
    rows: readonly Row[],
    columns: readonly Column[],
    fits?: (row: Row, column: Column) => boolean,
  ): readonly (readonly [Row, Column])[];
}

/** Starts the draws of one test file. */
export function drawSample(seed?: Seed): Sample;
