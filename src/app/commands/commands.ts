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
import { paths } from "@/lib/url/paths";
import { useColorSchemeCycle } from "@/ui/feedback/color-scheme-toggle";
import { CopyIcon, EditIcon, HelpIcon, ListIcon, MailIcon, SettingsIcon, UsersIcon } from "@/ui/theme/icons";
import { areSingleKeysEnabled, HELP_KEYS, useGoTo } from "./use-shortcuts";

/** Groups in the palette's order. */
export const COMMAND_GROUPS = [
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
  /** Imperative phrase or page name. */
  readonly label: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** Second line, to distinguish commands with the same label. */
  readonly detail?: string;
  readonly Icon?: typeof MailIcon;
  /** Whether the command is hidden until a search finds it. */
  readonly isSearchOnly?: boolean;
  readonly keywords?: string;
  /** Keys pressed in sequence, such as `g s`. */
  readonly keys?: string;
  readonly run: () => void;
}

const UUID = /^[\da-f-]{36}$/i;

/** Returns the actions on the record of the page. */
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

/**
 * Returns the current project's commands and the global commands. Without a project, returns only
 * the global commands.
 */
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

/** List pages by the names of their saved views. */
const LISTS_WITH_VIEWS = {
  subscriptions: pages.subscriptionList,
  recipients: pages.recipientList,
  sources: pages.sourceList,
  exports: pages.exportList,
  members: pages.memberList,
};

export function useCommands(projectId: string | null, showShortcuts: () => void): readonly Command[] {
  const goTo = useGoTo();
  const { cycle } = useColorSchemeCycle();
  const { pathname } = useLocation();
  const { backend } = useSession();
  const [lastJob] = useBulkJobs(backend).jobs;
  const testDelivery = useTestDeliveryCommand(projectId, pathname);
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
  if (backend !== null && projectId !== null) {
    const api = { ...backend, projectId };
    for (const [collection, page] of Object.entries(LISTS_WITH_VIEWS))
      for (const view of readSavedViews(api, collection))
        commands.push({
          id: `view ${collection} ${view.id}`,
          Icon: ListIcon,
          label: `${page.label}: ${view.name}`,
          group: "Saved views",
          run: () => goTo(`${destinationPath(page, projectId)}?${view.search}`),
        });
  }
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

/**
 * Returns the command that sends a test delivery of the open subscription. Null if the subscription's menu doesn't
 * offer one.
 */
function useTestDeliveryCommand(projectId: string | null, pathname: string): Command | null {
  const { backend } = useSession();
  const api: Api | null = backend && projectId !== null ? { ...backend, projectId } : null;
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
    // Opens the dialog after the palette has closed.
    run: () => setTimeout(() => void testDelivery.send(record)),
  };
}
