import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository-files";

/** Success criteria of levels A and AA: https://www.w3.org/TR/WCAG22/ (4.1.1 is obsolete). */
const LEVEL_A =
  "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2";
const LEVEL_AA =
  "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3";

const rows = read("test/accessibility.md")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, criterion = "", level = "", how = "", shown = ""] = line.split("|").map((cell) => cell.trim());
    const tests = [...shown.matchAll(/`([^`]+)` “([^”]+)”/g)];
    return {
      number: criterion.split(" ")[0] ?? "",
      level,
      how,
      tests: tests.map(([, file = "", name = ""]) => ({ file, name })),
    };
  });

/** Whether a source has a test with this title, ignoring parameters and tags such as `@live`. */
function hasTest(source: string, name: string): boolean {
  return [`"${name}"`, `"${name} @`, `\`${name} `].some((start) => source.includes(start));
}

describe("the criteria table", () => {
  const numbersOf = (wanted: string) =>
    rows.filter(({ level }) => level === wanted).map(({ number }) => number);

  it("has each A and AA criterion once", () => {
    expect(numbersOf("A").toSorted()).toEqual(LEVEL_A.split(" ").toSorted());
    expect(numbersOf("AA").toSorted()).toEqual(LEVEL_AA.split(" ").toSorted());
    expect(rows).toHaveLength(55);
  });

  it("describes each, or why it doesn't apply, and names a test", () => {
    expect(rows.filter(({ how, tests }) => how.length < 20 || tests.length === 0)).toEqual([]);
    const excuses = rows.filter(({ how }) => how.startsWith("Not applicable"));
    expect(excuses.filter(({ how }) => !/^Not applicable(?: [^:.]+)?[:,] ./.test(how))).toEqual([]);
  });

  it("names tests that exist", () => {
    const tests = rows.flatMap((row) => row.tests);
    expect(tests.filter(({ file, name }) => !hasTest(read(file), name))).toEqual([]);
    expect(hasTest('test("a name @live", () => {})', "a name")).toBe(true);
    expect(hasTest('test("a name that differs", () => {})', "a name")).toBe(false);
  });
});

const files = repositoryFiles().filter((path) => /^(?:src|public)\/|^index\.html$/.test(path));
const sources = files.filter(
  (path) => /\.(?:tsx?|css|html|webmanifest)$/.test(path) && !/\.(?:test|fixture)\.tsx?$/.test(path),
);

function sourcesWith(pattern: RegExp): readonly string[] {
  return sources.filter((path) => pattern.test(read(path)));
}

describe("the app", () => {
  it("has no audio, video, screen lock or motion sensors", () => {
    expect(sourcesWith(/<(?:audio|video|track)\b|new Audio\(|AudioContext/)).toEqual([]);
    expect(sourcesWith(/devicemotion|deviceorientation|new (?:Accelerometer|Gyroscope)/i)).toEqual([]);
    expect(sourcesWith(/orientation\.lock|\(orientation:|"orientation": "(?:portrait|landscape)/)).toEqual(
      [],
    );
  });

  it("allows zooming", () => {
    expect(read("index.html")).toMatch(/<meta name="viewport" content="width=device-width, initial-scale=1"/);
  });

  it("has no images of text", () => {
    // The first file shows an exported image. The second file draws text into an image that the
    // user saves.
    expect(sourcesWith(/<img\b/)).toEqual(["src/features/exports/preview/image-view.tsx"]);
    expect(sourcesWith(/\.fillText\(/)).toEqual(["src/ui/chart/render-png.ts"]);
  });

  it("fills in no personal data automatically", () => {
    const values = sources.flatMap((path) => [...read(path).matchAll(/\bautoComplete="([^"]*)"/g)]);
    expect([...new Set(values.map(([, value]) => value))].toSorted()).toEqual(["off", "url"]);
  });

  it("has no animation faster than once per second", () => {
    const endless = sources
      .filter((path) => path.endsWith(".css"))
      .flatMap((path) => [...read(path).matchAll(/([\d.]+)s [^,;]*infinite/g)]);
    expect(endless).not.toEqual([]);
    expect(endless.filter(([, seconds]) => Number(seconds) < 1)).toEqual([]);
  });

  it("acts on press only in these places", () => {
    expect(sourcesWith(/\bon(?:PointerDown|MouseDown|TouchStart)=|\bonPointerDown\(/)).toEqual(
      [
        // Pressing moves the caret into the field.
        "src/ui/form/tags-input.tsx",
        // Pressing keeps focus in the field or closes suggestions.
        "src/ui/form/tag-suggestion-list.tsx",
        "src/ui/query-field/query-field.tsx",
        // Pressing starts a drag or hides a tooltip.
        "src/features/exports/preview/use-zoom.ts",
        "src/ui/data-table/data-table-widths.tsx",
        "src/ui/primitives/tooltip.tsx",
        // Pressing selects the point under the finger.
        "src/ui/chart/trend-chart.tsx",
      ].toSorted(),
    );
  });
});
