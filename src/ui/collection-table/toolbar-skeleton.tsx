import { Button } from "@mantine/core";
import { ChevronDownIcon, ListIcon, SettingsIcon } from "@/ui/theme/icons";

/** Shows a placeholder that prevents a layout shift when the lazy list options load. */
export function ToolbarSkeleton() {
  const buttonProps = { variant: "default", tabIndex: -1, "aria-hidden": true } as const;
  return (
    <>
      <Button {...buttonProps} leftSection={<ListIcon />} rightSection={<ChevronDownIcon size={14} />}>
        Saved views
      </Button>
      <Button {...buttonProps} leftSection={<SettingsIcon />}>
        Columns
      </Button>
    </>
  );
}
