import { destinationPath, listDestinations } from "@/app/pages";
import { HELP_PAGES } from "@/features/help/pages/table-of-contents";
import { paths } from "@/lib/url/paths";
import { CopyIcon, EditIcon, HelpIcon, type MailIcon, SettingsIcon, UsersIcon } from "@/ui/theme/icons";
import { HELP_KEYS } from "./key-sequence";

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

export interface Command {
  readonly id: string;
  /** Imperative phrase or page name. */
  readonly label: string;
  readonly group: CommandGroup;
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

export interface CommandContext {
  readonly projectId: string | null;
  readonly hasRegex: boolean;
  readonly pathname: string;
  readonly navigate: (to: string) => void;
  readonly cycleColorScheme: () => void;
  readonly showShortcuts: () => void;
  readonly showTour: () => void;
}

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
        Icon: EditIcon,
        to: paths.editSubscription(projectId, id),
      },
      {
        id: "duplicate",
        label: "Duplicate this subscription",
        group,
        Icon: CopyIcon,
        keywords: "copy",
        to: paths.newSubscription(projectId, { from: id }),
      },
    ];
  }
  if (area === "exports" && /^\d+$/.test(id)) {
    const to = paths.newExport(projectId, { from: id });
    return [
      {
        id: "repeat",
        label: "Export in another format",
        group,
        Icon: CopyIcon,
        keywords: "again format",
        to,
      },
    ];
  }
  if (area === "members" && UUID.test(id)) {
    const to = paths.offboard(projectId, id);
    return [
      { id: "offboard-this", label: "Offboard this person", group, Icon: UsersIcon, keywords: "remove", to },
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
  const { projectId, hasRegex, pathname, navigate, cycleColorScheme, showShortcuts, showTour } = context;
  return [
    ...listRecordLinks(projectId, pathname).map(
      ({ to, ...link }): Command => ({ ...link, run: () => navigate(to) }),
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
