import type { Subscription } from "@/api/subscriptions";
import { listSpellings, spellingsMessage } from "./plan-bulk-changes";

interface SpellingsNoteProps {
  readonly records: readonly Subscription[];
  readonly recipients: readonly string[];
}

export function SpellingsNote({ records, recipients }: SpellingsNoteProps) {
  const spellings = listSpellings(records, recipients);
  return spellings.length > 0 && <p>{spellingsMessage(spellings)}</p>;
}
