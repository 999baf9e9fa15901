import { Status } from "@/ui/primitives/status";
import classes from "./server.module.css";
import type { StatusLabel } from "./server-messages";

export function StateCell({ tone, label, detail }: StatusLabel) {
  return (
    <>
      <Status tone={tone} label={label} />
      {detail !== undefined && <div className={classes.reason}>{detail}</div>}
    </>
  );
}
