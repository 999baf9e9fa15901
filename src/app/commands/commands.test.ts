import { expect, test } from "vitest";
import { HELP_PAGES } from "@/features/help/pages/help-pages";
import { buildCommands, filterCommands } from "./commands";
import { getKnownKeys, getShortcutPath, HELP_KEYS } from "./shortcuts";

function context(projectId: string | null) {
  const visited: string[] = [];
  const commands = buildCommands({
    projectId,
    navigate: (to) => visited.push(to),
    cycleColorScheme: () => visited.push("scheme"),
    showShortcuts: () => visited.push("shortcuts"),
    showTour: () => visited.push("tour"),
  });
  return { commands, visited };
}

test("links project commands to the project", () => {
  const { commands, visited } = context("7");
  for (const command of commands) command.run();
  expect(visited).toEqual([
    "/p/7",
    "/p/7/subscriptions",
    "/p/7/subscriptions?view=trash",
    "/p/7/recipients",
    "/p/7/calendar",
    "/p/7/health",
    "/p/7/exports",
    "/p/7/members",
    "/p/7/vitals",
    "/p/7/sessions",
    "/p/7/activity",
    "/p/7/subscriptions/new",
    "/p/7/exports/new",
    "/p/7/members/new",
    "/p/7/members/offboard",
    "/p/7/subscriptions/apply",
    "/settings",
    "/connect",
    "/help",
    "scheme",
    "shortcuts",
    "tour",
    ...HELP_PAGES.map(({ name }) => `/help/${name}`),
  ]);
});

test("has no project commands without a project", () => {
  const { commands } = context(null);
  const shown = filterCommands(commands, "");
  expect(shown.map((command) => command.id)).toEqual([
    "settings",
    "connect",
    "help",
    "color-scheme",
    "shortcuts",
  ]);
});

test("uses each shortcut once", () => {
  const keys = context("1").commands.flatMap((command) => command.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test("matches all words in any order and case", () => {
  const { commands } = context("1");
  const find = (text: string) => filterCommands(commands, text).map((command) => command.id);
  expect(find("DELIVERY sched")).toEqual(["new-subscription"]);
  expect(find("dark")).toEqual(["color-scheme"]);
  expect(find("delivery moon")).toEqual([]);
  expect(find("  ")).toHaveLength(commands.length - HELP_PAGES.length);
});

test("help pages are found by their title and words, and not listed without a search", () => {
  const { commands } = context(null);
  const find = (text: string) => filterCommands(commands, text).map((command) => command.id);
  expect(find("nginx")).toEqual(["help-deploying"]);
  expect(find("help search language")).toEqual(["help-search-language"]);
  expect(find("").filter((id) => id.startsWith("help-"))).toEqual([]);
});

test("lists the same keys in the help and the shortcuts", () => {
  for (const projectId of ["7", null]) {
    const named = context(projectId).commands.flatMap((command) => command.keys ?? []);
    expect([...getKnownKeys(projectId)].toSorted()).toEqual(named.toSorted());
    for (const keys of named.filter((each) => each !== HELP_KEYS))
      expect(getShortcutPath(keys, projectId)).toBeDefined();
  }
  expect(getShortcutPath("g s", null)).toBeUndefined();
});
