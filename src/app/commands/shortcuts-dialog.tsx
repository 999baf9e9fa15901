import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import { Modal } from "@mantine/core";
import { useEffect } from "react";
import { singleKeysEnabled } from "@/app/settings/preferences";
import { paths } from "@/lib/url/paths";
import { useFocusBack } from "@/ui/hooks/restore-focus";
import { Kbd } from "@/ui/primitives/kbd";
import { Link } from "@/ui/primitives/link";
import classes from "./shortcuts-dialog.module.css";
import { useCommands } from "./use-commands";

interface Shortcut {
  readonly keys: string;
  readonly label: string;
}

const EVERYWHERE: readonly Shortcut[] = [
  { keys: "⌘K / Ctrl K", label: "Search pages, actions and records" },
  { keys: "F8", label: "Jump to messages" },
  { keys: "Esc", label: "Close what is open" },
];

const SEARCH: Shortcut = { keys: "/", label: "Search the list" };

const IN_LISTS: readonly Shortcut[] = [
  { keys: "↓ / j", label: "Next row" },
  { keys: "↑ / k", label: "Previous row" },
  { keys: "Enter", label: "Open the row" },
  { keys: "e", label: "Edit the delivery" },
  { keys: "d", label: "Download the export" },
  { keys: "x", label: "Select the row; with Shift all up to it" },
  { keys: "Home / End", label: "First row, last row" },
];

const IN_FORMS: readonly Shortcut[] = [{ keys: "⌘Enter / Ctrl Enter", label: "Save" }];

function Shortcuts(props: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) {
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

/** Lists every shortcut of the app. */
export function ShortcutsDialog(props: {
  readonly projectId: string | null;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}) {
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  const commands = useCommands(props.projectId, props.onShortcuts);
  const goTo = commands.flatMap(({ keys, label }) => (keys ? [{ keys, label }] : []));
  const hasSingleKeys = singleKeysEnabled();
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
          Shortcuts of a single key are switched off under{" "}
          <Link to={paths.settings()} onClick={props.onClose}>
            Settings
          </Link>
          . Those of a list work while one of its rows has the focus.
        </p>
      )}
      <div className={classes.columns}>
        <Shortcuts title="Everywhere" shortcuts={hasSingleKeys ? [SEARCH, ...EVERYWHERE] : EVERYWHERE} />
        {hasSingleKeys && <Shortcuts title="Go and do" shortcuts={goTo} />}
        <Shortcuts title="In lists" shortcuts={IN_LISTS} />
        <Shortcuts title="In forms" shortcuts={IN_FORMS} />
      </div>
    </Modal>
  );
}
