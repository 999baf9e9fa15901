import { WarningIcon } from "@/ui/theme/icons";
import classes from "./recipients.module.css";

/** Marks a recipient with text and an icon, independent of color. */
export function ExternalBadge() {
  return (
    <span className={classes.external}>
      <WarningIcon size={13} />
      External
    </span>
  );
}
