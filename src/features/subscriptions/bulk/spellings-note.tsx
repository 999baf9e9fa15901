import type { Subscription } from "@/contract/subscriptions";
import { spellingsMessage } from "./plan-bulk-messages";
import { listSpellings } from "./recipient-spellings";

interface SpellingsNoteProps {
  readonly records: readonly Subscription[];
  /** The recipients that are removed or replaced. */
  readonly recipients: readonly string[];
}

/** Names every spelling that a change of recipients affects. */
export function SpellingsNote({ records, recipients }: SpellingsNoteProps) {
  const spellings = listSpellings(records, recipients);
  return spellings.length > 0 && <p>{spellingsMessage(spellings)}</p>;
}
