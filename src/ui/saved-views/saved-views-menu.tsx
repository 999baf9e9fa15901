import { Button, Group, NavLink, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link, useHref, useLocation } from "react-router-dom";
import { useAnnounce } from "@/ui/feedback/announcer";
import { useCopyLink } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { toasts } from "@/ui/feedback/toasts";
import { ActionMenu, type MenuAction } from "@/ui/overlay/action-menu";
import { Panel } from "@/ui/overlay/panel";
import { ChevronDownIcon, CopyIcon, EditIcon, ListIcon, PlusIcon, TrashIcon } from "@/ui/theme/icons";
import classes from "./saved-views-menu.module.css";

interface View {
  readonly id: string;
  readonly name: string;
  /** Search string without "?". */
  readonly search: string;
}

export interface SavedViewsMenuProps {
  /** Path of the list without search parameters. */
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

const NEW_VIEW = Symbol("new view");

export function SavedViewsMenu({ path, savedViews }: SavedViewsMenuProps) {
  const { views, save, rename, remove, error } = savedViews;
  const currentSearch = useLocation().search.slice(1);
  const [opened, { toggle, close }] = useDisclosure();
  const panel = useRef<HTMLDivElement>(null);
  /** ID of the view that the user is naming, or null. */
  const [naming, setNaming] = useState<string | typeof NEW_VIEW | null>(null);
  const announce = useAnnounce();
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
        <Button
          variant="default"
          leftSection={<ListIcon />}
          rightSection={<ChevronDownIcon size={14} />}
          onClick={toggle}
        >
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
      {naming === NEW_VIEW ? (
        nameForm(null)
      ) : (
        <NavLink
          component="button"
          type="button"
          className={classes.item}
          label="Save view…"
          leftSection={<PlusIcon />}
          onClick={() => setNaming(NEW_VIEW)}
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

interface ViewNameFormProps {
  /** The view to rename, or null for a new one. */
  readonly view: View | null;
  readonly others: readonly View[];
  /** Receives the trimmed name. */
  readonly onSubmit: (name: string) => void;
  readonly onCancel: () => void;
}

const MAX_NAME_LENGTH = 80;

/** Shows a form for the name of a view. A single field needs no form library. */
function ViewNameForm({ view, others, onSubmit, onCancel }: ViewNameFormProps) {
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
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">{view ? "Rename" : "Save"}</Button>
        </Group>
      </Stack>
    </form>
  );
}
