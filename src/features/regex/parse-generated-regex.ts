import type { RecordingRegexResponse } from "@/data/sessions/recording-regex";

export type ParsedResponse =
  | { readonly kind: "pattern"; readonly pattern: string }
  /** The server found no pattern. `message` is its reason, if it gave one. */
  | { readonly kind: "none"; readonly message: string | null }
  /** The response has neither a pattern nor a reason. */
  | { readonly kind: "nothing" };

/**
 * Parses a response. Its `output` is the pattern, or the reason if `result` is "error". Removes
 * line breaks around the pattern, because models add them and a single-line input would hide them.
 * Escapes other line breaks.
 */
export function parseGeneratedRegex({ result, data }: RecordingRegexResponse): ParsedResponse {
  const output = data?.output ?? "";
  if (result === "error") return { kind: "none", message: output.trim() || null };
  const pattern = output
    .replace(/^[\r\n]+|[\r\n]+$/g, "")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n");
  return pattern.trim() === "" ? { kind: "nothing" } : { kind: "pattern", pattern };
}
