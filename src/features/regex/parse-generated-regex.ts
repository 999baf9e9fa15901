import type { RecordingRegexResponse } from "@/data/sessions/recording-regex";

/** What an answer of the helper means. */
export type ParsedAnswer =
  | { readonly kind: "pattern"; readonly pattern: string }
  /** The server says that it found none; its words may be missing. */
  | { readonly kind: "none"; readonly message: string | null }
  /** Nothing that could be read as a pattern or as a refusal. */
  | { readonly kind: "nothing" };

/**
 * Reads an answer: `output` is the pattern, or with `result` "error" the reason why there is none. A pattern is one line:
 * models end their answers with a line break, which a field of one line would not show.
 */
export function parseGeneratedRegex({ result, data }: RecordingRegexResponse): ParsedAnswer {
  const output = data?.output ?? "";
  if (result === "error") return { kind: "none", message: output.trim() || null };
  const pattern = output
    .replace(/^[\r\n]+|[\r\n]+$/g, "")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n");
  return pattern.trim() === "" ? { kind: "nothing" } : { kind: "pattern", pattern };
}
