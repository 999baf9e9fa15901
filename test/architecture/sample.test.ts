import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { drawAxeCases } from "../browser/accessibility/axe-looks";
import { drawBulkJobCases, drawReadCases, drawWriteCases } from "../browser/failures/sampled-failures";
import { getExcludedTitles } from "../browser/support/excluded-titles";
import { describeSeed, drawSample, hashSources, readSeed, type Sample, type Seed } from "../sample.mjs";
import { read, repositoryFiles } from "./repository-files";

const letters = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Returns the complete sample, and the samples of all seeds in one period. */
function draws<Taken>(take: (sample: Sample) => readonly Taken[]) {
  const first = drawSample(0);
  take(first);
  return {
    whole: take(drawSample("all")),
    runs: numbers(first.period).map((seed) => take(drawSample(seed))),
  };
}

const keysOf = (taken: readonly unknown[]) =>
  [...new Set(taken.map((item) => JSON.stringify(item)))].toSorted();

describe("the seed", () => {
  function givenSources() {
    const folder = mkdtempSync(join(tmpdir(), "sources-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "src/lib"), { recursive: true });
    writeFileSync(join(folder, "src/lib/a.ts"), "export const a = 1;\n");
    writeFileSync(join(folder, "index.html"), "<!doctype html>");
    return folder;
  }

  it("depends only on the contents", () => {
    const folder = givenSources();
    const copy = mkdtempSync(join(tmpdir(), "copy-"));
    onTestFinished(() => rmSync(copy, { recursive: true }));
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, "README.md"), "not a source");
    expect(hashSources(copy)).toBe(hashSources(folder));
  });

  it("changes with any content or name", () => {
    const folder = givenSources();
    const seeds = [hashSources(folder)];
    writeFileSync(join(folder, "src/lib/a.ts"), "export const a = 2;\n");
    seeds.push(hashSources(folder));
    writeFileSync(join(folder, "src/lib/b.ts"), "");
    seeds.push(hashSources(folder));
    writeFileSync(join(folder, "index.html"), "<!doctype html>\n");
    seeds.push(hashSources(folder));
    expect(new Set(seeds).size).toBe(4);
  });

  it("is TEST_SEED when it is set, and an invalid one is an error", () => {
    expect(readSeed("all")).toBe("all");
    expect(readSeed("7")).toBe(7);
    expect(readSeed("")).toBe(hashSources());
    for (const wrong of ["-1", "1.5", "ALL", "7 ", "9999999999999999"])
      expect(() => readSeed(wrong)).toThrow("TEST_SEED");
    expect(describeSeed(7)).toContain("TEST_SEED=7;");
  });
});

describe("a sample", () => {
  it.each([
    [1, 3],
    [2, 3],
    [7, 3],
    [95, 3],
    [6, 6],
  ])("of %i items takes every n-th of %i, and all over the seeds", (count, parts) => {
    const { whole, runs } = draws((sample) => sample.takePart(letters(count), parts));
    expect(whole).toHaveLength(count);
    expect(runs).toHaveLength(Math.min(count, parts));
    expect(runs.flat().toSorted()).toEqual(letters(count).toSorted());
    for (const run of runs) expect(run.length).toBeGreaterThan(0);
  });

  it.each([
    [1, 1],
    [3, 3],
    [4, 7],
    [7, 4],
    [22, 2],
    [3, 22],
    [18, 26],
  ])(
    "of %i rows and %i columns has each row and column in every run, and every pair over the seeds",
    (rows, columns) => {
      const { whole, runs } = draws((sample) => sample.takePairs(letters(rows), numbers(columns)));
      expect(whole).toHaveLength(rows * columns);
      expect(keysOf(runs.flat())).toEqual(keysOf(whole));
      for (const run of runs) {
        expect(run).toHaveLength(Math.max(rows, columns));
        expect(keysOf(run.map(([row]) => row))).toHaveLength(rows);
        expect(keysOf(run.map(([, column]) => column))).toHaveLength(columns);
      }
    },
  );

  it("takes only valid pairs, and still every row and column", () => {
    const fits = (row: number, column: number) => (row * column) % 3 !== 1 && column !== 5;
    const { whole, runs } = draws((sample) => sample.takePairs(numbers(6), numbers(9), fits));
    expect(whole.every(([row, column]) => fits(row, column))).toBe(true);
    expect(keysOf(runs.flat())).toEqual(keysOf(whole));
    for (const run of runs) {
      expect(keysOf(run.map(([row]) => row))).toHaveLength(6);
      expect(keysOf(run.map(([, column]) => column))).toHaveLength(8);
    }
  });

  it("takes every combination of several samples over the seeds", () => {
    const { whole, runs } = draws((sample) => {
      const looks = sample.takePart(letters(12), 3);
      return sample.takePairs(looks, ["wide light", "wide dark", "narrow light", "narrow dark"]);
    });
    expect(runs).toHaveLength(12);
    expect(whole).toHaveLength(48);
    expect(keysOf(runs.flat())).toEqual(keysOf(whole));
  });

  it("depends only on the seed", () => {
    const take = () => drawSample(123_456_789).takePairs(letters(9), letters(4));
    expect(take()).toEqual(take());
    expect([
      drawSample(7).fuzzSeed(1),
      drawSample(4_294_967_295).fuzzSeed(1),
      drawSample("all").fuzzSeed(1),
    ]).toEqual([7, 2_147_483_647, 1]);
  });
});

