import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { read } from "./repository-files";
import { sourceFiles } from "./source-graph";

const STYLES = /\.module\.css$/;
const TEST = /\.test\.tsx?$/;

const styleSheets = sourceFiles.filter((file) => STYLES.test(file));
const components = sourceFiles.filter((file) => file.endsWith(".tsx") && !TEST.test(file));

function selectorsOf(css: string): readonly string[] {
  const blocks = css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{/g);
  return [...blocks]
    .map(([, selector = ""]) => selector.trim())
    .filter((selector) => !selector.startsWith("@"));
}

function definedClasses(css: string): ReadonlySet<string> {
  return new Set(
    selectorsOf(css).flatMap((selector) =>
      [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name),
    ),
  );
}

interface Use {
  readonly sheet: string;
  /** Name of the class, or null for a computed one. */
  readonly name: string | null;
  readonly component: string;
}

/** Returns the classes that a component reads from its style sheets. */
function usedClasses(component: string, source: string): readonly Use[] {
  const imports = [...source.matchAll(/import (\w+) from "([^"]+\.module\.css)";/g)];
  const code = source.replace(/import \w+ from "[^"]+";/g, "");
  return imports.flatMap(([, variable = "", specifier = ""]) => {
    const folder = posix.dirname(component);
    const sheet = specifier.startsWith("@/") ? specifier.slice(2) : posix.join(folder, specifier);
    const uses = code.matchAll(new RegExp(`(?<![\\w.])${variable}(?:\\.(\\w+)|\\[)`, "g"));
    return [...uses].map(([, name = null]) => ({ sheet, name, component }));
  });
}

const uses = components.flatMap((component) => usedClasses(component, read(`src/${component}`)));

/**
 * Whether a style sheet is named after a component or page in its folder, or after one of the
 * folders that contain it.
 */
function isNamedAfterUser(sheet: string): boolean {
  const base = sheet.replace(STYLES, "");
  const name = posix.basename(base);
  return (
    components.includes(`${base}.tsx`) ||
    components.includes(`${base}.page.tsx`) ||
    posix.dirname(sheet).split("/").includes(name)
  );
}

describe("style sheets", () => {
  it("are named after a component, a page or a folder", () => {
    expect(styleSheets.length).toBeGreaterThan(100);
    expect(styleSheets.filter((sheet) => !isNamedAfterUser(sheet))).toEqual([]);
  });

  it("define every class that a component uses", () => {
    const unknown = uses
      .filter(({ sheet, name }) => name === null || !definedClasses(read(`src/${sheet}`)).has(name))
      .map(({ sheet, name, component }) => `${component} uses .${name} of ${sheet}`);
    expect(unknown).toEqual([]);
  });

  it("define no class that no component uses", () => {
    const used = new Set(uses.map(({ sheet, name }) => `${sheet} .${name}`));
    const defined = styleSheets.flatMap((sheet) =>
      [...definedClasses(read(`src/${sheet}`))].map((name) => `${sheet} .${name}`),
    );
    expect(defined.filter((each) => !used.has(each))).toEqual([]);
  });

  // If a selector that depends on siblings ends in `*` or a common tag such as `div`, an insertion
  // anywhere in the page makes browsers compute the styles of many elements again.
  it("end in a class, attribute or specific tag if they depend on siblings", () => {
    const ends = styleSheets.flatMap((sheet) =>
      selectorsOf(read(`src/${sheet}`)).flatMap((selectors) =>
        selectors.split(",").map((selector) => `${sheet}: ${selector.trim()}`),
      ),
    );
    const dependsOnSiblings =
      /[+~]\s*(?:\*|div|span|section)?$|[\s>](?:\*|div|span|section)?:(?:first|last|only|nth)-/;
    expect(ends.filter((end) => dependsOnSiblings.test(end))).toEqual([]);
  });

  it("are parsed with media queries, pseudo-classes and comments", () => {
    expect([
      ...definedClasses("/* .no */ @media (width > 1.5em) { .a:not(.b) > p, .c { margin: 0.5px } } .d_e {}"),
    ]).toEqual(["a", "b", "c", "d_e"]);
    const source = 'import classes from "./b.module.css"; classes.a; my.classes.b; classes[c];';
    expect(usedClasses("ui/a/b.tsx", source)).toEqual([
      { sheet: "ui/a/b.module.css", name: "a", component: "ui/a/b.tsx" },
      { sheet: "ui/a/b.module.css", name: null, component: "ui/a/b.tsx" },
    ]);
  });
});
