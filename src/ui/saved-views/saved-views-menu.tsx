import { Button } from "@mantine/core";
import { usePanel } from "@/ui/overlay/use-panel";
import { ChevronDownIcon, ListIcon } from "@/ui/theme/icons";
import classes from "./saved-views-menu.module.css";
import type { SavedViewsProps } from "./saved-views-panel";

const loadPanel = () => import("./saved-views-panel").then(({ SavedViewsPanel }) => SavedViewsPanel);

export function SavedViewsMenu(props: SavedViewsProps) {
  const { shown: visibleContent, close, button, panel } = usePanel(loadPanel, "Couldn't open saved views");
  return (
    <div className={classes.menu}>
      <Button
        {...button}
        variant="default"
        leftSection={<ListIcon />}
        rightSection={<ChevronDownIcon size={14} />}
      >
        Saved views
      </Button>
      {visibleContent && <visibleContent.Content {...props} panel={panel} onClose={close} />}
    </div>
  );
}
