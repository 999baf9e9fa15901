import type { QueryField } from "@/lib/query-text";
import { InfoIcon } from "./icons";
import { IconButton } from "./link-button";
import classes from "./query-field.module.css";
import { usePanel } from "./use-panel";

const fetchHelp = () => import("./query-help").then(({ QueryHelp }) => QueryHelp);

/** Opens "How to search" below the field; what it says is fetched then. */
export function QueryHelpButton({ fields }: { readonly fields: readonly QueryField[] }) {
  const { shown, button, panel } = usePanel(fetchHelp, "The help could not be opened");
  return (
    <>
      <IconButton {...button} label="How to search" icon={<InfoIcon />} hint={false} />
      {shown && (
        // oxlint-disable-next-line no-noninteractive-tabindex -- nothing in it takes the focus, and keys must scroll it
        <div {...panel} tabIndex={0} aria-label="How to search" className={classes.panel}>
          <shown.Content fields={fields} />
        </div>
      )}
    </>
  );
}
