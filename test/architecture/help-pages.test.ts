import { describe, expect, it } from "vitest";
import { compilePage, headingId } from "../../.scripts/markdown-pages.ts";
import { buildCommands } from "../../src/app/commands/commands";
import { fields as exportFields } from "../../src/features/exports/list/export-search";
import { HELP_PAGES } from "../../src/features/help/pages/table-of-contents";
import { fields as journalFields } from "../../src/features/journal/journal-search";
import { fields as memberFields } from "../../src/features/members/list/member-search";
import { RECIPIENT_SEARCH } from "../../src/features/subscriptions/recipients/model/recipient-search";
import { fields as subscriptionFields } from "../../src/features/subscriptions/search/subscription-search";
import { SOURCE_SEARCH } from "../../src/features/subscriptions/sources/source-search";
import { formatPeers, formatSizes } from "../bench/format-results.mjs";
import { PART_NAMES } from "../bench/parse-options.mjs";
import { replaceSection } from "../bench/write-results.mjs";
import { read, repositoryFiles } from "./repository-files";

const FOLDER = "src/features/help/pages/";
const names = repositoryFiles()
  .filter((path) => path.startsWith(FOLDER) && path.endsWith(".md"))
  .map((path) => path.slice(FOLDER.length, -".md".length));
const readPage = (name: string) => read(`${FOLDER}${name}.md`);

