import { pluralize } from "@/lib/text/numbers";
import { HiddenText } from "@/ui/primitives/hidden-text";
import shared from "@/ui/theme/shared.module.css";
import { diffAddressVariants } from "./diff-address-variants";
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
          <HiddenText>Removed: </HiddenText>
          {text}
        </del>
      ))}
      {added.map((text) => (
        <ins key={text}>
          <span aria-hidden="true">+ </span>
          <HiddenText>Added: </HiddenText>
          {text}
        </ins>
      ))}
      {unchangedCount > 0 && (
        <span className={shared.hint}>{pluralize(unchangedCount, "other remains", "others remain")}</span>
      )}
    </p>
  );
}
