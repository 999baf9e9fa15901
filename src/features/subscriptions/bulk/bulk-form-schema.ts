import type { Subscription } from "@/contract/subscriptions";
import { recipientKey, recipientsOf } from "@/features/subscriptions/model/subscription-rules";
import { recipientMistake } from "@/features/subscriptions/schema/subscription-issues";
import { plural } from "@/lib/text/numbers";
import { fromLocalInput } from "@/lib/time/local-input";
import { type BulkOperation, planBulk } from "./plan-bulk-changes";

/** What was typed for an operation. */
export interface BulkAnswers {
  readonly recipient: string;
  readonly by: string;
  readonly end: "on" | "never";
  /** The value of a `datetime-local` input. */
  readonly until: string;
}

/** A sentence per answer that has a mistake. */
export type AnswerMistakes = Partial<Record<"recipient" | "by" | "until", string>>;

/** An operation that was asked for in full, or what is wrong with the answers. */
export type AskedOperation =
  | { readonly ok: true; readonly operation: BulkOperation }
  | { readonly ok: false; readonly mistakes: AnswerMistakes };

const wrong = (mistakes: AnswerMistakes): AskedOperation => ({ ok: false, mistakes });
const right = (operation: BulkOperation): AskedOperation => ({ ok: true, operation });

/** The operation that the answers describe. Dates are read in `zone` (IANA). */
export function readAnswers(
  kind: BulkOperation["kind"],
  answers: BulkAnswers,
  {
    records,
    zone,
    now,
  }: { readonly records: readonly Subscription[]; readonly zone: string; readonly now: Date },
): AskedOperation {
  const recipient = answers.recipient.trim();
  const by = answers.by.trim();
  switch (kind) {
    case "delete":
    case "restore":
      return right({ kind });
    case "add-recipient": {
      const mistake = recipient === "" ? "Enter an e-mail address." : recipientMistake("email", recipient);
      return mistake === null ? right({ kind, recipient }) : wrong({ recipient: mistake });
    }
    case "remove-recipient": {
      const mistake = unknownMistake(records, recipient);
      return mistake === null ? right({ kind, recipient }) : wrong({ recipient: mistake });
    }
    case "replace-recipient": {
      const mistake = unknownMistake(records, recipient);
      if (mistake !== null) return wrong({ recipient: mistake });
      if (by === "") return wrong({ by: "Enter who comes in their place." });
      const operation: BulkOperation = { kind, recipient, by };
      const plan = planBulk(records, operation, now);
      const refused = plan.find((write) => write.kind === "impossible");
      if (plan.some((write) => write.kind === "change") || refused?.kind !== "impossible")
        return right(operation);
      return wrong({ by: refused.why });
    }
    case "set-end": {
      if (answers.end === "never") return right({ kind, until: null });
      const reading = fromLocalInput(answers.until, zone);
      return reading.ok ? right({ kind, until: reading.iso }) : wrong({ until: reading.message });
    }
  }
}

function unknownMistake(records: readonly Subscription[], recipient: string): string | null {
  if (recipient === "") return "Enter a recipient.";
  const isThere = records.some((record) => {
    const key = recipientKey(record.target_type, recipient);
    return recipientsOf(record).some((part) => recipientKey(record.target_type, part) === key);
  });
  return isThere
    ? null
    : `None of the ${plural(records.length, "delivery", "deliveries")} goes to ${recipient}.`;
}

/** A recipient of some records and how many of them it has. */
export interface KnownRecipient {
  readonly recipient: string;
  readonly count: number;
}

/** The recipients of records, the most frequent first; those in the bin are left out. */
export function knownRecipients(records: readonly Subscription[]): readonly KnownRecipient[] {
  const counts = new Map<string, { recipient: string; count: number }>();
  for (const record of records) {
    if (record.deleted) continue;
    const mine = new Map(
      recipientsOf(record).map((part) => [recipientKey(record.target_type, part), part.trim()]),
    );
    for (const [key, recipient] of mine) {
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { recipient, count: 1 });
      else known.count += 1;
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
