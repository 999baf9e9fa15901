import { WarningIcon } from "@/ui/theme/icons";
import classes from "./recipients.module.css";

/** Says that somebody is not in the own domains: a word and a sign, not a colour alone. */
export function ExternalBadge() {
  return (
    <span className={classes.external}>
      <WarningIcon size={13} />
      Outside
    </span>
  );
}
