import { HELP_PAGES } from "@/features/help/pages/table-of-contents";
import { paths } from "@/lib/url/paths";
import { getShortcutPath, HELP_KEYS } from "./shortcuts";

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
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** Icons by name, so that commands need no components. */
export type CommandIcon =
  | "home"
  | "mail"
  | "trash"
  | "at"
  | "chart"
  | "calendar"
  | "health"
  | "download"
  | "users"
  | "gauge"
  | "lookup"
  | "journal"
  | "plus"
  | "upload"
  | "settings"
  | "help"
  | "edit"
  | "copy"
  | "list";

export interface Command {
  readonly id: string;
  /** Imperative phrase or page name. */
  readonly label: string;
  readonly group: CommandGroup;
  /** Second line, to distinguish commands with the same label. */
  readonly detail?: string;
  readonly icon?: CommandIcon;
  /** Whether the command is hidden until a search finds it. */
  readonly isSearchOnly?: boolean;
  readonly keywords?: string;
  /** Keys pressed in sequence, such as `g s`. */
  readonly keys?: string;
  readonly run: () => void;
}

export interface CommandContext {
  readonly projectId: string | null;
  readonly pathname: string;
  readonly navigate: (to: string) => void;
  readonly cycleColorScheme: () => void;
  readonly showShortcuts: () => void;
  readonly showTour: () => void;
}

/** A command that opens a page. Without `to`, the page is the one that `keys` opens. */
interface CommandLink extends Omit<Command, "run"> {
  readonly to?: (projectId: string) => string;
}

const PROJECT_COMMANDS: readonly CommandLink[] = [
  {
    id: "overview",
    icon: "home",
    label: "Overview",
    group: "Pages",
    keywords: "start home dashboard today",
    keys: "g o",
  },
  {
    id: "subscriptions",
    icon: "mail",
    label: "Subscriptions",
    group: "Pages",
    keywords: "deliveries schedule list saved views reports",
    keys: "g s",
  },
  {
    id: "trash",
    icon: "trash",
    label: "Trash",
    group: "Pages",
    keywords: "deleted bin restore subscriptions",
    keys: "g b",
  },
  {
    id: "recipients",
    icon: "at",
    label: "Recipients",
    group: "Pages",
    keywords: "addresses channels webhooks domains who outside emails",
    keys: "g r",
  },
  {
    id: "sources",
    icon: "chart",
    label: "Sources",
    group: "Pages",
    keywords: "by source dashboards insights reports names pivot usage",
    keys: "g d",
  },
  {
    id: "calendar",
    icon: "calendar",
    label: "Calendar",
    group: "Pages",
    keywords: "deliveries days month week agenda load ics",
    keys: "g k",
  },
  {
    id: "health",
    icon: "health",
    label: "Health",
    group: "Pages",
    keywords: "overdue ending duplicates never time change daylight saving",
    keys: "g h",
  },
  {
    id: "exports",
    icon: "download",
    label: "Exports",
    group: "Pages",
    keywords: "files images pdf csv downloads",
    keys: "g e",
  },
  {
    id: "members",
    icon: "users",
    label: "Members",
    group: "Pages",
    keywords: "people access levels administrators who team",
    keys: "g m",
  },
  {
    id: "vitals",
    icon: "gauge",
    label: "Web vitals",
    group: "Pages",
    keywords: "performance speed lcp inp cls fcp budgets slow pages",
    keys: "g v",
  },
  {
    id: "sessions",
    icon: "lookup",
    label: "Sessions",
    group: "Pages",
    keywords: "session properties values look-up recordings",
    keys: "g l",
  },
  {
    id: "journal",
    icon: "journal",
    label: "Activity",
    group: "Pages",
    keywords: "journal history undo revert changes outcome log audit",
    keys: "g j",
  },
  {
    id: "new-subscription",
    icon: "plus",
    label: "New subscription",
    group: "Actions",
    keywords: "schedule delivery create add",
    keys: "c",
  },
  {
    id: "new-export",
    icon: "plus",
    label: "New export",
    group: "Actions",
    keywords: "new make file image pdf csv",
    to: (id) => paths.newExport(id),
  },
  {
    id: "add-members",
    icon: "plus",
    label: "Add members",
    group: "Actions",
    keywords: "new people invite access level",
    to: paths.addMembers,
  },
  {
    id: "offboard",
    icon: "users",
    label: "Offboard person",
    group: "Actions",
    keywords: "leaver leaves remove person access deliveries recipients members",
    to: (id) => paths.offboard(id),
  },
  {
    id: "import-file",
    icon: "upload",
    label: "Import changes from file",
    group: "Actions",
    keywords: "json csv apply edited upload subscriptions bulk",
    to: paths.importSubscriptions,
  },
];

