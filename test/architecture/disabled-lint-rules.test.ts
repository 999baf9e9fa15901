import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { read, repositoryFiles, root } from "./repository-files";

/** Why a lint rule is disabled, globally or in some files. */
const DISABLED_RULE_REASONS: Readonly<Record<string, string>> = {
  "react/react-in-jsx-scope": "the JSX runtime needs no React in scope",
  "unicorn/prefer-set-has": "lists of a few words: an array reads better, and is as fast",
  "oxc/no-map-spread": "the spread makes a new object on purpose: values are never changed",
  "eslint/no-underscore-dangle": "zod/mini's own names, and the constant __WITH_EMULATOR__",
  "import/no-unassigned-import": "styles and set-up are imported for their effect",
  "unicorn/consistent-function-scoping": "a small function stands where it is used",
  "import/no-named-as-default-member": "`fc.string()` of fast-check is how its documentation writes it",
  "vitest/no-conditional-expect": "tables of cases expect one thing of some rows and another of others",
  "unicorn/no-array-sort": "sorts its own copy; toSorted() would make a second one",
  "unicorn/no-array-reverse": "reverses its own copy; toReversed() would make a second one",
  "unicorn/require-post-message-target-origin":
    "takes BroadcastChannel for a window; a channel has no origin to name",
  "eslint/no-await-in-loop": "one after the other on purpose: retries, pages, steps of a test",
  "react/refs": "takes a ref among props that are handed on for one that is read while rendering",
  "react/purity": "the present time is an input of these screens",
  "react/no-array-index-key": "the same text can stand twice, so the place belongs to the key",
  "react/no-object-type-as-default-prop": "the default is not a dependency of any hook",
  "promise/valid-params": "takes zod's `catch` for that of a promise",
  "import/default": "rrule has a default export that the rule cannot see",
  "vitest/require-to-throw-message": "that it throws is the point; the words are tested where they are made",
  "vitest/require-mock-type-parameters": "the type follows from the place the mock is given to",
  "*.config.ts import/no-default-export": "tools ask for a default export",
  ".scripts/** eslint/no-console": "programs for a terminal speak on it",
  "**/*.test.ts eslint/no-restricted-properties": "what tests bring, nobody's first visit has to load",
  "**/*.test.ts eslint/no-console": "tests of the console speak on it",
  "test/bench/peers/** eslint/no-restricted-imports":
    "they are other programs, and none of the app's parts is theirs",
  "test/browser/** react/rules-of-hooks": "takes Playwright's `use` for React's",
  "test/setup-screen.test.tsx vitest/expect-expect": "these tests pass when the set-up makes them fail",
  "test/setup-screen.test.tsx react/jsx-key": "plants a complaint of React",
  "src/app/commands/palette.tsx jsx-a11y/click-events-have-key-events":
    "options of a combobox: the keys go to its input",
  "src/ui/primitives/tooltip.tsx jsx-a11y/no-noninteractive-tabindex":
    "a text with a hint must be reachable by the keyboard",
  "src/kit/kit-buttons.tsx jsx-a11y/prefer-tag-over-role":
    "live regions that are no <output>, ARIA's own patterns, and controls that are refused, which must not act",
  "src/ui/data-table/data-table.tsx jsx-a11y/no-redundant-roles":
    "a table that is laid out as cards loses its own roles",
  "src/ui/data-table/data-table-header.tsx jsx-a11y/no-interactive-element-to-noninteractive-role":
    "a table that is laid out as cards loses its own roles",
  "src/ui/data-table/data-table-skeleton.tsx jsx-a11y/control-has-associated-label":
    "empty cells, hidden from screen readers",
};

interface Override {
  readonly files: readonly string[];
  readonly rules?: Readonly<Record<string, unknown>>;
}

interface Configuration {
  readonly categories: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly overrides: readonly Override[];
  readonly jsPlugins: readonly (string | { readonly name: string; readonly specifier: string })[];
}

const config: Configuration = JSON.parse(read(".oxlintrc.json"));
const disabledIn = (rules: Override["rules"] = {}) =>
  Object.keys(rules).filter((rule) => rules[rule] === "off");
