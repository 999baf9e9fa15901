import type { LineMatch } from "./match-lines";

/** A pattern and the lines it is tried on. */
export interface RegexTask {
  readonly pattern: string;
  readonly ignoresCase: boolean;
  readonly lines: readonly string[];
}

/** What the worker tells, in this order; after `invalid` nothing more. */
export type RegexWorkerMessage =
  | { readonly kind: "started" }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "line"; readonly result: LineMatch }
  | { readonly kind: "done" };
