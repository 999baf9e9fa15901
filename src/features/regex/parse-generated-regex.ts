import type { RecordingRegexResponse } from "@/data/sessions/recording-regex";

export type ParsedResponse =
  | { readonly kind: "pattern"; readonly pattern: string }
  /** The server found no pattern. `message` is its reason, if it gave one. */
  | { readonly kind: "none"; readonly message: string | null }
  /** The response has neither a pattern nor a reason. */
  | { readonly kind: "nothing" };

/**
 * Parses the response, whose `output` is the pattern, or the reason if `result` is "error". Line breaks
 * around the pattern are removed, because models add them and a single-line input would hide them.
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