const disabledForFiles = config.overrides.flatMap(({ files, rules }) =>
  disabledIn(rules).map((rule) => ({ files, rule, name: `${files[0] ?? ""} ${rule}` })),
);

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

/**
 * Whether a diagnostic's code belongs to a rule: `jsx-a11y(alt-text)` to `jsx-a11y/alt-text`. React's own plugin
 * reports the rules of hooks.
 */
function isDiagnosticOf(rule: string, code: string): boolean {
  const at = rule.lastIndexOf("/");
  return code.replace(/^react-hooks\(/, "react(") === `${rule.slice(0, at)}(${rule.slice(at + 1)})`;
}

/**
 * Whether a pattern matches the file. `**` matches folders, and `*` a part of a name. A pattern without a folder
 * matches in any folder.
 */
function matchesAny(patterns: readonly string[], file: string): boolean {
  return patterns.some((pattern) => {
    const source = pattern
      .replace(/[.+]/g, "\\$&")
      .replace(/\*\*\/?/g, "\0")
      .replace(/\*/g, "[^/]*")
      .replaceAll("\0", ".*");
    return new RegExp(`^${pattern.includes("/") ? "" : "(?:.*/)?"}${source}$`).test(file);
  });
}

function lintAll(folder: string): readonly Diagnostic[] {
  const require = createRequire(import.meta.url);
  const disabled = [...disabledIn(config.rules), ...disabledForFiles.map(({ rule }) => rule)];
  const rules = Object.fromEntries(
    disabled.map((rule) => {
      const level = config.rules[rule];
      return [rule, level === undefined || level === "off" ? "error" : level];
    }),
  );
  const categories = Object.fromEntries(Object.keys(config.categories).map((name) => [name, "off"]));
  const jsPlugins = config.jsPlugins.map((plugin) =>
    typeof plugin === "string"
      ? join(root, plugin)
      : { ...plugin, specifier: require.resolve(plugin.specifier) },
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "all-on.json"),
    JSON.stringify({ ...config, categories, jsPlugins, rules, overrides: [] }),
  );
  const oxlint = join(dirname(require.resolve("oxlint/package.json")), "bin", "oxlint");
  const args = [oxlint, "-c", join(folder, "all-on.json"), "--format", "json"];
  const options = { cwd: root, encoding: "utf8", maxBuffer: 64_000_000 } as const;
  const report: { readonly diagnostics: readonly Diagnostic[] } = JSON.parse(
    spawnSync(process.execPath, args, options).stdout,
  );
  return report.diagnostics;
}

describe("a disabled lint rule", () => {
  const folder = join(root, ".cache", "all-rules");
  let diagnostics: readonly Diagnostic[] = [];
  beforeAll(() => {
    diagnostics = lintAll(folder);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("has a reason, and no reason is unused", () => {
    const disabled = [...disabledIn(config.rules), ...disabledForFiles.map(({ name }) => name)];
    expect(disabled.toSorted()).toEqual(Object.keys(DISABLED_RULE_REASONS).toSorted());
  });

  it("isn't about accessibility, except in single files", () => {
    expect(disabledIn(config.rules).filter((rule) => rule.startsWith("jsx-a11y/"))).toEqual([]);
  });

  it("has a reason on a line", () => {
    const disabled = repositoryFiles()
      .filter((path) => /\.(?:[jt]sx?|[cm]js)$/.test(path))
      .flatMap((path) => read(path).match(/\b[o]xlint-disable.*/g) ?? []);
    expect(disabled).not.toEqual([]);
    expect(disabled.filter((comment) => !/^oxlint-disable-next-line \S+ -- \S/.test(comment))).toEqual([]);
  });

  it.each(disabledIn(config.rules))("would report something: %s", (rule) => {
    expect(diagnostics.some(({ code }) => isDiagnosticOf(rule, code))).toBe(true);
  });

  it.each(disabledForFiles)("would report something: $name", ({ rule, files }) => {
    expect(
      diagnostics.some(({ code, filename }) => isDiagnosticOf(rule, code) && matchesAny(files, filename)),
    ).toBe(true);
  });
});
