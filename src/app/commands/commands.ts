import { HELP_PAGES } from "@/features/help/pages/help-pages";
import { paths } from "@/lib/url/paths";
import { getShortcutPath, HELP_KEYS } from "./shortcuts";

export interface Command {
  readonly id: string;
  /** An imperative or a page's name. */
  readonly label: string;
  readonly group: "Pages" | "Actions" | "Subscriptions" | "Trash" | "Exports" | "Members" | "Help";
  /** Shown only when a search finds it. */
  readonly isSearchOnly?: boolean;
  /** Additional search words. */
  readonly keywords?: string;
  /** Keys pressed one after the other, such as `g s`. */
  readonly keys?: string;
  readonly run: () => void;
}

export interface CommandContext {
  readonly projectId: string | null;
  readonly navigate: (to: string) => void;
  readonly cycleColorScheme: () => void;
  readonly showShortcuts: () => void;
  readonly showTour: () => void;
}

/** A link: to the target of its keys unless `to` is given. */
interface CommandLink extends Omit<Command, "run"> {
  readonly to?: (projectId: string) => string;
}

const PROJECT_COMMANDS: readonly CommandLink[] = [
  {
    id: "overview",
    label: "Overview",
    group: "Pages",
    keywords: "start home dashboard today",
    keys: "g o",
  },
  {
    id: "subscriptions",
    label: "Subscriptions",
    group: "Pages",
    keywords: "deliveries schedule list",
    keys: "g s",
  },
  {
    id: "bin",
    label: "Trash",
    group: "Pages",
    keywords: "deleted bin restore subscriptions",
    keys: "g b",
  },
  {
    id: "recipients",
    label: "Recipients",
    group: "Pages",
    keywords: "addresses channels webhooks domains who outside",
    keys: "g r",
  },
  {
    id: "calendar",
    label: "Calendar",
    group: "Pages",
    keywords: "deliveries days month week agenda load ics",
    keys: "g k",
  },
  {
    id: "health",
    label: "Health",
    group: "Pages",
    keywords: "overdue ending duplicates never time change daylight saving",
    keys: "g h",
  },
  {
    id: "exports",
    label: "Exports",
    group: "Pages",
    keywords: "files images pdf csv downloads",
    keys: "g e",
  },
  {
    id: "members",
    label: "Members",
    group: "Pages",
    keywords: "people access levels administrators who team",
    keys: "g m",
  },
  {
    id: "vitals",
    label: "Web vitals",
    group: "Pages",
    keywords: "performance speed lcp inp cls fcp",
    keys: "g v",
  },
  {
    id: "sessions",
    label: "Sessions",
    group: "Pages",
    keywords: "session properties values look-up recordings",
    keys: "g l",
  },
  {
    id: "journal",
    label: "Activity",
    group: "Pages",
    keywords: "journal history undo changes outcome",
    keys: "g j",
  },
  {
    id: "new-subscription",
    label: "New subscription",
    group: "Actions",
    keywords: "schedule delivery create add",
    keys: "c",
  },
  {
    id: "new-export",
    label: "Create export",
    group: "Actions",
    keywords: "new make file image pdf csv",
    to: (id) => paths.newExport(id),
  },
  {
    id: "add-members",
    label: "Add members",
    group: "Actions",
    keywords: "new people invite access level",
    to: paths.addMembers,
  },
  {
    id: "offboard",
    label: "Offboard person",
    group: "Actions",
    keywords: "leaver leaves remove person access deliveries recipients members",
    to: (id) => paths.offboard(id),
  },
  {
    id: "apply-file",
    label: "Import changes from file",
    group: "Actions",
    keywords: "json apply edited upload subscriptions",
    to: paths.importSubscriptions,
  },
];

const GLOBAL_COMMANDS: readonly CommandLink[] = [
  {
    id: "settings",
    label: "Settings",
    group: "Pages",
    keywords: "preferences demo faults appearance",
    keys: "g ,",
  },
  {
    id: "connect",
    label: "Connect to a server",
    group: "Pages",
    keywords: "connection live key login",
    to: () => paths.connect(),
  },
  {
    id: "help",
    label: "Help",
    group: "Pages",
    keywords: "guide documentation manual docs",
    to: () => paths.help(),
  },
];

/** Returns the commands for the current project, or the global ones. */
export function buildCommands(context: CommandContext): Command[] {
  const { projectId, navigate, cycleColorScheme, showShortcuts, showTour } = context;
  const pages = projectId === null ? GLOBAL_COMMANDS : [...PROJECT_COMMANDS, ...GLOBAL_COMMANDS];
  return [
    ...pages.map(({ to, ...link }): Command => {
      const path = to?.(projectId ?? "") ?? getShortcutPath(link.keys ?? "", projectId);
      return { ...link, run: () => path !== undefined && navigate(path) };
    }),
    {
      id: "color-scheme",
      label: "Switch color scheme",
      group: "Actions",
      keywords: "dark light auto theme",
      run: cycleColorScheme,
    },
    {
      id: "shortcuts",
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
            label: "Take the tour",
            group: "Actions",
            keywords: "help welcome start introduction",
            run: showTour,
          } as const,
        ]),
    ...HELP_PAGES.map(
      ({ name, title, keywords }): Command => ({
        id: `help-${name}`,
        label: `Help: ${title}`,
        group: "Help",
        keywords,
        isSearchOnly: true,
        run: () => navigate(paths.help(name)),
      }),
    ),
  ];
}

/** Returns the commands that match every word of the text. */
export function filterCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter((command) => {
    if (words.length === 0) return !command.isSearchOnly;
    const haystack = `${command.label} ${command.group} ${command.keywords ?? ""}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