const GLOBAL_COMMANDS: readonly CommandLink[] = [
  {
    id: "settings",
    icon: "settings",
    label: "Settings",
    group: "Pages",
    keywords: "preferences demo faults appearance",
    keys: "g ,",
  },
  {
    id: "server",
    icon: "settings",
    label: "Server and requests",
    group: "Pages",
    keywords: "capabilities endpoints scopes request log curl debug api",
    to: () => paths.server(),
  },
  {
    id: "connect",
    icon: "settings",
    label: "Connect to a server",
    group: "Pages",
    keywords: "connection live key login",
    to: () => paths.connect(),
  },
  {
    id: "help",
    icon: "help",
    label: "Help",
    group: "Pages",
    keywords: "guide documentation manual docs",
    to: () => paths.help(),
  },
];

function listRecordLinks(
  projectId: string | null,
  pathname: string,
): readonly (Omit<Command, "run"> & { readonly to: string })[] {
  const [, area, id = ""] = /^\/p\/[^/]+\/(\w+)\/([^/]+)$/.exec(pathname) ?? [];
  if (projectId === null) return [];
  const group = "This page";
  if (area === "subscriptions" && /^\d+$/.test(id)) {
    return [
      {
        id: "edit",
        label: "Edit this subscription",
        group,
        icon: "edit",
        to: paths.editSubscription(projectId, id),
      },
      {
        id: "duplicate",
        label: "Duplicate this subscription",
        group,
        icon: "copy",
        keywords: "copy",
        to: paths.newSubscription(projectId, { from: id }),
      },
    ];
  }
  if (area === "exports" && /^\d+$/.test(id)) {
    const to = paths.newExport(projectId, { from: id });
    return [
      { id: "repeat", label: "Export in another format", group, icon: "copy", keywords: "again format", to },
    ];
  }
  if (area === "members" && UUID.test(id)) {
    const to = paths.offboard(projectId, id);
    return [
      { id: "offboard-this", label: "Offboard this person", group, icon: "users", keywords: "remove", to },
    ];
  }
  return [];
}

const UUID = /^[\da-f-]{36}$/i;

/**
 * Returns the current project's commands and the global commands. Without a project, returns only
 * the global commands.
 */
export function buildCommands(context: CommandContext): Command[] {
  const { projectId, pathname, navigate, cycleColorScheme, showShortcuts, showTour } = context;
  const pages = projectId === null ? GLOBAL_COMMANDS : [...PROJECT_COMMANDS, ...GLOBAL_COMMANDS];
  return [
    ...listRecordLinks(projectId, pathname).map(
      ({ to, ...link }): Command => ({ ...link, run: () => navigate(to) }),
    ),
    ...pages.map(({ to, ...link }): Command => {
      const path = to?.(projectId ?? "") ?? getShortcutPath(link.keys ?? "", projectId);
      return { ...link, run: () => path !== undefined && navigate(path) };
    }),
    {
      id: "color-scheme",
      icon: "settings",
      label: "Switch color scheme",
      group: "Actions",
      keywords: "dark light auto theme",
      run: cycleColorScheme,
    },
    {
      id: "shortcuts",
      icon: "help",
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
            icon: "help",
            label: "Take the tour",
            group: "Actions",
            keywords: "help welcome start introduction",
            run: showTour,
          } as const,
        ]),
    ...HELP_PAGES.map(
      ({ name, title, keywords }): Command => ({
        id: `help-${name}`,
        icon: "help",
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
