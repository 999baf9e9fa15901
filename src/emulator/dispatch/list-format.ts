import type { AccountContext } from "@/emulator/backend/backend";
import { getListFormat } from "@/emulator/faults/member-faults";
import { json } from "@/emulator/request/errors";

/** Creates the response of an unpaginated list: an array, or an envelope with other fields. */
export function createListResponse(
  { faults }: Pick<AccountContext, "faults">,
  items: readonly unknown[],
  defaultFormat: "bare" | "envelope",
  envelope: Readonly<Record<string, unknown>>,
): Response {
  const format = getListFormat(faults, defaultFormat);
  if (format === "envelope") return json({ ...envelope, results: items });
  // In the format `single`, only an empty array can represent an empty list.
  return json(format === "single" ? (items[0] ?? []) : items);
}
