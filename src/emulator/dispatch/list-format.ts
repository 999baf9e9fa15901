import type { AccountContext } from "@/emulator/backend/backend";
import { getListFormat } from "@/emulator/faults/member-faults";
import { json } from "@/emulator/request/errors";

/**
 * Creates the response of an unpaginated list. The response is an array, or an object with the
 * items in `results` and the fields of `envelope`. A fault can request the format `single`, which
 * sends only the first item.
 */
export function createListResponse(
  { faults }: Pick<AccountContext, "faults">,
  items: readonly unknown[],
  defaultFormat: "bare" | "envelope",
  envelope: Readonly<Record<string, unknown>>,
): Response {
  const format = getListFormat(faults, defaultFormat);
  if (format === "envelope") return json({ ...envelope, results: items });
  // Without items, the format `single` has no record to send, so it sends an empty array.
  return json(format === "single" ? (items[0] ?? []) : items);
}
