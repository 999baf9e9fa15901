import type { VisitSize } from "../build/visit-files.mjs";

/** Returns a Markdown table with a row for each part of a first visit. */
export function formatSizes(sizes: readonly VisitSize[]): string;

interface StepSample {
  readonly paint?: number;
  readonly feedback?: number;
  readonly shown: number;
}

/** Returns a Markdown table with each step's times by program, and the live app's time divided by the others' times. */
export function formatPeers(
  rows: readonly {
    readonly name: string;
    readonly samples: Readonly<Record<string, readonly StepSample[]>>;
  }[],
): string;
