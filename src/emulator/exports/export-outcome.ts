import { canCreateFile } from "@/emulator/export-files/export-files";
import { hashText } from "@/emulator/random/seed-random";
import type { ExportRow } from "./export-row";

const SECOND_MS = 1_000;
const UNSUPPORTED_VIDEO =
  "This server has no renderer for session recordings, so it couldn't create the video.";
export const EXCEPTIONS = [
  "Query exceeded the maximum execution time of 600 seconds.",
  "Timeout 30000ms exceeded while waiting for the page to render.",
  "Memory limit (for query) exceeded: would use 41.2 GiB, maximum: 40.0 GiB.",
] as const;

/**
 * Returns the time in ms until an export is ready or fails. The time is 2 to 20 s, and always the
 * same for an ID.
 */
function getDurationMs(id: number): number {
  return 2 * SECOND_MS + (hashText(`export ${id}`) % (18 * SECOND_MS + 1));
}

/**
 * Plans an export's outcome by ID. Every video fails. Of the other exports, every 13th fails, and
 * every 97th is stuck.
 */
export function planOutcome(id: number, format: string): Pick<ExportRow, "outcome" | "durationMs"> {
  const durationMs = getDurationMs(id);
  if (!canCreateFile(format)) return { outcome: { exception: UNSUPPORTED_VIDEO }, durationMs };
  if (id % 97 === 0) return { outcome: "stuck", durationMs };
  if (id % 13 === 0) return { outcome: { exception: EXCEPTIONS[id % EXCEPTIONS.length] ?? "" }, durationMs };
  return { outcome: "ready", durationMs };
}
