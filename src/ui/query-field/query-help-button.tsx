import type { QueryField } from "@/lib/query/query-text";
import { usePanel } from "@/ui/overlay/use-panel";
import { IconButton } from "@/ui/primitives/link-button";
import { InfoIcon } from "@/ui/theme/icons";
import classes from "./query-field.module.css";

const loadHelp = () => import("./query-help").then(({ QueryHelp }) => QueryHelp);

/** Opens "How to search" below the field; what it says is fetched then. */
export function QueryHelpButton({ fields }: { readonly fields: readonly QueryField[] }) {
  const { shown: visibleContent, button, panel } = usePanel(loadHelp, "The help could not be opened");
  return (
    <>
      <IconButton {...button} label="How to search" icon={<InfoIcon />} hasTooltip={false} />
      {visibleContent && (
        // oxlint-disable-next-line no-noninteractive-tabindex -- keys must scroll it
        <div {...panel} tabIndex={0} aria-label="How to search" className={classes.panel}>
          <visibleContent.Content fields={fields} />
        </div>
      )}
    </>
  );
}
