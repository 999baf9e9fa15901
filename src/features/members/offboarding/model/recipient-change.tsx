import { VisuallyHidden } from "@mantine/core";
import { addressKey } from "@/lib/recipients/email-match";
import { splitRecipients } from "@/lib/recipients/recipients";
import { pluralize } from "@/lib/text/numbers";
import shared from "@/ui/theme/shared.module.css";
import classes from "./offboarding.module.css";

interface RecipientChangeProps {
  readonly before: string;
  readonly after: string;
  /** Email of the departing member. */
  readonly email: string;
}

export function RecipientChange({ before, after, email }: RecipientChangeProps) {
  const { removed, added, unchangedCount } = diffAddressVariants(before, after, email);
  return (
    <p className={classes.parts}>
      {removed.map((text, index) => (
        <del key={`${index} ${text}`}>
          <span aria-hidden="true">− </span>
          <VisuallyHidden>Removed: </VisuallyHidden>
          {text}
        </del>
      ))}
      {added.map((text) => (
        <ins key={text}>
          <span aria-hidden="true">+ </span>
          <VisuallyHidden>Added: </VisuallyHidden>
          {text}
        </ins>
      ))}
      {unchangedCount > 0 && (
        <span className={shared.hint}>{pluralize(unchangedCount, "other remains", "others remain")}</span>
      )}
    </p>
  );
}

/**
 * Compares recipients before and after a change. `removed` contains the entries of `before` that
 * match the email, in their original form.
 */
function diffAddressVariants(
  before: string,
  after: string,
  email: string,
): {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly unchangedCount: number;
} {
  const key = addressKey(email);
  const old = new Set(splitRecipients(before));
  const removed = splitRecipients(before).filter((part) => addressKey(part) === key);
  const left = splitRecipients(after);
  const added = left.filter((part) => !old.has(part));
  return { removed, added, unchangedCount: left.length - added.length };
}
