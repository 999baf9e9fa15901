import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { read, repositoryFiles, root } from "./repository-files";

/** Why a lint rule is disabled, globally or in some files. */
const DISABLED_RULE_REASONS: Readonly<Record<string, string>> = {
  "react/react-in-jsx-scope": "the JSX runtime doesn't need React in scope",
  "unicorn/prefer-set-has": "an array of a few words is easier to read, and as fast",
  "oxc/no-map-spread": "the spread copies objects on purpose, because values are immutable",
  "eslint/no-underscore-dangle": "zod/mini has such names, as does the constant __WITH_EMULATOR__",
  "import/no-unassigned-import": "styles and setup files are imported for their side effects",
  "unicorn/consistent-function-scoping": "a small function is defined where it is used",
  "import/no-named-as-default-member": "the documentation of fast-check uses `fc.string()`",
  "vitest/no-conditional-expect": "the rows of a test table have different expectations",
  "unicorn/no-array-sort": "the array is new, and toSorted() would copy it again",
  "unicorn/no-array-reverse": "the array is new, and toReversed() would copy it again",
  "unicorn/require-post-message-target-origin": "reports BroadcastChannel, which has no target origin",
  "eslint/no-await-in-loop": "retries, pages and the steps of a test run one after the other on purpose",
  "react/refs": "reports a ref that is only passed on in the props",
  "react/purity": "the current time is an input of these components",
  "react/no-array-index-key": "the same text can occur twice, so its index is part of the key",
  "react/no-object-type-as-default-prop": "no hook depends on the default",
  "promise/valid-params": "mistakes zod's `catch` for a promise's",
  "import/default": "doesn't find the default export of rrule",
  "vitest/require-to-throw-message": "messages are tested in the module that creates them",
  "vitest/require-mock-type-parameters": "the type follows from the parameter to which the mock is passed",
  "*.config.ts import/no-default-export": "tools require a default export",
  ".scripts/** eslint/no-console": "these programs print to the terminal",
  "**/*.test.ts eslint/no-restricted-properties": "users don't download the tests",
  "**/*.test.ts eslint/no-console": "tests of the console call it",
  "test/bench/peers/** eslint/no-restricted-imports": "these programs aren't part of the app",
  "test/browser/** react/rules-of-hooks": "mistakes Playwright's `use` for React's",
  "test/setup-screen.test.tsx vitest/expect-expect": "these tests pass when the setup makes them fail",
  "test/setup-screen.test.tsx react/jsx-key": "makes React log an error",
  "src/app/commands/palette.tsx jsx-a11y/click-events-have-key-events":
    "the combobox's input handles the keys for its options",
  "src/ui/primitives/tooltip.tsx jsx-a11y/no-noninteractive-tabindex":
    "a text with a tooltip must be reachable by keyboard",
  "src/kit/kit-buttons.tsx jsx-a11y/prefer-tag-over-role":
    "live regions other than <output>, patterns of ARIA, and disabled controls that must stay focusable",
  "src/ui/data-table/data-table.tsx jsx-a11y/no-redundant-roles":
    "a table that is laid out as cards loses its implicit roles",
  "src/ui/data-table/data-table-header.tsx jsx-a11y/no-interactive-element-to-noninteractive-role":
    "a table that is laid out as cards loses its implicit roles",
  "src/ui/data-table/data-table-skeleton.tsx jsx-a11y/control-has-associated-label":
    "the cells are empty and hidden from screen readers",
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
 * Whether a diagnostic's code belongs to a rule. For example, `jsx-a11y(alt-text)` belongs to
 * `jsx-a11y/alt-text`. The rules of hooks are configured under `react`, but reported under
 * `react-hooks`.
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
