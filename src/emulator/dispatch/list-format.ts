import type { AccountContext } from "@/emulator/backend/backend";
import { getListFormat } from "@/emulator/faults/member-faults";
import { json } from "@/emulator/request/errors";

/** Creates the response of an unpaginated list: a bare array, or an envelope with further fields. */
export function createListResponse(
  { faults }: Pick<AccountContext, "faults">,
  items: readonly unknown[],
  defaultFormat: "bare" | "envelope",
  envelope: Readonly<Record<string, unknown>>,
): Response {
  const format = getListFormat(faults, defaultFormat);
  if (format === "envelope") return json({ ...envelope, results: items });
  // The format `single` can express an empty list only as an empty array.
  return json(format === "single" ? (items[0] ?? []) : items);
}
