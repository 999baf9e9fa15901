import { plural } from "@/lib/text/numbers";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { diffSpellings } from "./diff-address-variants";
import classes from "./offboard.module.css";

interface RecipientChangeProps {
  readonly before: string;
  readonly after: string;
  /** Who goes, as the case knows them. */
  readonly email: string;
}

/** Who goes out of a list of recipients and who comes in, as they are written there. */
export function RecipientChange({ before, after, email }: RecipientChangeProps) {
  const { removed, added, kept } = diffSpellings(before, after, email);
  return (
    <p className={classes.parts}>
      {removed.map((text, place) => (
        <del key={`${place} ${text}`}>
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
      {kept > 0 && <span className={classes.dim}>{plural(kept, "more stays", "more stay")}</span>}
    </p>
  );
}
