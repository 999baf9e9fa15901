import ts from "typescript";
import { describe, expect, it } from "vitest";
import { SETTING_KINDS } from "@/data/browser-storage/connection-settings";
import { read, repositoryFiles } from "./repository-files";

const SCRIPT = /^src\/.*\.tsx?$/;
const TEST = /\.(?:test|fixture)\.tsx?$/;
const scripts = repositoryFiles().filter((path) => SCRIPT.test(path) && !TEST.test(path));

function filterByLayers(...layers: readonly string[]): readonly string[] {
  return scripts.filter((path) => layers.some((layer) => path.startsWith(`src/${layer}/`)));
}

/**
 * Matches code that could send a subscription's DELETE: the endpoint's name or ID, the table that contains it, or the
 * method as a string.
 */
const DELETION =
  /\bdeleteSubscription\b|["'`]subscriptions\.delete["'`]|\bcontractEndpoints\b|["'`]DELETE["'`]/;

describe("a subscription's DELETE", () => {
  it("is described by the contract", () => {
    expect(
      filterByLayers("contract").filter((path) => /\bdeleteSubscription\b/.test(read(path))),
    ).not.toEqual([]);
  });

  it.each(["data", "features", "app", "ui", "http", "lib"])("is named nowhere in %s", (layer) => {
    expect(filterByLayers(layer)).not.toEqual([]);
    expect(filterByLayers(layer).filter((path) => DELETION.test(read(path)))).toEqual([]);
  });

  it("is found where it is planted", () => {
    expect("api.client.request(deleteSubscription, { path })").toMatch(DELETION);
    expect('endpoints["subscriptions.delete"]').toMatch(DELETION);
    expect('fetch(url, { method: "DELETE" })').toMatch(DELETION);
  });
});

/** Modules that may send changes, with the endpoints that they use. They record every change in the journal. */
const CHANGE_REQUEST_OWNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["src/data/subscriptions/subscription-changes.ts", ["createSubscription", "updateSubscription"]],
  ["src/data/subscriptions/past-deliveries.ts", ["sendTestDelivery"]],
  ["src/data/exports/create-export.ts", ["createExport"]],
  ["src/data/members/member-changes.ts", ["createMember", "deleteMember", "updateMember"]],
]);
/** Modules that send requests on behalf of a single other module. */
const SENDERS: ReadonlyMap<string, { readonly names: readonly string[]; readonly owner: string }> = new Map([
  [
    "src/data/members/access-rules.ts",
    { names: ["updateAccess"], owner: "src/data/members/member-changes.ts" },
  ],
]);
/**
 * Modules that send a POST without an effect. Such a request needs neither a journal entry nor an
 * undo.
 */
