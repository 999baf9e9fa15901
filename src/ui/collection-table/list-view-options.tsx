import { Button, Checkbox, Group, NavLink, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link, useHref, useLocation } from "react-router-dom";
import type { ListSearchParams } from "@/lib/url/url-state";
import { readRenderedWidths, useColumnWidths } from "@/ui/data-table/data-table-header";
import type { Column } from "@/ui/data-table/data-table-types";
import { useCopyLink } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { announce, toasts } from "@/ui/feedback/toasts";
import { SegmentedField } from "@/ui/form/fields";
import { ActionMenu, type MenuAction } from "@/ui/overlay/action-menu";
import { Panel } from "@/ui/overlay/panel";
import { IconButton } from "@/ui/primitives/link-button";
import {
  ChevronDownIcon,
  CopyIcon,
  EditIcon,
  ListIcon,
  PlusIcon,
  SettingsIcon,
  TrashIcon,
} from "@/ui/theme/icons";
import classes from "./list-view-options.module.css";

type ListViewSettings = Pick<ListSearchParams, "columns" | "density">;

export interface ListViewOptionsProps extends SavedViewsMenuProps {
  /** All columns. The first one is always visible. */
  readonly columns: readonly Pick<Column<never>, "id" | "header" | "isOptional">[];
  readonly settings: ListViewSettings;
  readonly onChange: (changes: Partial<ListViewSettings>) => void;
  readonly widthsKey: string;
}

/** Import it lazily, because few first visits need it. */
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
        <Button leftSection={<SettingsIcon />} onClick={toggle}>
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
        <SegmentedField
          label="Rows"
          value={settings.density}
          onChange={(density) => onChange({ density })}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
        <Button onClick={() => widths.reset()}>Reset widths</Button>
      </Stack>
    </Panel>
  );
}

interface View {
  readonly id: string;
  readonly name: string;
  /** Search string without "?". */
  readonly search: string;
}

interface SavedViewsMenuProps {
  readonly path: string;
  readonly savedViews: {
    readonly views: readonly View[];
    /** Replaces a view with the same name. Returns false when storage fails. */
    readonly save: (name: string, search: string) => boolean;
    readonly rename: (id: string, name: string) => boolean;
    /** Returns an undo function. Null when the view couldn't be removed. */
    readonly remove: (id: string) => (() => void) | null;
    readonly error: string | null;
  };
}

export function SavedViewsMenu({ path, savedViews }: SavedViewsMenuProps) {
  const { views, save, rename, remove, error } = savedViews;
  const currentSearch = useLocation().search.slice(1);
  const [opened, { toggle, close }] = useDisclosure();
  const panel = useRef<HTMLDivElement>(null);
  /** ID of the view that the user is naming, "" for a new one, or null. */
  const [naming, setNaming] = useState<string | null>(null);
  const copyLink = useCopyLink();
  const listUrl = useHref(path);

  const focusPanel = () => panel.current?.focus({ preventScroll: true });

  function handleClose() {
    setNaming(null);
    close();
  }

  function stopNaming() {
    setNaming(null);
    focusPanel();
  }

  function handleRemove({ id, name }: View) {
    focusPanel();
    const undo = remove(id);
    if (!undo) return announce(`Couldn't delete “${name}”`);
    toasts.show({ title: `View “${name}” deleted`, action: { label: "Undo", onSelect: undo } });
  }

  const getActions = (view: View): readonly MenuAction[] => [
    {
      id: "copy",
      label: "Copy link",
      icon: <CopyIcon />,
      onSelect: () => void copyLink(withSearch(listUrl, view.search), view.name),
    },
    { id: "rename", label: "Rename", icon: <EditIcon />, onSelect: () => setNaming(view.id) },
    {
      id: "delete",
      label: "Delete",
      icon: <TrashIcon />,
      tone: "danger",
      onSelect: () => handleRemove(view),
    },
  ];

  const nameForm = (view: View | null) => (
    <ViewNameForm
      view={view}
      others={views.filter((other) => other !== view)}
      onSubmit={(name) => (view ? rename(view.id, name) : save(name, currentSearch)) && stopNaming()}
      onCancel={stopNaming}
    />
  );

  return (
    <Panel
      ref={panel}
      opened={opened}
      onClose={handleClose}
      width={320}
      target={
        <Button leftSection={<ListIcon />} rightSection={<ChevronDownIcon size={14} />} onClick={toggle}>
          Saved views
        </Button>
      }
    >
      {error !== null && <Notice tone="danger">{error}</Notice>}
      {views.length === 0 && (
        <Text p="6px 8px" fz="sm" c="dimmed">
          No saved views yet. A view stores this list's search, sort, and columns in this browser.
        </Text>
      )}
      <ul className={classes.list}>
        {views.map((view) => {
          const isCurrent = hasSameParams(view.search, currentSearch);
          return (
            <li key={view.id}>
              {naming === view.id ? (
                nameForm(view)
              ) : (
                <Group gap={0} wrap="nowrap">
                  <NavLink
                    component={Link}
                    to={withSearch(path, view.search)}
                    className={classes.item}
                    label={view.name}
                    active={isCurrent}
                    aria-current={isCurrent ? "page" : undefined}
                    onClick={handleClose}
                  />
                  <ActionMenu label={`Actions for view ${view.name}`} actions={() => getActions(view)} />
                </Group>
              )}
            </li>
          );
        })}
      </ul>
      {naming === "" ? (
        nameForm(null)
      ) : (
        <NavLink
          component="button"
          type="button"
          className={classes.item}
          label="Save view…"
          leftSection={<PlusIcon />}
          onClick={() => setNaming("")}
        />
      )}
    </Panel>
  );
}

const withSearch = (path: string, search: string) => (search === "" ? path : `${path}?${search}`);

/** Whether two search strings have the same parameters, in any order. */
function hasSameParams(...searches: readonly [string, string]): boolean {
  const [first, second] = searches.map((search) => {
    const params = new URLSearchParams(search);
    params.sort();
    return params.toString();
  });
  return first === second;
}

const MAX_NAME_LENGTH = 80;

/** Shows a form for the name of a view. A single field needs no form library. */
function ViewNameForm(props: {
  readonly view: View | null;
  readonly others: readonly View[];
  readonly onSubmit: (name: string) => void;
  readonly onCancel: () => void;
}) {
  const { view, others, onSubmit, onCancel } = props;
  const [text, setText] = useState(view?.name ?? "");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const name = text.trim();
  const isTaken = others.some((other) => other.name === name);
  const error =
    name === ""
      ? "Enter a name."
      : name.length > MAX_NAME_LENGTH
        ? `Use at most ${MAX_NAME_LENGTH} characters.`
        : view && isTaken
          ? "A view with this name already exists."
          : undefined;

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (error === undefined) onSubmit(name);
    else input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Escape closes only the form, not the panel around it.
    event.stopPropagation();
    onCancel();
  }

  return (
    <form noValidate onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
      <Stack gap={8} p="6px 8px">
        <TextInput
          autoComplete="off"
          ref={input}
          label={view ? "New name" : "View name"}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={wasSubmitted ? error : undefined}
          description={!view && isTaken ? "This replaces the existing view." : undefined}
        />
        <Group justify="flex-end" gap={8}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="filled" type="submit">
            {view ? "Rename" : "Save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
