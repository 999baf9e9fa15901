import { useState } from "react";
import { Link } from "react-router-dom";
import { areSingleKeysEnabled } from "@/app/settings/preferences";
import { paths } from "@/lib/url/paths";
import { DialogFrame } from "@/ui/overlay/dialog-frame";
import { Kbd } from "@/ui/primitives/kbd";
import classes from "./shortcuts-dialog.module.css";
import { useCommands } from "./use-commands";

interface Shortcut {
  readonly keys: string;
  readonly label: string;
}

const GLOBAL_SHORTCUTS: readonly Shortcut[] = [
  { keys: "⌘K / Ctrl K", label: "Search everything" },
  { keys: "F8", label: "Jump to notifications" },
  { keys: "Esc", label: "Close dialog or menu" },
];

/** Shortcuts of pages on which `selector` matches an element. */
const PAGE_SHORTCUTS: readonly (Shortcut & { readonly selector: string; readonly isSingleKey?: boolean })[] =
  [
    { selector: "[data-search-field]", keys: "/", label: "Search list", isSingleKey: true },
    { selector: "[data-search-field]", keys: "Esc Esc", label: "Leave search" },
    { selector: "[data-row-focus]", keys: "↓ / j", label: "Next row" },
    { selector: "[data-row-focus]", keys: "↑ / k", label: "Previous row" },
    { selector: "a[data-row-focus]", keys: "Enter", label: "Open row" },
    { selector: "tr[data-selectable]", keys: "x", label: "Select row (Shift selects a range)" },
    { selector: "tr[data-selectable]", keys: "⌘A / Ctrl A", label: "Select all" },
    { selector: 'a[data-row-focus][href*="/subscriptions/"]', keys: "e", label: "Edit subscription" },
    { selector: 'a[data-row-focus][href*="/exports/"]', keys: "d", label: "Download export" },
    { selector: "[data-row-focus]", keys: "Home / End", label: "First or last row" },
    { selector: "[data-calendar] [role=grid]", keys: "← → ↑ ↓", label: "Move between days" },
    { selector: "[data-calendar] [role=grid]", keys: "Page Up / Down", label: "Previous or next period" },
    { selector: "form", keys: "⌘Enter / Ctrl Enter", label: "Save" },
  ];

function findPageShortcuts(hasSingleKeys: boolean): readonly Shortcut[] {
  return PAGE_SHORTCUTS.filter(
    ({ selector, isSingleKey = false }) =>
      (hasSingleKeys || !isSingleKey) && document.querySelector(`main ${selector}`) !== null,
  );
}

function ShortcutSection(props: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className={classes.title}>{props.title}</h3>
      <dl>
        {props.shortcuts.map(({ keys, label }) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd className={classes.keys}>
              <Kbd>{keys}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function ShortcutsDialog(props: {
  readonly projectId: string | null;
  readonly onShowShortcuts: () => void;
  readonly onClose: () => void;
}) {
  const commands = useCommands(props.projectId, props.onShowShortcuts);
  const commandShortcuts = commands.flatMap(({ keys, label }) => (keys ? [{ keys, label }] : []));
  const hasSingleKeys = areSingleKeysEnabled();
  const [pageShortcuts] = useState(() => findPageShortcuts(hasSingleKeys));
  return (
    <DialogFrame
      withCloseButton
      onClose={props.onClose}
      title="Keyboard shortcuts"
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {!hasSingleKeys && (
        <p className={classes.note}>
          Single-key shortcuts are turned off in{" "}
          <Link to={paths.settings()} onClick={props.onClose}>
            Settings
          </Link>
          . List shortcuts still work while a row has focus.
        </p>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          {pageShortcuts.length > 0 && <ShortcutSection title="On this page" shortcuts={pageShortcuts} />}
          <ShortcutSection title="Everywhere" shortcuts={GLOBAL_SHORTCUTS} />
        </div>
        {hasSingleKeys && <ShortcutSection title="Pages and actions" shortcuts={commandShortcuts} />}
      </div>
    </DialogFrame>
  );
}
