import type { Subscription } from "@/api/subscriptions";
import { getRecipients, recipientKey } from "@/features/subscriptions/model/subscription-rules";
import {
  noPairUsedMessage,
  pairListSummary,
} from "@/features/subscriptions/recipient-field/recipient-pair-messages";
import { parseRecipientPairs } from "@/features/subscriptions/recipient-field/recipient-pairs";
import { validateRecipient } from "@/lib/recipients/validate-recipient";
import { fromLocalInput, toLocalInput } from "@/lib/time/local-input";
import { type BulkOperation, planBulkChanges } from "./plan-bulk-changes";

export interface BulkFormValues {
  readonly recipient: string;
  readonly by: string;
  /** Text with an `old, new` pair per line. */
  readonly pairs: string;
  readonly end: "on" | "never";
  /** Value of a `datetime-local` input. */
  readonly until: string;
  /** Value of a `date` input. Empty without a date. */
  readonly resumeOn: string;
}

export type BulkFormIssues = Partial<Record<"recipient" | "by" | "pairs" | "until" | "resumeOn", string>>;

export type ParsedBulkForm =
  | { readonly ok: true; readonly operation: BulkOperation }
  | { readonly ok: false; readonly issues: BulkFormIssues };

const invalid = (issues: BulkFormIssues): ParsedBulkForm => ({ ok: false, issues });
const valid = (operation: BulkOperation): ParsedBulkForm => ({ ok: true, operation });

/** Returns the operation, or error messages by field. Dates are in `zone`, an IANA time zone. */
export function parseBulkForm(
  kind: BulkOperation["kind"],
  values: BulkFormValues,
  {
    records,
    zone,
    now,
  }: { readonly records: readonly Subscription[]; readonly zone: string; readonly now: Date },
): ParsedBulkForm {
  const recipient = values.recipient.trim();
  const by = values.by.trim();
  switch (kind) {
    case "pause": {
      const { resumeOn } = values;
      return resumeOn !== "" && resumeOn <= toLocalInput(now.toISOString(), zone).slice(0, 10)
        ? invalid({ resumeOn: "Enter a date after today." })
        : valid({ kind, resumeOn: resumeOn || null });
    }
    case "delete":
    case "restore":
    case "resume":
      return valid({ kind });
    case "add-recipient": {
      const issue = recipient === "" ? "Enter an email address." : validateRecipient("email", recipient);
      return issue === null ? valid({ kind, recipient }) : invalid({ recipient: issue });
    }
    case "remove-recipient": {
      const issue = unknownRecipientIssue(records, recipient);
      return issue === null ? valid({ kind, recipient }) : invalid({ recipient: issue });
    }
    case "replace-recipient": {
      const issue = unknownRecipientIssue(records, recipient);
      if (issue !== null) return invalid({ recipient: issue });
      if (by === "") return invalid({ by: "Enter a replacement." });
      const operation: BulkOperation = { kind, recipient, replacement: by };
      const changes = planBulkChanges(records, operation, now);
      const refusedChange = changes.find((plannedChange) => plannedChange.kind === "impossible");
      if (
        changes.some((plannedChange) => plannedChange.kind === "change") ||
        refusedChange?.kind !== "impossible"
      )
        return valid(operation);
      return invalid({ by: refusedChange.why });
    }
    case "replace-recipients": {
      const parsed = parseRecipientPairs(values.pairs);
      if (!parsed.ok) return invalid({ pairs: parsed.issue });
      const isUsed = parsed.pairs.some((pair) => unknownRecipientIssue(records, pair.recipient) === null);
      return isUsed ? valid({ kind, pairs: parsed.pairs }) : invalid({ pairs: noPairUsedMessage() });
    }
    case "set-end": {
      if (values.end === "never") return valid({ kind, until: null });
      const reading = fromLocalInput(values.until, zone);
      return reading.ok ? valid({ kind, until: reading.iso }) : invalid({ until: reading.message });
    }
  }
}

/** Describes the entered pairs. Null while a pair is incomplete or invalid. */
export function describePairs(text: string, records: readonly Subscription[]): string | null {
  const parsed = parseRecipientPairs(text);
  if (!parsed.ok) return null;
  const unused = parsed.pairs.filter(({ recipient }) => unknownRecipientIssue(records, recipient) !== null);
  return pairListSummary(parsed.pairs.length, unused.length);
}

function unknownRecipientIssue(records: readonly Subscription[], recipient: string): string | null {
  if (recipient === "") return "Enter a recipient.";
  const isPresent = records.some((record) => {
    const key = recipientKey(record.target_type, recipient);
    return getRecipients(record).some((part) => recipientKey(record.target_type, part) === key);
  });
  return isPresent
    ? null
    : `${recipient} isn't a recipient of ${records.length === 1 ? "this subscription" : "these subscriptions"}.`;
}
