import type { AccountContext } from "@/emulator/backend/backend";
import { getListFormat } from "@/emulator/faults/member-faults";
import { json } from "@/emulator/request/errors";

/** Answers a list that has no pages: bare, or between the further fields of its envelope. */
export function createListResponse(
  { faults }: Pick<AccountContext, "faults">,
  items: readonly unknown[],
  defaultFormat: "bare" | "envelope",
  envelope: Readonly<Record<string, unknown>>,
): Response {
  const format = getListFormat(faults, defaultFormat);
  if (format === "envelope") return json({ ...envelope, results: items });
  // Where there is no record to stand alone, servers can only say so by an empty list.
  return json(format === "single" ? (items[0] ?? []) : items);
}