function listHeadingIds(markdown: string): readonly string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, "");
  return [...prose.matchAll(/^#{2,} (.+)$/gm)].map(([, text = ""]) => headingId(text));
}

/** Returns the pages and headings to which a text links, as `page` or `page#heading`. */
function listHelpLinks(text: string): readonly string[] {
  const inPages = [...text.matchAll(/\]\((?:[./\w]*\/)?([\w-]+)\.md(#[\w-]+)?\)/g)];
  const inCode = [...text.matchAll(/<HelpLink page="([\w-]+)"(?: section="([\w-]+)")?/g)];
  return [
    ...inPages.map(([, page = "", hash = ""]) => `${page}${hash}`),
    ...inCode.map(([, page = "", section]) => `${page}${section === undefined ? "" : `#${section}`}`),
  ];
}

/** Fields of the search language by the heading of their section in the help. */
const SEARCH_FIELDS = {
  Subscriptions: subscriptionFields,
  Recipients: RECIPIENT_SEARCH.fields,
  Sources: SOURCE_SEARCH.fields,
  Exports: exportFields,
  Members: memberFields,
  Activity: journalFields,
};

describe("the help pages", () => {
  it("are those of the table of contents, under the same titles", () => {
    const titles = Object.fromEntries(names.map((name) => [name, compilePage(readPage(name)).title]));
    expect(Object.fromEntries(HELP_PAGES.map(({ name, title }) => [name, title]))).toEqual(titles);
  });

  it.each(Object.entries(SEARCH_FIELDS))("list every search field and state of %s", (heading, fields) => {
    const [section = ""] = readPage("search-language").split(`## ${heading}\n`)[1]?.split("\n## ") ?? [];
    const documented = new Set([...section.matchAll(/`([a-z]+:[a-z]*)/g)].map(([, name]) => name));
    const terms = fields.flatMap((field) =>
      field.kind === "state" && field.values
        ? field.values.map(({ value }) => `is:${value}`)
        : [`${field.name}:`],
    );
    expect(terms.filter((term) => !documented.has(term))).toEqual([]);
    expect([...documented].filter((term) => !terms.includes(term ?? ""))).toEqual([]);
  });

  it.each(names)("%s has a summary of one or two sentences", (name) => {
    const { summary } = compilePage(readPage(name));
    expect(summary.length).toBeGreaterThan(20);
    expect(summary.length).toBeLessThan(140);
  });

  const targets = new Set(
    names.flatMap((name) => [name, ...listHeadingIds(readPage(name)).map((id) => `${name}#${id}`)]),
  );

  it.each(names)("%s links only to pages and headings that exist", (name) => {
    expect(listHelpLinks(readPage(name)).filter((target) => !targets.has(target))).toEqual([]);
  });

  it("are linked from the interface only by headings that exist", () => {
    const sources = repositoryFiles().filter((path) => /^src\/.*\.tsx$/.test(path));
    const links = sources.flatMap((path) => listHelpLinks(read(path)));
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((target) => !targets.has(target))).toEqual([]);
  });
});

describe("the keyboard page", () => {
  it("lists every shortcut of the command palette", () => {
    const noop = () => undefined;
    const commands = buildCommands({
      projectId: "1",
      pathname: "/",
      navigate: noop,
      cycleColorScheme: noop,
      showShortcuts: noop,
      showTour: noop,
    });
    const keys = commands.flatMap((command) => command.keys ?? []);
    const listed = [...readPage("keyboard").matchAll(/`([^`]+)`/g)].map(([, text]) => text);
    expect(keys.length).toBeGreaterThan(5);
    expect(keys.filter((each) => !listed.includes(each))).toEqual([]);
  });
});

describe("the benchmarks page", () => {
  it("has a generated section for each part of the bench", () => {
    const sections = [...readPage("benchmarks").matchAll(/<!-- generated (\w+) -->/g)].map(
      ([, name]) => name,
    );
    expect(sections.toSorted()).toEqual(PART_NAMES.toSorted());
  });

  it("shows sizes as a table", () => {
    const size = { name: "CSS", bytes: 10_200, atLeast: 1_000, budget: 14_000 };
    expect(formatSizes([size])).toContain("| CSS  | 10,200 | 14,000 |");
  });

  it("shows the live app's times as multiples of those of other programs", () => {
    const stepOf = (shown: number) => [{ paint: 10, feedback: 20, shown }];
    // In the order in which the programs were measured.
    const samples = { "react-admin": stepOf(180), floor: stepOf(60), live: stepOf(90) };
    const [head, , row] = formatPeers([{ name: "list to form", samples }]).split("\n");
    const cellsOf = (line: string | undefined) =>
      line
        ?.split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
    expect(cellsOf(head)?.slice(1, 4)).toEqual(["live", "floor", "react-admin"]);
    expect(cellsOf(row)).toEqual([
      "list to form",
      "10 / 20 / 90",
      "10 / 20 / 60",
      "10 / 20 / 180",
      "1.50 ×",
      "0.50 ×",
    ]);
  });

  it("keeps everything outside of a section that is replaced", () => {
    const page = "# A\n\n<!-- generated size -->\nold\n<!-- /generated -->\n\nEnd $1.\n";
    expect(replaceSection(page, "size", "new $& table")).toBe(
      "# A\n\n<!-- generated size -->\n\nnew $& table\n\n<!-- /generated -->\n\nEnd $1.\n",
    );
    expect(() => replaceSection(page, "memory", "")).toThrow("memory");
  });
});

describe("the compiler of help pages", () => {
  const compile = (body: string) => compilePage(`# Title\n\nSummary.\n\n${body}\n`);

  it("emits elements, with links to other pages as addresses of the app", () => {
    const { code, headings } = compile(
      "## One & two\n\nSee [a](other-page.md#part) and [b](https://web.dev/).\n",
    );
    expect(headings).toEqual([{ id: "one--two", text: "One & two" }]);
    expect(code).toContain('h(e.Link, {"href":"/help/other-page#part"}, "a")');
    expect(code).toContain('h(e.Link, {"href":"https://web.dev/"}, "b")');
    expect(code).not.toMatch(/innerHTML|dangerously/);
  });

  it("labels the tables of a section differently", () => {
    const table = "| a |\n|---|\n| b |\n";
    const { code } = compile(`## Visits\n\n${table}\nText.\n\n${table}\n## Sizes\n\n${table}`);
    const labels = [...code.matchAll(/e\.Table, \{"label":"([^"]*)"/g)].map(([, label]) => label);
    expect(labels).toEqual(["Visits", "Visits (2)", "Sizes"]);
  });

  it("passes text on as it is", () => {
    expect(compile('`<b>` is "text" & `a < b`.').code).toContain(JSON.stringify("<b>"));
  });

  it.each([
    ["markup", "<b>bold</b>"],
    ["a script", "<script>alert(1)</script>"],
    ["an image", "![alt](https://a.example/b.png)"],
    ["an entity", "a &nbsp; b"],
    ["a script address", "[a](javascript:alert(1))"],
    ["plain HTTP", "[a](http://a.example/)"],
    ["a link to another kind of file", "[a](../../main.tsx)"],
    ["a second title", "# Again"],
    ["two headings with one id", "## One\n\na\n\n## One\n\nb"],
  ])("refuses %s", (_what, body) => {
    expect(() => compile(body)).toThrow();
  });

  it("refuses a page without a title or a summary", () => {
    expect(() => compilePage("Text.\n")).toThrow("title");
    expect(() => compilePage("# Title\n\n- list\n")).toThrow("paragraph");
  });
});
