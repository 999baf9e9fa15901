import { Button, Checkbox, Group, Input, SegmentedControl, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ListSearchParams } from "@/lib/search/list-search-params";
import { readRenderedWidths, useColumnWidths } from "@/ui/data-table/column-widths";
import type { Column } from "@/ui/data-table/data-table-types";
import { Panel } from "@/ui/overlay/panel";
import { IconButton } from "@/ui/primitives/link-button";
import { SavedViewsMenu, type SavedViewsMenuProps } from "@/ui/saved-views/saved-views-menu";
import { SettingsIcon } from "@/ui/theme/icons";
import classes from "./list-view-options.module.css";

type ListViewSettings = Pick<ListSearchParams, "columns" | "density">;

export interface ListViewOptionsProps extends SavedViewsMenuProps {
  /** All columns. The first one is always visible. */
  readonly columns: readonly Pick<Column<never>, "id" | "header" | "isOptional">[];
  readonly settings: ListViewSettings;
  readonly onChange: (changes: Partial<ListViewSettings>) => void;
  readonly widthsKey: string;
}

/**
 * Shows the controls for saved views, columns, and density. Import this component lazily, because
 * few first visits need it.
 */
export function ListViewOptions({ path, savedViews, ...columnMenu }: ListViewOptionsProps) {
  return (
    <>
      <SavedViewsMenu path={path} savedViews={savedViews} />
      <ColumnMenu {...columnMenu} />
    </>
  );
}

const STEP_PX = 24;

export function ColumnMenu(props: Omit<ListViewOptionsProps, "path" | "savedViews">) {
  const { columns, settings, onChange, widthsKey } = props;
  const [opened, { toggle, close }] = useDisclosure();
  const widths = useColumnWidths(widthsKey);
  const [leadColumn, ...otherColumns] = columns;
  const defaultIds = otherColumns.filter(({ isOptional }) => !isOptional).map(({ id }) => id);
  const visibleIds = [leadColumn?.id ?? "", ...(settings.columns ?? defaultIds)];

  function handleColumnsChange(checkedIds: readonly string[]) {
    const next = otherColumns.map(({ id }) => id).filter((id) => checkedIds.includes(id));
    // The URL contains only other columns than the default ones.
    onChange({ columns: next.join() === defaultIds.join() ? null : next });
  }

  const widthButton = (columnId: string, label: string, sign: string, step: number) => (
    <IconButton
      label={label}
      icon={sign}
      hasTooltip={false}
      onClick={() => widths.resize(columnId, (readRenderedWidths().get(columnId) ?? 0) + step)}
    />
  );

  return (
    <Panel
      opened={opened}
      onClose={close}
      target={
        <Button variant="default" leftSection={<SettingsIcon />} onClick={toggle}>
          Columns
        </Button>
      }
    >
      <Stack gap={12} align="flex-start" miw={230}>
        <Checkbox.Group label="Columns" value={visibleIds} onChange={handleColumnsChange} w="100%">
          {columns.map(({ id, header }) => (
            <Group key={id} gap={8} wrap="nowrap" mih="max(28px, var(--ui-target))">
              <Checkbox
                value={id}
                label={header}
                disabled={id === leadColumn?.id}
                flex={1}
                data-autofocus={id === otherColumns[0]?.id || undefined}
              />
              {/* Alternatives to dragging a column's edge (WCAG 2.5.7). */}
              {visibleIds.includes(id) && (
                <span className={classes.widthButtons}>
                  {widthButton(id, `Narrower: ${header}`, "−", -STEP_PX)}
                  {widthButton(id, `Wider: ${header}`, "+", STEP_PX)}
                </span>
              )}
            </Group>
          ))}
        </Checkbox.Group>
        <Input.Wrapper label="Rows" labelElement="div">
          <SegmentedControl
            aria-label="Rows"
            value={settings.density}
            onChange={(density) => onChange({ density })}
            data={[
              { value: "comfortable", label: "Comfortable" },
              { value: "compact", label: "Compact" },
            ]}
          />
        </Input.Wrapper>
        <Button variant="default" onClick={() => widths.reset()}>
          Reset widths
        </Button>
      </Stack>
    </Panel>
  );
}
