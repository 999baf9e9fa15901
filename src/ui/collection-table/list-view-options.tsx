import { Button, Checkbox, Group, Input, SegmentedControl, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useLocation } from "react-router-dom";
import { readColumnWidth, useCustomWidths } from "@/ui/data-table/data-table-widths";
import { Panel } from "@/ui/overlay/panel";
import { SavedViewsMenu } from "@/ui/saved-views/saved-views-menu";
import { SettingsIcon } from "@/ui/theme/icons";
import classes from "./column-menu.module.css";

interface ListViewSettings {
  /** IDs of the visible optional columns. Null for the default columns. */
  readonly columns: readonly string[] | null;
  readonly density: "comfortable" | "compact";
}

interface ListViewOptionsProps {
  /** Path of the list without search parameters. */
  readonly path: string;
  readonly savedViews: {
    readonly views: readonly { readonly id: string; readonly name: string; readonly search: string }[];
    readonly save: (name: string, search: string) => boolean;
    readonly rename: (id: string, name: string) => boolean;
    readonly remove: (id: string) => (() => void) | null;
    readonly error: string | null;
  };
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly leadColumnId: string;
  readonly defaultColumnIds: readonly string[];
  readonly settings: ListViewSettings;
  readonly onChange: (changes: Partial<ListViewSettings>) => void;
  readonly widthsKey: string;
}

/**
 * Shows the controls for saved views, columns, and density. Import this component lazily, because
 * few first visits need it.
 */
export function ListViewOptions(props: ListViewOptionsProps) {
  const { path, savedViews, columns, leadColumnId, defaultColumnIds, settings, onChange, widthsKey } = props;
  const [customWidths, setCustomWidths] = useCustomWidths(widthsKey);
  const search = useLocation().search.slice(1);
  return (
    <>
      <SavedViewsMenu
        views={savedViews.views}
        currentSearch={search}
        linkTo={(view) => `${path}${view && `?${view}`}`}
        onSave={(name) => savedViews.save(name, search)}
        onRename={savedViews.rename}
        onRemove={savedViews.remove}
        error={savedViews.error}
      />
      <ColumnMenu
        columns={columns.map(({ id, header }) => ({ id, header, canHide: id !== leadColumnId }))}
        visibleIds={[leadColumnId, ...(settings.columns ?? defaultColumnIds)]}
        onChange={(visibleIds) =>
          onChange({
            columns: toCustomColumnIds(
              visibleIds.filter((id) => id !== leadColumnId),
              defaultColumnIds,
            ),
          })
        }
        density={settings.density}
        onDensityChange={(density) => onChange({ density })}
        onResetWidths={() => setCustomWidths({})}
        onResizeColumn={(columnId, deltaPx) =>
          setCustomWidths({ ...customWidths, [columnId]: readColumnWidth(columnId) + deltaPx })
        }
      />
    </>
  );
}

/** Returns null for the default columns, which aren't stored in the URL. */
function toCustomColumnIds(
  columnIds: readonly string[],
  defaultColumnIds: readonly string[],
): readonly string[] | null {
  const isDefault =
    columnIds.length === defaultColumnIds.length && defaultColumnIds.every((id) => columnIds.includes(id));
  return isDefault ? null : columnIds;
}

interface ColumnOption {
  readonly id: string;
  readonly header: string;
  /** False for a required column. */
  readonly canHide: boolean;
}

type Density = "comfortable" | "compact";

interface ColumnMenuProps {
  readonly columns: readonly ColumnOption[];
  readonly visibleIds: readonly string[];
  /** Called with the visible column IDs in the order of `columns`. */
  readonly onChange: (visibleIds: readonly string[]) => void;
  readonly density: Density;
  readonly onDensityChange: (density: Density) => void;
  readonly onResetWidths: () => void;
  /** Called with the width change in px. Negative for a narrower column. */
  readonly onResizeColumn: (columnId: string, deltaPx: number) => void;
}

export function ColumnMenu(props: ColumnMenuProps) {
  const { columns, visibleIds } = props;
  const [opened, { toggle: toggleMenu, close }] = useDisclosure();

  const firstOptionalId = columns.find(({ canHide }) => canHide)?.id;

  function toggle(columnId: string) {
    props.onChange(
      columns
        .filter((column) => (column.id === columnId) !== visibleIds.includes(column.id))
        .map((column) => column.id),
    );
  }

  return (
    <Panel
      opened={opened}
      onClose={close}
      target={
        <Button variant="default" leftSection={<SettingsIcon />} onClick={toggleMenu}>
          Columns
        </Button>
      }
    >
      <Stack gap={12} align="flex-start" miw={230}>
        <Checkbox.Group label="Columns" value={[...visibleIds]} w="100%">
          {columns.map(({ id, header, canHide }) => (
            <Group key={id} gap={8} wrap="nowrap" mih="max(28px, var(--ui-target))">
              <Checkbox
                value={id}
                label={header}
                disabled={!canHide}
                onChange={() => toggle(id)}
                flex={1}
                data-autofocus={id === firstOptionalId || undefined}
              />
              {visibleIds.includes(id) && (
                <WidthButtons header={header} onStep={(deltaPx) => props.onResizeColumn(id, deltaPx)} />
              )}
            </Group>
          ))}
        </Checkbox.Group>
        <Input.Wrapper label="Rows" labelElement="div">
          <SegmentedControl<Density>
            aria-label="Rows"
            value={props.density}
            onChange={props.onDensityChange}
            data={[
              { value: "comfortable", label: "Comfortable" },
              { value: "compact", label: "Compact" },
            ]}
          />
        </Input.Wrapper>
        <Button variant="default" onClick={props.onResetWidths}>
          Reset widths
        </Button>
      </Stack>
    </Panel>
  );
}

const STEP_PX = 24;

/** Shows buttons that resize a column without dragging its edge (WCAG 2.5.7). */
function WidthButtons({
  header,
  onStep,
}: {
  readonly header: string;
  readonly onStep: (deltaPx: number) => void;
}) {
  return (
    <span className={classes.widthButtons}>
      <button type="button" aria-label={`Narrower: ${header}`} onClick={() => onStep(-STEP_PX)}>
        −
      </button>
      <button type="button" aria-label={`Wider: ${header}`} onClick={() => onStep(STEP_PX)}>
        +
      </button>
    </span>
  );
}
