import { WarningIcon } from "@/ui/theme/icons";
import classes from "./recipients.module.css";

/** Says that somebody is not in the own domains: a word and a sign, not a colour alone. */
export function OutsideMark() {
  return (
    <span className={classes.outside}>
      <WarningIcon size={13} />
      Outside
    </span>
  );
}
