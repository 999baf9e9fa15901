import { Group, Kbd, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { listDestinations } from "@/app/pages";
import { paths } from "@/lib/url/paths";
import { DialogFrame } from "@/ui/overlay/frames";
import classes from "./shortcuts-dialog.module.css";
import { areSingleKeysEnabled, HELP_KEYS } from "./use-shortcuts";

interface Shortcut {
  readonly keys: string;
  readonly label: string;
}

const GLOBAL_SHORTCUTS: readonly Shortcut[] = [
  { keys: "⌘K / Ctrl K", label: "Search everything" },
  { keys: "⌘Enter / Ctrl Enter", label: "Save form or run preview" },
  { keys: "⌘Z / Ctrl Z", label: "Undo last change" },
  { keys: "F8", label: "Jump to notifications" },
  { keys: "Esc", label: "Close dialog or menu" },
];

const rowsOf = (table: string) => `table[aria-label="${table}"] [data-row-focus]`;

const PAGE_SHORTCUTS: readonly (Shortcut & { readonly selector: string; readonly isSingleKey?: boolean })[] =
  [
    { selector: "[data-search-field]", keys: "/", label: "Search list", isSingleKey: true },
    { selector: "[data-search-field]", keys: "Esc Esc", label: "Leave search" },
    { selector: "[data-row-focus]", keys: "Enter / ↓", label: "From search to first row" },
    { selector: "[data-row-focus]", keys: "↓ / j", label: "Next row" },
    { selector: "[data-row-focus]", keys: "↑ / k", label: "Previous row" },
    { selector: "a[data-row-focus]", keys: "Enter", label: "Open row" },
    { selector: "tr[data-selectable]", keys: "x", label: "Select row (Shift selects a range)" },
    { selector: "tr[data-selectable]", keys: "⌘A / Ctrl A", label: "Select all" },
    { selector: rowsOf("Subscriptions"), keys: "e", label: "Edit subscription" },
    { selector: rowsOf("Subscriptions"), keys: "p", label: "Pause or resume subscription" },
    { selector: rowsOf("Subscriptions"), keys: "d", label: "Duplicate subscription" },
    { selector: rowsOf("Subscriptions"), keys: "Del", label: "Delete subscription" },
    { selector: rowsOf("Deleted subscriptions"), keys: "r", label: "Restore subscription" },
    { selector: rowsOf("Deleted subscriptions"), keys: "d", label: "Duplicate subscription" },
    { selector: rowsOf("Exports"), keys: "d", label: "Download export" },
    { selector: rowsOf("Exports"), keys: "r", label: "Run export again" },
    { selector: rowsOf("Members"), keys: "o", label: "Offboard person" },
    { selector: rowsOf("Members"), keys: "Del", label: "Remove member" },
    { selector: rowsOf("Recipients"), keys: "e", label: "Replace recipient" },
    { selector: rowsOf("Recipients"), keys: "Del", label: "Remove recipient" },
    {
      selector: `${rowsOf("Recipients")}, main ${rowsOf("Sources")}`,
      keys: "s",
      label: "Show subscriptions",
    },
    { selector: rowsOf("Changes"), keys: "u", label: "Undo change" },
    { selector: "[data-row-focus]", keys: "Home / End", label: "First or last row" },
    { selector: "[data-calendar] [role=grid]", keys: "← → ↑ ↓", label: "Move between days" },
    { selector: "[data-calendar] [role=grid]", keys: "Page Up / Down", label: "Previous or next period" },
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
      <Text component="h3" fz="xs" fw={600} c="dimmed" mb={4}>
        {props.title}
      </Text>
      <dl>
        {props.shortcuts.map(({ keys, label }) => (
          <Group key={label} justify="space-between" wrap="nowrap" mih={32} className={classes.row ?? ""}>
            <dt>{label}</dt>
            <dd>
              <Kbd>{keys}</Kbd>
            </dd>
          </Group>
        ))}
      </dl>
    </section>
  );
}

export function ShortcutsDialog(props: { readonly projectId: string | null; readonly onClose: () => void }) {
  const hasSingleKeys = areSingleKeysEnabled();
  const [pageShortcuts] = useState(() => findPageShortcuts(hasSingleKeys));
  const destinations = listDestinations(props.projectId, false);
  return (
    <DialogFrame
      withCloseButton
      onClose={props.onClose}
      title="Keyboard shortcuts"
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {!hasSingleKeys && (
        <Text fz="sm" mb="md">
          Single-key shortcuts are turned off in{" "}
          <Link to={paths.settings()} onClick={props.onClose}>
            Settings
          </Link>
          . List shortcuts still work while a row has focus.
        </Text>
      )}
      <div className={classes.columns}>
        <Stack gap={20}>
          {pageShortcuts.length > 0 && <ShortcutSection title="On this page" shortcuts={pageShortcuts} />}
          <ShortcutSection title="Everywhere" shortcuts={GLOBAL_SHORTCUTS} />
        </Stack>
        {hasSingleKeys && (
          <ShortcutSection
            title="Pages and actions"
            shortcuts={[
              ...destinations.flatMap(({ keys, label }) => (keys ? [{ keys, label }] : [])),
              { keys: HELP_KEYS, label: "Show keyboard shortcuts" },
            ]}
          />
        )}
      </div>
    </DialogFrame>
  );
}
