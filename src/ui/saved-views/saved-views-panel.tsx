import { useState } from "react";
import { Link, useHref } from "react-router-dom";
import { useAnnounce } from "@/ui/feedback/announcer";
import { useCopyLink } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { useToasts } from "@/ui/feedback/toasts";
import { ActionMenu, type MenuAction } from "@/ui/overlay/action-menu";
import type { PanelProps } from "@/ui/overlay/use-panel";
import { CopyIcon, EditIcon, PlusIcon, TrashIcon } from "@/ui/theme/icons";
import classes from "./saved-views-panel.module.css";
import { ViewNameForm } from "./view-name-form";

interface ViewItem {
  readonly id: string;
  readonly name: string;
  /** Search string without "?". */
  readonly search: string;
}

export interface SavedViewsProps {
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

interface SavedViewsPanelProps extends SavedViewsProps {
  readonly panel: PanelProps;
  readonly onClose: () => void;
}

export function SavedViewsPanel(props: SavedViewsPanelProps) {
  const { views, currentSearch, linkTo, onSave, onRename, error, panel, onClose } = props;
  const [naming, setNaming] = useState<NamingTarget>(null);

  function stopNaming() {
    setNaming(null);
    panel.ref.current?.focus({ preventScroll: true });
  }

  return (
    <div {...panel} aria-label="Saved views" className={classes.panel}>
      {error !== null && <Notice tone="danger">{error}</Notice>}
      {views.length === 0 && (
        <p className={classes.empty}>
          No saved views yet. A view stores this list's search, sort, and columns in this browser.
        </p>
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
                onNavigate={onClose}
                onRename={() => setNaming({ id: view.id })}
                onRemove={() => {
                  panel.ref.current?.focus({ preventScroll: true });
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
    </div>
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
  const toasts = useToasts();
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
