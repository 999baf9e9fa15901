import { Box, Kbd, Text } from "@mantine/core";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "@/app/connection/session";
import { destinationPath, listDestinations, pages } from "@/app/pages";
import { openTour } from "@/app/tour/tour";
import type { Api } from "@/data/backend/backend";
import { useRegexHelper } from "@/data/browser-storage/local-storage";
import { readSavedViews } from "@/data/browser-storage/project-settings";
import { openBulkJob, useBulkJobs } from "@/data/bulk/bulk-job-store";
import { findCachedSubscription, subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { HELP_PAGES } from "@/features/help/pages/table-of-contents";
import { testDeliveryBlocker } from "@/features/subscriptions/deliveries/delivery-messages";
import { useTestDelivery } from "@/features/subscriptions/deliveries/use-test-delivery";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { API_KEY_IN_TEXT_MESSAGE, containsApiKey } from "@/lib/text/normalize-text";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { useColorSchemeCycle } from "@/ui/feedback/color-scheme-toggle";
import { DialogFrame } from "@/ui/overlay/frames";
import { CopyIcon, EditIcon, HelpIcon, ListIcon, MailIcon, SettingsIcon, UsersIcon } from "@/ui/theme/icons";
import classes from "./palette.module.css";
import { useRecordSearchResults } from "./use-record-search-results";
import { areSingleKeysEnabled, HELP_KEYS, useGoTo } from "./use-shortcuts";

/** Command palette. Follows the ARIA combobox pattern, unlike Mantine's spotlight. */
export function Palette(props: {
  readonly projectId: string | null;
  readonly onShowShortcuts: () => void;
  readonly onClose: () => void;
  /** Text that was typed while the code loaded. */
  readonly typedText?: string;
}) {
  const { projectId, onShowShortcuts, onClose, typedText = "" } = props;
  const commands = useCommands(projectId, onShowShortcuts);
  const [query, setQuery] = useState(typedText);
  const [selectedIndex, setSelectedIndex] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const recordResults = useRecordSearchResults(query, projectId);
  const matchingCommands = filterCommands(commands, query);
  const results = keepNeededDetails(
    COMMAND_GROUPS.flatMap((group) =>
      [...matchingCommands, ...recordResults.commands].filter((command) => command.group === group),
    ),
  );
  // Results change while the user types, so the index may be too high.
  const activeIndex = Math.min(selectedIndex, Math.max(results.length - 1, 0));
  const getOptionId = (position: number) => `${id}-option-${position}`;

  function runCommand(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function moveTo(position: number) {
    setSelectedIndex(position);
    list.current?.querySelectorAll("[role=option]")[position]?.scrollIntoView({ block: "nearest" });
  }

  function handleKeyDown(event: KeyboardEvent) {
    const moves: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = moves[event.key];
    if (step !== undefined) moveTo((activeIndex + step + results.length) % Math.max(results.length, 1));
    else if (event.key === "Home") moveTo(0);
    else if (event.key === "End") moveTo(results.length - 1);
    else if (event.key === "Enter") runCommand(results[activeIndex]);
    else return;
    event.preventDefault();
  }

  return (
    <DialogFrame
      onClose={onClose}
      attributes={{ content: { "aria-label": "Search" } }}
      classNames={{ content: classes.content, body: "" }}
      padding={0}
      size={560}
      yOffset="12dvh"
    >
      <input
        // Takes focus immediately. Mantine focuses the field later, after further keys.
        ref={focusField}
        role="combobox"
        aria-label="Search pages, actions, and items"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={results.length > 0 ? getOptionId(activeIndex) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        data-autofocus
        className={classes.input}
        placeholder="Search pages, actions, and loaded items"
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setSelectedIndex(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Pages, actions, and items"
        className={classes.list}
      >
        {COMMAND_GROUPS.map((group) => {
          const isInGroup = (command: Command) => command.group === group;
          // Spaces would separate the IDs in `aria-labelledby`.
          const headingId = `${id}-${group.replaceAll(" ", "-")}`;
          if (!results.some(isInGroup)) return null;
          return (
            <div key={group} role="group" aria-labelledby={headingId}>
              <Text id={headingId} fz="xs" c="dimmed" p="8px 12px 4px" role="presentation">
                {group}
              </Text>
              {results.map(
                (command, position) =>
                  isInGroup(command) && (
                    <PaletteOption
                      key={command.id}
                      id={getOptionId(position)}
                      command={command}
                      isActive={position === activeIndex}
                      onRun={() => runCommand(command)}
                      onPoint={() => setSelectedIndex(position)}
                    />
                  ),
              )}
            </div>
          );
        })}
      </div>
      <p className={classes.count} role="status">
        {containsApiKey(query)
          ? API_KEY_IN_TEXT_MESSAGE
          : results.length === 0
            ? `No results for “${query}”`
            : pluralize(matchingCommands.length + recordResults.total, "result", "results")}
      </p>
    </DialogFrame>
  );
}

function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}

function PaletteOption(props: {
  readonly id: string;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onRun: () => void;
  readonly onPoint: () => void;
}) {
  const { id, command, isActive, onRun, onPoint } = props;
  const { label, detail, Icon, keys } = command;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      onClick={onRun}
      onPointerMove={onPoint}
    >
      <Box component="span" display="inline-flex" c="dimmed">
        {Icon && <Icon />}
      </Box>
      <span className={classes.label}>
        {label}
        {detail !== undefined && (
          <Text span display="block" fz="xs" c="dimmed">
            {" "}
            {detail}
          </Text>
        )}
      </span>
      {keys && <Kbd>{keys}</Kbd>}
    </div>
  );
}

const COMMAND_GROUPS = [
  "This page",
  "Pages",
  "Saved views",
  "Actions",
  "Subscriptions",
  "Trash",
  "Recipients",
  "Sources",
  "Exports",
  "Members",
  "People",
  "Web vitals",
  "Help",
] as const;

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** Second line, to distinguish commands with the same label. */
  readonly detail?: string;
  readonly Icon?: typeof MailIcon;
  readonly isSearchOnly?: boolean;
  readonly keywords?: string;
  /** Keys pressed in sequence, such as `g s`. */
  readonly keys?: string;
  readonly run: () => void;
}

const UUID = /^[\da-f-]{36}$/i;

function listRecordLinks(projectId: string | null, pathname: string) {
  const [, area, id = ""] = /^\/p\/[^/]+\/(\w+)\/([^/]+)$/.exec(pathname) ?? [];
  if (projectId === null) return [];
  if (area === "subscriptions" && /^\d+$/.test(id)) {
    const edit = paths.editSubscription(projectId, id);
    const copy = paths.newSubscription(projectId, { from: id });
    return [
      { id: "edit", label: "Edit this subscription", Icon: EditIcon, keywords: "", to: edit },
      { id: "duplicate", label: "Duplicate this subscription", Icon: CopyIcon, keywords: "copy", to: copy },
    ];
  }
  if (area === "exports" && /^\d+$/.test(id)) {
    const to = paths.newExport(projectId, { from: id });
    return [
      { id: "repeat", label: "Export in another format", Icon: CopyIcon, keywords: "again format", to },
    ];
  }
  if (area === "members" && UUID.test(id)) {
    const to = paths.offboard(projectId, id);
    return [{ id: "offboard-this", label: "Offboard this person", Icon: UsersIcon, keywords: "remove", to }];
  }
  return [];
}

/** Without a project, returns only the global commands. */
export function buildCommands(context: {
  readonly projectId: string | null;
  readonly hasRegex: boolean;
  readonly pathname: string;
  readonly navigate: (to: string) => void;
  readonly cycleColorScheme: () => void;
  readonly showShortcuts: () => void;
  readonly showTour: () => void;
}): Command[] {
  const { projectId, hasRegex, pathname, navigate, cycleColorScheme, showShortcuts, showTour } = context;
  return [
    ...listRecordLinks(projectId, pathname).map(
      ({ to, ...link }): Command => ({ ...link, group: "This page", run: () => navigate(to) }),
    ),
    ...listDestinations(projectId, hasRegex).map(
      ({ group: _, isAction, ...destination }): Command => ({
        ...destination,
        group: isAction ? "Actions" : "Pages",
        run: () => navigate(destinationPath(destination, projectId)),
      }),
    ),
    {
      id: "color-scheme",
      Icon: SettingsIcon,
      label: "Switch color scheme",
      group: "Actions",
      keywords: "dark light auto theme",
      run: cycleColorScheme,
    },
    {
      id: "shortcuts",
      Icon: HelpIcon,
      label: "Show keyboard shortcuts",
      group: "Actions",
      keywords: "help keys",
      keys: HELP_KEYS,
      run: showShortcuts,
    },
    ...(projectId === null
      ? []
      : [
          {
            id: "tour",
            Icon: HelpIcon,
            label: "Take the tour",
            group: "Actions",
            keywords: "help welcome start introduction",
            run: showTour,
          } as const,
        ]),
    ...HELP_PAGES.map(
      ({ name, title, keywords }): Command => ({
        id: `help-${name}`,
        Icon: HelpIcon,
        label: `Help: ${title}`,
        group: "Help",
        keywords,
        isSearchOnly: true,
        run: () => navigate(paths.help(name)),
      }),
    ),
  ];
}

/** Returns the commands that match every word of the text, sorted by group. */
export function filterCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = commands.filter((command) => {
    if (words.length === 0) return !command.isSearchOnly;
    const haystack = `${command.label} ${command.group} ${command.keywords ?? ""}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  return COMMAND_GROUPS.flatMap((group) => matching.filter((command) => command.group === group));
}

export function keepNeededDetails(commands: readonly Command[]): readonly Command[] {
  const counts = new Map<string, number>();
  for (const { label } of commands) counts.set(label, (counts.get(label) ?? 0) + 1);
  return commands.map(({ detail, ...command }) =>
    detail !== undefined && (counts.get(command.label) ?? 0) > 1 ? { ...command, detail } : command,
  );
}

const LISTS_WITH_VIEWS = {
  subscriptions: pages.subscriptionList,
  recipients: pages.recipientList,
  sources: pages.sourceList,
  exports: pages.exportList,
  members: pages.memberList,
};

function useCommands(projectId: string | null, showShortcuts: () => void): readonly Command[] {
  const goTo = useGoTo();
  const { cycle } = useColorSchemeCycle();
  const { pathname } = useLocation();
  const { backend } = useSession();
  const api = backend && projectId !== null ? { ...backend, projectId } : null;
  const [lastJob] = useBulkJobs(backend).jobs;
  const testDelivery = useTestDeliveryCommand(api, pathname);
  const commands = buildCommands({
    projectId,
    hasRegex: useRegexHelper(),
    pathname,
    navigate: goTo,
    cycleColorScheme: cycle,
    showShortcuts,
    // The palette must close before the tour opens.
    showTour: () => setTimeout(openTour),
  });
  if (testDelivery !== null) commands.push(testDelivery);
  for (const [collection, page] of api ? Object.entries(LISTS_WITH_VIEWS) : [])
    for (const view of api ? readSavedViews(api, collection) : [])
      commands.push({
        id: `view ${collection} ${view.id}`,
        Icon: ListIcon,
        label: `${page.label}: ${view.name}`,
        group: "Saved views",
        run: () => goTo(`${destinationPath(page, projectId)}?${view.search}`),
      });
  if (lastJob !== undefined) {
    commands.push({
      id: "last-run",
      Icon: ListIcon,
      label: "Show last bulk action",
      group: "Actions",
      keywords: "progress outcome undo retry",
      run: () => openBulkJob(lastJob.api, lastJob),
    });
  }
  return areSingleKeysEnabled() ? commands : commands.map(({ keys: _, ...command }) => command);
}

/** Null if the menu of the open subscription doesn't offer a test delivery. */
function useTestDeliveryCommand(api: Api | null, pathname: string): Command | null {
  const testDelivery = useTestDelivery(api);
  const { id } = /^\/p\/[^/]+\/subscriptions\/(?<id>\d+)$/.exec(pathname)?.groups ?? {};
  if (api === null || id === undefined) return null;
  const record =
    api.queryClient.getQueryData(subscriptionQueries.detail(api, Number(id)).queryKey) ??
    findCachedSubscription(api, Number(id));
  const { missingScopes } = api.client.connectionStatus.get();
  const isOffered =
    record !== undefined &&
    testDelivery.canTest(record) &&
    testDeliveryBlocker(record) === undefined &&
    !missingScopes.has(SUBSCRIPTION_WRITE_SCOPE);
  if (!isOffered) return null;
  return {
    id: "test-delivery",
    label: "Send test delivery…",
    group: "This page",
    Icon: MailIcon,
    keywords: "manual now run",
    run: () => setTimeout(() => void testDelivery.send(record)),
  };
}
