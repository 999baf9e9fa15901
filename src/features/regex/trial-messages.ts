import type { LineResult } from "./match-lines";

/** A pattern and the lines it is tried on. */
export interface TrialTask {
  readonly pattern: string;
  readonly ignoresCase: boolean;
  readonly lines: readonly string[];
}

/** What the worker tells, in this order; after `invalid` nothing more. */
export type TrialNews =
  | { readonly kind: "started" }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "line"; readonly result: LineResult }
  | { readonly kind: "done" };
