import { WarningIcon } from "@/ui/theme/icons";
import classes from "./recipients.module.css";

/** Text and icon, so that the mark doesn't depend on color. */
export function ExternalBadge() {
  return (
    <span className={classes.external}>
      <WarningIcon size={13} />
      External
    </span>
  );
}
