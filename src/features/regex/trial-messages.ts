import type { LineMatch } from "./match-lines";

export interface RegexTask {
  readonly pattern: string;
  readonly ignoresCase: boolean;
  readonly lines: readonly string[];
}

/** Messages of the worker: `started`, then a `line` per line, then `done`. `invalid` ends the test early. */
export type RegexWorkerMessage =
  | { readonly kind: "started" }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "line"; readonly result: LineMatch }
  | { readonly kind: "done" };
