import { WarningIcon } from "@/ui/theme/icons";
import classes from "./recipients.module.css";

/** Marks a recipient by text and an icon, so that the mark doesn't depend on color. */
export function ExternalBadge() {
  return (
    <span className={classes.external}>
      <WarningIcon size={13} />
      External
    </span>
  );
}
