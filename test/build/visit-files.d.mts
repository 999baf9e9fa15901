export type Build = "dist" | "dist-live";

/** A build's files by the time at which a first visit to the subscription list needs them. */
export interface VisitFiles {
  /** Needed for the first rows, without the emulated backend. */
  readonly start: ReadonlySet<string>;
  /** The emulated backend. Empty in the live build. */
  readonly emulator: ReadonlySet<string>;
  /** Fetched after the rows have appeared. */
  readonly behind: ReadonlySet<string>;
  /** Fetched if the system has no good interface font. */
  readonly fonts: ReadonlySet<string>;
  readonly later: ReadonlySet<string>;
}

/** Determines which files a first visit needs, from a build's import graph. */
export function readVisitFiles(build: Build): VisitFiles;

/** A part of a first visit. Sizes are in bytes after Brotli compression at quality 11. */
export interface VisitSize {
  readonly name: string;
  readonly bytes: number;
  /** Minimum size. A smaller result means that the measurement is wrong. */
  readonly atLeast: number;
  readonly budget: number;
}

/** Measures what a first visit fetches. Requires both builds. */
export function measureVisitSizes(): readonly VisitSize[];
