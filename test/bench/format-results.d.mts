import type { VisitSize } from "../build/visit-files.mjs";

/** Returns a Markdown table with a row for each part of a first visit. */
export function formatSizes(sizes: readonly VisitSize[]): string;

interface StepSample {
  readonly paint?: number;
  readonly feedback?: number;
  readonly shown: number;
}

/** Returns a Markdown table of each step's times by program, and the ratio of the live app's time to the others. */
export function formatPeers(
  rows: readonly {
    readonly name: string;
    readonly samples: Readonly<Record<string, readonly StepSample[]>>;
  }[],
): string;