describe("page failures", () => {
  it.each([
    ["read", drawReadCases],
    ["write", drawWriteCases],
    ["start runs", drawBulkJobCases],
  ])("that %s: every failure in each run, every case over the seeds", (_, draw) => {
    const cellsOf = (sample: Sample) => draw(sample).map(([page, name]) => [page.name, name] as const);
    const { whole, runs } = draws(cellsOf);
    expect(keysOf(runs.flat())).toEqual(keysOf(whole));
    for (const run of runs) {
      expect(keysOf(run.map(([, name]) => name))).toEqual(keysOf(whole.map(([, name]) => name)));
    }
  });
});

describe("the states that axe checks", () => {
  const cellsOf = (sample: Sample) =>
    drawAxeCases(sample).map(([{ name }, { width, scheme }]) => [name, `${width} px, ${scheme}`] as const);
  const { whole, runs } = draws(cellsOf);

  it("are all covered over the seeds, in every combination", () => {
    expect(keysOf(runs.flat())).toEqual(keysOf(whole));
  });

  it("are a tenth in each run, in every combination", () => {
    const looks = keysOf(whole.map(([name]) => name)).length;
    for (const run of runs) {
      // Rounding, and extra cases for combinations that would otherwise be missing, add at most
      // three cases.
      expect(run.length).toBeGreaterThan(looks / 10 - 1);
      expect(run.length).toBeLessThan(looks / 10 + 3);
      expect(keysOf(run.map(([, how]) => how))).toHaveLength(6);
    }
  });
});

describe("browser tests", () => {
  const backendsOf = (title: string, seed: Seed, file = "tasks/file.spec.ts") =>
    (["live", "demo"] as const).filter(
      (backend) =>
        !getExcludedTitles(backend, seed).some((pattern) => pattern.test(`${backend} ${file} ${title}`)),
    );

  it("for both backends run on one of them, on the other with the next seed, and on both in a full run", () => {
    const titles = letters(50);
    for (const title of titles) {
      expect([0, 1].flatMap((seed) => backendsOf(title, seed)).toSorted()).toEqual(["demo", "live"]);
      expect(backendsOf(title, "all")).toEqual(["live", "demo"]);
    }
    const first = titles.flatMap((title) => backendsOf(title, 0));
    expect(new Set(first)).toEqual(new Set(["demo", "live"]));
  });

  it("that rotate run in one of five samples, on each backend over ten, and all in a full run", () => {
    const seeds = numbers(10);
    for (const title of letters(30)) {
      expect(seeds.flatMap((seed) => backendsOf(`${title} @rotates`, seed)).toSorted()).toEqual([
        "demo",
        "live",
      ]);
      expect(seeds.flatMap((seed) => backendsOf(`${title} @live @rotates`, seed))).toEqual(["live", "live"]);
      expect(seeds.flatMap((seed) => backendsOf(title, seed, "features/file.spec.ts")).toSorted()).toEqual([
        "demo",
        "live",
      ]);
      expect(backendsOf(`${title} @rotates`, "all")).toEqual(["live", "demo"]);
    }
    for (const seed of seeds) {
      const count = letters(60).filter(
        (title) => backendsOf(`${title} @live @rotates`, seed).length > 0,
      ).length;
      expect(count).toBeGreaterThan(4);
    }
  });

  it("of every law run in each sample, at least on some pages", () => {
    const laws = /^test\/browser\/(?:accessibility|failures|performance|security|soak)\/.*\.spec\.ts$/;
    const files = repositoryFiles().filter((path) => laws.test(path));
    expect(files.length).toBeGreaterThan(10);
    const isInEverySample = ([, title = ""]: readonly string[]) => !/@rotates|@full(?![\w-])/.test(title);
    expect(
      files.filter((path) => ![...read(path).matchAll(/\btest\(\s*["`]([^"`]+)/g)].some(isInEverySample)),
    ).toEqual([]);
  });

  it("for one backend run there, and those marked @full (but not @full-browser) only in a full run", () => {
    for (const seed of [0, 1, "all"] as const) {
      expect(backendsOf("a test @live", seed)).toEqual(["live"]);
      expect(backendsOf("a test @demo", seed)).toEqual(["demo"]);
      expect(backendsOf("a test @live @full", seed)).toEqual(seed === "all" ? ["live"] : []);
      expect(backendsOf("a test @live @full-browser", seed)).toEqual(["live"]);
      expect(backendsOf("a test @full", seed)).toEqual(seed === "all" ? ["live", "demo"] : []);
    }
  });
});
