export type Build = "dist" | "dist-live";

/** Files of a build by the time at which the first visit to the subscription list needs them. */
export interface VisitFiles {
  /** Needed for the first rows, without the emulated backend. */
  readonly start: ReadonlySet<string>;
  /** The emulated backend; empty in the live build. */
  readonly emulator: ReadonlySet<string>;
  /** Fetched once the rows are shown. */
  readonly behind: ReadonlySet<string>;
  /** Fetched where the system has no good interface font. */
  readonly fonts: ReadonlySet<string>;
  readonly later: ReadonlySet<string>;
}

/** Reads from the import graph of a build which files a first visit needs. */
export function readVisitFiles(build: Build): VisitFiles;

/** A part of a first visit. Sizes are in bytes after Brotli at quality 11. */
export interface VisitSize {
  readonly name: string;
  readonly bytes: number;
  /** Below this the measurement itself is wrong. */
  readonly atLeast: number;
  readonly budget: number;
}

/** Measures what a first visit fetches. Needs both builds. */
export function measureVisitSizes(): readonly VisitSize[];
