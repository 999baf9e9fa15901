import { WarningIcon } from "@/ui/theme/icons";
import classes from "./recipients.module.css";

/** Marks an external recipient with text and an icon, so that color isn't the only cue. */
export function ExternalBadge() {
  return (
    <span className={classes.external}>
      <WarningIcon size={13} />
      External
    </span>
  );
}
