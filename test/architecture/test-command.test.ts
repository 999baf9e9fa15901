import { describe, expect, it } from "vitest";
import { chooseTests, kindOfTest, readTestFiles } from "../../.scripts/choose-tests.mjs";
import { runSteps } from "../../.scripts/step-runner.mjs";
import { run, say } from "../../.scripts/steps.mjs";
import { countTests, slowestTests } from "../../.scripts/test-reports.mjs";

const FILES = [
  { path: "src/lib/time/dates.test.ts", source: 'it("formats a day", () => {});' },
  { path: "src/lib/zones.test.ts", source: 'it.each(ZONES)("formats a day in %s", (zone) => {});' },
  {
    path: "test/browser/accessibility/axe.spec.ts",
    source: "test(`axe: ${name}, ${width}`, async () => {});",
  },
  {
    path: "test/browser/features/data-table.spec.ts",
    source: 'test.describe("a table", () => { note("formats a day"); });',
  },
];

describe("npm test -- <pattern>", () => {
  it.each([
    ["a part of a path", ["dates"], ["src/lib/time/dates.test.ts"]],
    [
      "a part of a path in another case",
      ["./src/LIB"],
      ["src/lib/time/dates.test.ts", "src/lib/zones.test.ts"],
    ],
    [
      "parts of several paths",
      ["dates", "axe"],
      ["src/lib/time/dates.test.ts", "test/browser/accessibility/axe.spec.ts"],
    ],
  ])("runs the files that match %s", (_, words, paths) => {
    expect(chooseTests(words, FILES)).toEqual({ paths });
  });

  it.each([
    ["formats a day", ["src/lib/time/dates.test.ts", "src/lib/zones.test.ts"]],
    ["formats a day in Europe/Berlin", ["src/lib/zones.test.ts"]],
    ["axe: list, 320", ["test/browser/accessibility/axe.spec.ts"]],
    ["a table", ["test/browser/features/data-table.spec.ts"]],
  ])("runs the tests titled “%s”", (title, paths) => {
    expect(chooseTests([title], FILES)).toEqual({ paths, title });
  });

  it("treats words without quotes as one title", () => {
    const title = "formats a day in Rome";
    expect(chooseTests(title.split(" "), FILES)).toEqual({ paths: ["src/lib/zones.test.ts"], title });
  });

  it("selects nothing without a match", () => {
    expect(chooseTests(["formats", "a", "week"], FILES)).toBeUndefined();
  });

  it("covers every test file", () => {
    const files = readTestFiles();
    expect(chooseTests(["test-command"], files)).toEqual({
      paths: ["test/architecture/test-command.test.ts"],
    });
    const kinds = files.map(({ path }) => kindOfTest(path));
    expect(new Set(kinds)).toEqual(new Set(["unit", "build", "browser"]));
    expect(
      files.filter(({ path }) => path.endsWith(".spec.ts") !== (kindOfTest(path) === "browser")),
    ).toEqual([]);
  });
});

/** Creates a step that the test finishes. */
function heldStep(name: string, events: string[], needs: readonly string[] = []) {
  let end = () => {};
  let fail = (_: Error) => {};
  const ending = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const step = {
    name,
    needs,
    run: async () => {
      events.push(name);
      say(`${name} runs`);
      await ending;
      say(`${name} ends`);
    },
  };
  return { step, end, fail };
}

const settle = () => new Promise(setImmediate);

