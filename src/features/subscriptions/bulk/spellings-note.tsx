import type { Subscription } from "@/api/subscriptions";
import { formatList } from "@/lib/text/numbers";
import { listSpellings } from "./plan-bulk-changes";

interface SpellingsNoteProps {
  readonly records: readonly Subscription[];
  readonly recipients: readonly string[];
}

export function SpellingsNote({ records, recipients }: SpellingsNoteProps) {
  const spellings = listSpellings(records, recipients);
  const list = formatList(spellings.map((spelling) => `“${spelling}”`));
  return spellings.length > 0 && <p>{`All spellings are included: ${list}.`}</p>;
}
