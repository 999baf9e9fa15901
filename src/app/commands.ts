import { paths } from "@/lib/paths";

/** Something the palette and the keyboard can do. */
export interface Command {
  readonly id: string;
  /** What the palette shows, an imperative or a page's name. */
  readonly label: string;
  readonly group: "Pages" | "Actions" | "Deliveries" | "Bin" | "Exports";
  /** More words the palette finds it by. */
  readonly keywords?: string;
  /** Keys pressed one after the other, such as `g s`. */
  readonly keys?: string;
  readonly run: () => void;
}

/** What commands need from the app. */
export interface CommandContext {
  readonly projectId: string | null;
  readonly navigate: (to: string) => void;
  readonly cycleColorScheme: () => void;
  readonly showShortcuts: () => void;
}

/** Commands that make sense where the person is. */
export function commandsFor({
  projectId,
  navigate,
  cycleColorScheme,
  showShortcuts,
}: CommandContext): Command[] {
  const inProject: Command[] =
    projectId === null
      ? []
      : [
          {
            id: "subscriptions",
            label: "Subscriptions",
            group: "Pages",
            keywords: "deliveries schedule list",
            keys: "g s",
            run: () => navigate(paths.subscriptions(projectId)),
          },
          {
            id: "bin",
            label: "Bin of subscriptions",
            group: "Pages",
            keywords: "deleted trash restore",
            keys: "g b",
            run: () => navigate(paths.subscriptions(projectId, "bin")),
          },
          {
            id: "recipients",
            label: "Recipients",
            group: "Pages",
            keywords: "addresses channels webhooks domains who outside",
            keys: "g r",
            run: () => navigate(paths.recipients(projectId)),
          },
          {
            id: "calendar",
            label: "Calendar",
            group: "Pages",
            keywords: "deliveries days month week agenda load ics",
            keys: "g k",
            run: () => navigate(paths.calendar(projectId)),
          },
          {
            id: "health",
            label: "Health of deliveries",
            group: "Pages",
            keywords: "overdue ending duplicates never clock change daylight saving",
            keys: "g h",
            run: () => navigate(paths.health(projectId)),
          },
          {
            id: "exports",
            label: "Exports",
            group: "Pages",
            keywords: "files images pdf csv downloads",
            keys: "g e",
            run: () => navigate(paths.exports(projectId)),
          },
          {
            id: "journal",
            label: "Journal",
            group: "Pages",
            keywords: "history undo writes changes outcome",
            keys: "g j",
            run: () => navigate(paths.journal(projectId)),
          },
          {
            id: "new-subscription",
            label: "Schedule a delivery",
            group: "Actions",
            keywords: "new create subscription add",
            keys: "c",
            run: () => navigate(paths.newSubscription(projectId)),
          },
          {
            id: "new-export",
            label: "Make an export",
            group: "Actions",
            keywords: "new create file image pdf csv",
            run: () => navigate(paths.newExport(projectId)),
          },
          {
            id: "apply-file",
            label: "Apply an edited file",
            group: "Actions",
            keywords: "json import upload plan deliveries",
            run: () => navigate(paths.applySubscriptions(projectId)),
          },
        ];
  return [
    ...inProject,
    {
      id: "settings",
      label: "Settings",
      group: "Pages",
      keywords: "preferences demo faults appearance",
      keys: "g ,",
      run: () => navigate(paths.settings()),
    },
    {
      id: "connect",
      label: "Connect to a server",
      group: "Pages",
      keywords: "connection live key login",
      run: () => navigate(paths.connect()),
    },
    {
      id: "color-scheme",
      label: "Switch colour scheme",
      group: "Actions",
      keywords: "dark light auto theme color",
      run: cycleColorScheme,
    },
    {
      id: "shortcuts",
      label: "Show keyboard shortcuts",
      group: "Actions",
      keywords: "help keys",
      keys: "?",
      run: showShortcuts,
    },
  ];
}

/** Commands that have every word of the text in their label or keywords; all of them for no text. */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter((command) => {
    const haystack = `${command.label} ${command.group} ${command.keywords ?? ""}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
