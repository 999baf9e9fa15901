import { Button } from "@mantine/core";
import { ChevronDownIcon, ListIcon, SettingsIcon } from "@/ui/theme/icons";

/** The two buttons of ListArrangement while their code is on its way: nothing moves when they can be used. */
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
