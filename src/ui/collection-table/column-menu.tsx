import { Button } from "@mantine/core";
import { usePanel } from "@/ui/overlay/use-panel";
import { SettingsIcon } from "@/ui/theme/icons";
import type { ColumnMenuProps } from "./column-panel";

const loadPanel = () => import("./column-panel").then(({ ColumnPanel }) => ColumnPanel);

export function ColumnMenu(props: ColumnMenuProps) {
  const { shown: visibleContent, button, panel } = usePanel(loadPanel, "Couldn't open the column menu");
  return (
    <>
      <Button {...button} variant="default" leftSection={<SettingsIcon />}>
        Columns
      </Button>
      {visibleContent && <visibleContent.Content {...props} panel={panel} anchor={button.ref} />}
    </>
  );
}