const READ_POST_OWNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["src/data/sessions/recording-regex.ts", ["createRegex"]],
]);
const ENDPOINT = /export const (\w+) = defineEndpoint\(\{[^}]*?method: "(\w+)"/g;

const changeEndpoints = filterByLayers("contract").flatMap((path) =>
  [...read(path).matchAll(ENDPOINT)].flatMap(([, name = "", method]) => (method === "GET" ? [] : [name])),
);

function listChangeRequests(source: string): readonly string[] {
  return changeEndpoints.filter((name) => new RegExp(`\\b${name}\\b`).test(source));
}

describe("an endpoint that changes something", () => {
  it("is known by its method", () => {
    expect(changeEndpoints).toEqual(expect.arrayContaining(["createSubscription", "updateSubscription"]));
    expect(changeEndpoints).not.toContain("getSubscription");
  });

  it("is sent by nothing but the modules that note every write in the journal", () => {
    const others = filterByLayers("data", "features", "app", "ui", "lib").filter(
      (path) => !CHANGE_REQUEST_OWNERS.has(path) && !SENDERS.has(path),
    );
    const sending = others.filter((path) => listChangeRequests(read(path)).length > 0);
    expect(sending).toEqual([...READ_POST_OWNERS.keys()]);
    for (const path of sending) expect(listChangeRequests(read(path))).toEqual(READ_POST_OWNERS.get(path));
    for (const [path, names] of CHANGE_REQUEST_OWNERS) {
      expect(listChangeRequests(read(path)).toSorted()).toEqual(names);
      expect(read(path)).toContain("sendJournaled(");
    }
    for (const [path, { names, owner }] of SENDERS) {
      expect(listChangeRequests(read(path))).toEqual(names);
      const importing = new RegExp(`from "[^"]*/${path.replace(/^.*\/|\.ts$/g, "")}"`);
      expect(others.concat(owner).filter((other) => importing.test(read(other)))).toEqual([owner]);
    }
  });

  it("is found where it is planted", () => {
    expect(listChangeRequests("api.client.request(updateSubscription, { path, body })")).toEqual([
      "updateSubscription",
    ]);
    expect(listChangeRequests('import { createExport as make } from "@/contract/exports";')).toEqual([
      "createExport",
    ]);
  });
});

/** Matches a list of weekdays in any layout. */
const WEEKDAY_LIST_PATTERN = /["']monday["'],\s*["']tuesday["'],\s*["']wednesday["']/;

it("the days of the week stand once, and once more in the emulator", () => {
  const lists = scripts.filter(
    (path) => !path.startsWith("src/emulator/") && WEEKDAY_LIST_PATTERN.test(read(path)),
  );
  expect(lists).toEqual(["src/lib/time/weekdays.ts"]);
});

const NAMED_LANGUAGES: Readonly<Record<string, string>> = {
  "src/lib/text/numbers.ts": "the language of the app's own words",
  "src/lib/time/dates.ts": "takes a date apart for reckoning, shows nothing",
  "src/features/vitals/model/vital-budgets.ts": "what stands in a field must be read back by the same rules",
};
const LANGUAGE = /["'`](?:[a-z]{2}-[A-Z]{2}|en)["'`]/;
/** Matches numbers, dates, and plurals that are formatted without the `Intl` formatters. */
const MANUAL_FORMAT_PATTERN =
  /\.toFixed\(|\.toLocale(?:Date|Time)?String\(|=== 1 \? ["`](?:1 | ?\w+["`] : ["`] ?\w+s["`])/;

describe("figures, dates and plurals", () => {
  const shown = filterByLayers("app", "data", "features", "http", "lib", "ui");

  it("name a language nowhere but where it is said why", () => {
    const code = (path: string) => read(path).replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    expect(shown.filter((path) => LANGUAGE.test(code(path)))).toEqual(
      Object.keys(NAMED_LANGUAGES).toSorted(),
    );
  });

  it("are not made by hand", () => {
    expect(shown.filter((path) => MANUAL_FORMAT_PATTERN.test(read(path)))).toEqual([]);
  });

  it("are found where they are planted", () => {
    expect('new Intl.NumberFormat("en-GB")').toMatch(LANGUAGE);
    for (const planted of [
      "x.toFixed(1)",
      "d.toLocaleDateString()",
      'n === 1 ? "1 row" : x',
      'n === 1 ? "row" : "rows"',
    ])
      expect(planted).toMatch(MANUAL_FORMAT_PATTERN);
  });
});

/** Functions with more parameters need a doc comment. */
const MAX_UNDOCUMENTED_PARAMETERS = 2;

/** Returns exported functions that lack a required doc comment, because they throw or have many parameters. */
function findUndocumented(path: string, source: string): readonly string[] {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  return tree.statements
    .filter((statement) => ts.isFunctionDeclaration(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .filter(({ parameters, body }) => parameters.length > MAX_UNDOCUMENTED_PARAMETERS || hasOwnThrow(body))
    .filter((statement) => ts.getJSDocCommentsAndTags(statement).length === 0)
    .map((statement) => `${path}: ${statement.name?.text}`);
}

/** Whether a function itself contains a throw. Ignores nested functions. */
function hasOwnThrow(node: ts.Node | undefined): boolean {
  if (node === undefined || ts.isFunctionLike(node)) return false;
  return ts.isThrowStatement(node) || (ts.forEachChild(node, hasOwnThrow) ?? false);
}

describe("exported functions of contract, http, data and lib", () => {
  it("have a doc comment where they throw or take three or more parameters", () => {
    const found = filterByLayers("contract", "http", "data", "lib").flatMap((path) =>
      findUndocumented(path, read(path)),
    );
    expect(found.join("\n")).toBe("");
  });

  it("are found where they have none", () => {
    const planted = [
      "/** Documented. */\nexport function a(x: 1, y: 1, z: 1) {}",
      "export function b(x: 1, y: 1, z: 1) {}",
      "export function c(x: 1, y: 1) {}",
      "export function d() { if (now) throw new Error(); }",
      "export function e() { return () => { throw new Error(); }; }",
      "function f(x: 1, y: 1, z: 1) {}",
    ].join("\n\n");
    expect(findUndocumented("x.ts", planted)).toEqual(["x.ts: b", "x.ts: d"]);
  });
});

/**
 * Matches a selector that depends on the whole page. It would restyle every row of a table after each added or
 * removed node.
 */
const PAGE_HAS_SELECTOR_PATTERN = /(?:\bbody|\bhtml|:root)[^\s{,]*:has\(/;

describe("a style that depends on what the page holds", () => {
  const styles = repositoryFiles().filter((path) => /^src\/.*\.css$/.test(path));

  it("goes by a mark on the page (ui/use-page-mark.ts), and by no :has() of it", () => {
    expect(styles.length).toBeGreaterThan(50);
    expect(styles.filter((path) => PAGE_HAS_SELECTOR_PATTERN.test(read(path)))).toEqual([]);
  });

  it("is found where it is planted", () => {
    expect(":global(body:has([data-bar]) section) {}").toMatch(PAGE_HAS_SELECTOR_PATTERN);
    expect(".row:has(> .check) {}").not.toMatch(PAGE_HAS_SELECTOR_PATTERN);
  });
});

describe("a module with Mantine's components", () => {
  const users = scripts.filter((path) => path.endsWith(".tsx") && /from "@mantine\/core"/.test(read(path)));

  it("brings their theme along", () => {
    expect(users.length).toBeGreaterThan(5);
    expect(
      users.filter((path) => !/<MantineScope>|<MantineThemeProvider|<MantineProvider/.test(read(path))),
    ).toEqual([]);
  });
});

describe("a setting of a connection and project", () => {
  const KEY = /`environs\.([a-z-]+)\.\$\{(?:client\.connection\.)?id\}\.\$\{projectId\}/g;
  const stored = filterByLayers("data").flatMap((path) =>
    [...read(path).matchAll(KEY)].map(([, kind]) => String(kind)),
  );

  it("is removed with the server", () => {
    // `deleteOrphanedItems` deletes cached names without asking the user.
    expect(new Set(stored)).toEqual(new Set([...SETTING_KINDS, "source-names"]));
  });
});
