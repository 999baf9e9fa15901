import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link, useHref } from "react-router-dom";
import { useAnnounce } from "@/ui/feedback/announcer";
import { useCopyLink } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { toasts } from "@/ui/feedback/toasts";
import { ActionMenu, type MenuAction } from "@/ui/overlay/action-menu";
import { Panel } from "@/ui/overlay/panel";
import { ChevronDownIcon, CopyIcon, EditIcon, ListIcon, PlusIcon, TrashIcon } from "@/ui/theme/icons";
import classes from "./saved-views-menu.module.css";

interface ViewItem {
  readonly id: string;
  readonly name: string;
  /** Search string without "?". */
  readonly search: string;
}

interface SavedViewsMenuProps {
  readonly views: readonly ViewItem[];
  readonly currentSearch: string;
  readonly linkTo: (search: string) => string;
  /** Saves the current search. Replaces a view with the same name. Returns false when storage fails. */
  readonly onSave: (name: string) => boolean;
  readonly onRename: (id: string, name: string) => boolean;
  /** Returns an undo function. Null when the view couldn't be removed. */
  readonly onRemove: (id: string) => (() => void) | null;
  readonly error: string | null;
}

/** The view that the user is naming, or null. The `id` of a new view is null. */
type NamingTarget = { readonly id: string | null } | null;

export function SavedViewsMenu(props: SavedViewsMenuProps) {
  const { views, currentSearch, linkTo, onSave, onRename, error } = props;
  const [opened, { toggle, close }] = useDisclosure();
  const panel = useRef<HTMLDivElement>(null);
  const [naming, setNaming] = useState<NamingTarget>(null);

  const focusPanel = () => panel.current?.focus({ preventScroll: true });

  function handleClose() {
    setNaming(null);
    close();
  }

  function stopNaming() {
    setNaming(null);
    focusPanel();
  }

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
        {views.map((view) => (
          <li key={view.id}>
            {naming?.id === view.id ? (
              <ViewNameForm
                label="New name"
                initialName={view.name}
                submitLabel="Rename"
                validate={(name) =>
                  views.some((otherView) => otherView.id !== view.id && otherView.name === name)
                    ? "A view with this name already exists."
                    : undefined
                }
                onSubmit={(name) => onRename(view.id, name) && stopNaming()}
                onCancel={stopNaming}
              />
            ) : (
              <ViewRow
                view={view}
                to={linkTo(view.search)}
                isCurrent={hasSameParams(view.search, currentSearch)}
                onNavigate={handleClose}
                onRename={() => setNaming({ id: view.id })}
                onRemove={() => {
                  focusPanel();
                  return props.onRemove(view.id);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {naming?.id === null ? (
        <ViewNameForm
          label="View name"
          initialName=""
          submitLabel="Save"
          getHint={(name) =>
            views.some((view) => view.name === name) ? "This replaces the existing view." : undefined
          }
          onSubmit={(name) => onSave(name) && stopNaming()}
          onCancel={stopNaming}
        />
      ) : (
        <button type="button" className={classes.saveButton} onClick={() => setNaming({ id: null })}>
          <PlusIcon />
          Save view…
        </button>
      )}
    </Panel>
  );
}

interface ViewRowProps {
  readonly view: ViewItem;
  readonly to: string;
  readonly isCurrent: boolean;
  readonly onNavigate: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => (() => void) | null;
}

function ViewRow({ view, to, isCurrent, onNavigate, onRename, onRemove }: ViewRowProps) {
  const announce = useAnnounce();
  const copyLink = useCopyLink();
  const href = useHref(to);

  function handleRemove() {
    const undo = onRemove();
    if (!undo) return announce(`Couldn't delete “${view.name}”`);
    toasts.show({
      title: `View “${view.name}” deleted`,
      action: { label: "Undo", onSelect: undo },
    });
  }

  function getActions(): readonly MenuAction[] {
    return [
      { id: "copy", label: "Copy link", icon: <CopyIcon />, onSelect: () => void copyLink(href, view.name) },
      { id: "rename", label: "Rename", icon: <EditIcon />, onSelect: onRename },
      { id: "delete", label: "Delete", icon: <TrashIcon />, tone: "danger", onSelect: handleRemove },
    ];
  }

  return (
    <div className={classes.row} data-current={isCurrent || undefined}>
      <Link
        to={to}
        className={classes.link}
        aria-current={isCurrent ? "page" : undefined}
        onClick={onNavigate}
      >
        {view.name}
      </Link>
      <ActionMenu label={`Actions for view ${view.name}`} actions={getActions} />
    </div>
  );
}

/** Whether two search strings have the same parameters, in any order. */
function hasSameParams(firstSearch: string, secondSearch: string): boolean {
  const [first, second] = [firstSearch, secondSearch].map((search) => {
    const params = new URLSearchParams(search);
    params.sort();
    return params.toString();
  });
  return first === second;
}

interface ViewNameFormProps {
  readonly label: string;
  readonly initialName: string;
  readonly submitLabel: string;
  readonly validate?: (name: string) => string | undefined;
  readonly getHint?: (name: string) => string | undefined;
  /** Receives the trimmed name. */
  readonly onSubmit: (name: string) => void;
  readonly onCancel: () => void;
}

const MAX_NAME_LENGTH = 80;

/** Shows a form for the name of a view. A single field needs no form library. */
function ViewNameForm(props: ViewNameFormProps) {
  const { label, initialName, submitLabel, validate, getHint, onSubmit, onCancel } = props;
  const [text, setText] = useState(initialName);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const name = text.trim();
  const nameError = validateName(name, validate);

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (nameError === undefined) onSubmit(name);
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
          label={label}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={wasSubmitted ? nameError : undefined}
          description={getHint?.(name)}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">{submitLabel}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function validateName(name: string, validate: ViewNameFormProps["validate"]): string | undefined {
  if (name === "") return "Enter a name.";
  if (name.length > MAX_NAME_LENGTH) return `Use at most ${MAX_NAME_LENGTH} characters.`;
  return validate?.(name);
}
