import type { QueryField } from "@/lib/query/query-text";
import { usePanel } from "@/ui/overlay/use-panel";
import { IconButton } from "@/ui/primitives/link-button";
import { InfoIcon } from "@/ui/theme/icons";
import classes from "./query-field.module.css";

const loadHelp = () => import("./query-help").then(({ QueryHelp }) => QueryHelp);

export function QueryHelpButton({ fields }: { readonly fields: readonly QueryField[] }) {
  const { shown: visibleContent, button, panel } = usePanel(loadHelp, "Couldn't open search help");
  return (
    <>
      <IconButton {...button} label="Search syntax" icon={<InfoIcon />} hasTooltip={false} />
      {visibleContent && (
        // oxlint-disable-next-line no-noninteractive-tabindex -- scrollable by keyboard
        <div {...panel} tabIndex={0} aria-label="Search syntax" className={classes.panel}>
          <visibleContent.Content fields={fields} />
        </div>
      )}
    </>
  );
}
