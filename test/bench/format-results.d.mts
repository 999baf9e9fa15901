import type { VisitSize } from "../build/visit-files.mjs";

/** Returns a Markdown table with a row for each part of a first visit. */
export function formatSizes(sizes: readonly VisitSize[]): string;
