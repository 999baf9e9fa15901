import type { AccountContext } from "@/emulator/backend/backend";
import { formOf } from "@/emulator/faults/member-faults";
import { json } from "@/emulator/request/errors";

/** Answers a list that has no pages: bare, or between the further fields of its envelope. */
export function serveList(
  { faults }: Pick<AccountContext, "faults">,
  items: readonly unknown[],
  usual: "bare" | "envelope",
  around: Readonly<Record<string, unknown>>,
): Response {
  const form = formOf(faults, usual);
  if (form === "envelope") return json({ ...around, results: items });
  // Where there is no record to stand alone, servers can only say so by an empty list.
  return json(form === "single" ? (items[0] ?? []) : items);
}
