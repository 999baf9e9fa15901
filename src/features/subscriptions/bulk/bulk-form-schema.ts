import type { Subscription } from "@/contract/subscriptions";
import {
  getRecipients,
  isOpaqueTarget,
  recipientKey,
} from "@/features/subscriptions/model/subscription-rules";
import { validateRecipient } from "@/features/subscriptions/schema/subscription-issues";
import { fromLocalInput, toLocalInput } from "@/lib/time/local-input";
import { type BulkOperation, planBulkChanges } from "./plan-bulk-changes";

export interface BulkFormValues {
  readonly recipient: string;
  readonly by: string;
  readonly end: "on" | "never";
  /** The value of a `datetime-local` input. */
  readonly until: string;
  /** The value of a `date` input; empty for none. */
  readonly resumeOn: string;
}

/** An error message per field. */
export type BulkFormIssues = Partial<Record<"recipient" | "by" | "until" | "resumeOn", string>>;

export type ParsedBulkForm =
  | { readonly ok: true; readonly operation: BulkOperation }
  | { readonly ok: false; readonly issues: BulkFormIssues };

const invalid = (issues: BulkFormIssues): ParsedBulkForm => ({ ok: false, issues });
const valid = (operation: BulkOperation): ParsedBulkForm => ({ ok: true, operation });

/** Returns the operation or the errors. Dates are read in `zone` (IANA). */
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
        ? invalid({ resumeOn: "Enter a day after today." })
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
    case "set-end": {
      if (values.end === "never") return valid({ kind, until: null });
      const reading = fromLocalInput(values.until, zone);
      return reading.ok ? valid({ kind, until: reading.iso }) : invalid({ until: reading.message });
    }
  }
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

export interface RecipientOption {
  readonly recipient: string;
  readonly count: number;
}

/** Returns the recipients of the records, most frequent first. Skips deleted records. */
export function listRecipientOptions(records: readonly Subscription[]): readonly RecipientOption[] {
  const counts = new Map<string, { recipient: string; count: number }>();
  for (const record of records) {
    if (record.deleted || isOpaqueTarget(record)) continue;
    const recipientByKey = new Map(
      getRecipients(record).map((part) => [recipientKey(record.target_type, part), part.trim()]),
    );
    for (const [key, recipient] of recipientByKey) {
      const existing = counts.get(key);
      if (existing === undefined) counts.set(key, { recipient, count: 1 });
      else existing.count += 1;
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
