import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import { Modal } from "@mantine/core";
import { useEffect } from "react";
import { areSingleKeysEnabled } from "@/app/settings/preferences";
import { paths } from "@/lib/url/paths";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { Kbd } from "@/ui/primitives/kbd";
import { Link } from "@/ui/primitives/link";
import classes from "./shortcuts-dialog.module.css";
import { useCommands } from "./use-commands";

interface Shortcut {
  readonly keys: string;
  readonly label: string;
}

const GLOBAL_SHORTCUTS: readonly Shortcut[] = [
  { keys: "⌘K / Ctrl K", label: "Search pages, actions and items" },
  { keys: "F8", label: "Jump to messages" },
  { keys: "Esc", label: "Close dialog or menu" },
];

const SEARCH_SHORTCUT: Shortcut = { keys: "/", label: "Search list" };

const LIST_SHORTCUTS: readonly Shortcut[] = [
  { keys: "↓ / j", label: "Next row" },
  { keys: "↑ / k", label: "Previous row" },
  { keys: "Enter", label: "Open row" },
  { keys: "e", label: "Edit subscription" },
  { keys: "d", label: "Download export" },
  { keys: "x", label: "Select row (Shift selects a range)" },
  { keys: "Home / End", label: "First or last row" },
];

const FORM_SHORTCUTS: readonly Shortcut[] = [{ keys: "⌘Enter / Ctrl Enter", label: "Save" }];

function ShortcutSection(props: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className={classes.title}>{props.title}</h3>
      <dl className={classes.list}>
        {props.shortcuts.map(({ keys, label }) => (
          <div key={keys} className={classes.row}>
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
  const restoreFocus = useRestoreFocus();
  useEffect(() => restoreFocus, [restoreFocus]);
  const commands = useCommands(props.projectId, props.onShowShortcuts);
  const commandShortcuts = commands.flatMap(({ keys, label }) => (keys ? [{ keys, label }] : []));
  const hasSingleKeys = areSingleKeysEnabled();
  return (
    <Modal
      opened
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
          . List shortcuts work while a row has focus.
        </p>
      )}
      <div className={classes.columns}>
        <ShortcutSection
          title="Everywhere"
          shortcuts={hasSingleKeys ? [SEARCH_SHORTCUT, ...GLOBAL_SHORTCUTS] : GLOBAL_SHORTCUTS}
        />
        {hasSingleKeys && <ShortcutSection title="Pages and actions" shortcuts={commandShortcuts} />}
        <ShortcutSection title="In lists" shortcuts={LIST_SHORTCUTS} />
        <ShortcutSection title="In forms" shortcuts={FORM_SHORTCUTS} />
      </div>
    </Modal>
  );
}