describe("the steps of a command", () => {
  it("start when their dependencies have finished", async () => {
    const events: string[] = [];
    const install = heldStep("install", events);
    const build = heldStep("build", events, ["install", "not among the steps"]);
    const check = heldStep("check", events, ["install"]);
    const browse = heldStep("browse", events, ["build", "check"]);
    const steps = [install, build, check, browse];
    const results = runSteps(
      steps.map(({ step }) => step),
      { write: () => undefined },
    );
    await settle();
    expect(events).toEqual(["install"]);
    install.end();
    await settle();
    expect(events).toEqual(["install", "build", "check"]);
    check.end();
    await settle();
    expect(events).toEqual(["install", "build", "check"]);
    build.end();
    browse.end();
    expect((await results).map(({ name, error }) => [name, error])).toEqual([
      ["install", undefined],
      ["build", undefined],
      ["check", undefined],
      ["browse", undefined],
    ]);
  });

  it("share the cores, except with steps that wait for the network", async () => {
    const events: string[] = [];
    const download = heldStep("download", events);
    const first = heldStep("first", events);
    const second = heldStep("second", events);
    const results = runSteps([{ ...download.step, isWaiting: true }, first.step, second.step], {
      limit: 1,
      write: () => undefined,
    });
    await settle();
    expect(events).toEqual(["download", "first"]);
    first.end();
    await settle();
    expect(events).toEqual(["download", "first", "second"]);
    second.end();
    download.end();
    await results;
  });

  it("don't start after a failure, but running ones finish", async () => {
    const events: string[] = [];
    const output: string[] = [];
    const bad = heldStep("bad", events);
    const good = heldStep("good", events);
    const later = heldStep("later", events, ["good"]);
    const results = runSteps([bad.step, good.step, later.step], { write: (text) => output.push(text) });
    const flaw = new Error("a flaw");
    bad.fail(flaw);
    await settle();
    good.end();
    expect((await results).map(({ name, error }) => [name, error])).toEqual([
      ["bad", flaw],
      ["good", undefined],
    ]);
    expect(output.join("")).toContain("a flaw");
    expect(output.join("")).toContain("good ends");
  });

  it("print their output one after the other", async () => {
    const output: string[] = [];
    const first = heldStep("first", []);
    const second = heldStep("second", []);
    const results = runSteps([first.step, second.step], { write: (text) => output.push(text) });
    second.end();
    await settle();
    expect(output.join("")).toBe("\n── first\nfirst runs\n");
    first.end();
    await results;
    expect(output.join("")).toBe(
      "\n── first\nfirst runs\nfirst ends\n\n── second\nsecond runs\nsecond ends\n",
    );
  });

  it("forward stdout and stderr", async () => {
    const output: string[] = [];
    const source = 'console.log("printed"); console.error("complained"); process.exitCode = 3;';
    const command = { name: "command", run: () => run(process.execPath, ["-e", source], { label: "It" }) };
    const [result] = await runSteps([command], { write: (text) => output.push(text) });
    expect(output.join("")).toMatch(/printed/);
    expect(output.join("")).toMatch(/complained/);
    expect(result?.error).toMatchObject({ message: "It ended with exit code 3" });
  });
});

const UNIT = {
  numPassedTests: 2,
  numFailedTests: 1,
  numPendingTests: 0,
  testResults: [
    {
      name: "/repository/src/lib/time/dates.test.ts",
      assertionResults: [
        { fullName: "dates formats a day", duration: 30 },
        { fullName: "dates is skipped" },
        { fullName: "dates reads a day", duration: 400 },
      ],
    },
  ],
};

const BROWSER = {
  stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
  suites: [
    {
      title: "accessibility/axe.spec.ts",
      specs: [
        {
          file: "accessibility/axe.spec.ts",
          title: "axe: list",
          tests: [{ projectName: "live", results: [{ duration: 200 }, { duration: 100 }] }],
        },
      ],
      suites: [
        {
          title: "forms",
          specs: [
            {
              file: "accessibility/axe.spec.ts",
              title: "axe: form",
              tests: [{ projectName: "demo", results: [{ duration: 900 }] }],
            },
          ],
        },
      ],
    },
  ],
};

describe("test reports", () => {
  it("are merged, without missing ones", () => {
    expect(countTests([UNIT, undefined, BROWSER])).toEqual({ passed: 6, failed: 2, skipped: 2 });
  });

  it("name the slowest tests of all kinds", () => {
    expect(slowestTests([UNIT, undefined, BROWSER], 3, "/repository")).toEqual([
      { name: "test/browser/accessibility/axe.spec.ts: forms axe: form (demo)", ms: 900 },
      { name: "src/lib/time/dates.test.ts: dates reads a day", ms: 400 },
      { name: "test/browser/accessibility/axe.spec.ts: axe: list (live)", ms: 300 },
    ]);
  });
});
