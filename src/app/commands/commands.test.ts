import { expect, test } from "vitest";
import { HELP_PAGES } from "@/features/help/pages/table-of-contents";
import { buildCommands, filterCommands, keepNeededDetails } from "./palette";

function context(projectId: string | null, pathname = "/") {
  const visited: string[] = [];
  const commands = buildCommands({
    projectId,
    hasRegex: true,
    pathname,
    navigate: (to) => visited.push(to),
    cycleColorScheme: () => visited.push("scheme"),
    showShortcuts: () => visited.push("shortcuts"),
    showTour: () => visited.push("tour"),
  });
  return { commands, visited };
}

test("has no project commands without a project", () => {
  const { commands } = context(null);
  const shown = filterCommands(commands, "");
  expect(shown.map((command) => command.id).join(" ")).toBe(
    "settings server connect help color-scheme shortcuts",
  );
});

test("uses each shortcut once", () => {
  const keys = context("1").commands.flatMap((command) => command.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test("matches all words in any order and case", () => {
  const { commands } = context("1");
  const find = (text: string) => filterCommands(commands, text).map((command) => command.id);
  expect(find("DELIVERY sched")).toEqual(["subscriptionCreate"]);
  expect(find("dark")).toEqual(["color-scheme"]);
  expect(find("delivery moon")).toEqual([]);
  expect(find("  ")).toHaveLength(commands.length - HELP_PAGES.length);
});

test("starts with actions on the record of the page", () => {
  const run = (pathname: string) => {
    const { commands, visited } = context("7", pathname);
    const own = commands.filter(({ group }) => group === "This page");
    for (const command of own) command.run();
    expect(filterCommands(commands, "").slice(0, own.length)).toEqual(own);
    return visited;
  };
  expect(run("/p/7/subscriptions/12")).toEqual([
    "/p/7/subscriptions/12/edit",
    "/p/7/subscriptions/new?from=12",
  ]);
  expect(run("/p/7/exports/9")).toEqual(["/p/7/exports/new?from=9"]);
  const uuid = "ab5f974b-97d9-4404-a612-a23f3c832ec6";
  expect(run(`/p/7/members/${uuid}`)).toEqual([`/p/7/members/offboard?person=${uuid}`]);
  expect(run("/p/7/subscriptions/new")).toEqual([]);
  expect(run("/p/7/members/offboard")).toEqual([]);
  expect(run("/p/7")).toEqual([]);
});

test("shows details only where labels are the same", () => {
  const entry = (id: string, label: string) =>
    ({ id, label, detail: `ID ${id}`, group: "Subscriptions", run: () => undefined }) as const;
  const shown = keepNeededDetails([entry("1", "Growth"), entry("2", "Growth"), entry("3", "Revenue")]);
  expect(shown.map(({ detail }) => detail)).toEqual(["ID 1", "ID 2", undefined]);
});
