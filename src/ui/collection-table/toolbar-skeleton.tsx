import { Button } from "@mantine/core";
import { ChevronDownIcon, ListIcon, SettingsIcon } from "@/ui/theme/icons";

/** The two buttons of ListArrangement while their code is on its way: nothing moves when they can be used. */
export function ArrangementShape() {
  const look = { variant: "default", tabIndex: -1, "aria-hidden": true } as const;
  return (
    <>
      <Button {...look} leftSection={<ListIcon />} rightSection={<ChevronDownIcon size={14} />}>
        Saved views
      </Button>
      <Button {...look} leftSection={<SettingsIcon />}>
        Columns
      </Button>
    </>
  );
}
