import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "./repository-files";

const INVALID_SAMPLES: readonly (readonly [rule: string, file: string, source: string])[] = [
  ["environs(layers)", "src/lib/upward.ts", 'import { api } from "@/data/api";\nexport const x = api;\n'],
  ["environs(layers)", "src/main.tsx", 'import { go } from "@/emulator/browser";\ngo();\n'],
  ["environs(layers)", "src/app/later.ts", 'export const x = () => import("@/emulator/browser");\n'],
  ["environs(layers)", "src/utils/stray.ts", "export const x = 1;\n"],
  ["environs(layers)", "src/features/a/b.ts", 'export type { X } from "@/features/c/d";\n'],
  ["environs(layers)", "src/lib/type.ts", 'export type X = import("@/data/api").Api;\n'],
  ["environs(layers)", "src/lib/escape.ts", 'export { x } from "../data/api";\n'],
  ["environs(layers)", "src/lib/mock.test.ts", 'import { vi } from "vitest";\nvi.mock("@/data/api");\n'],
  ["environs(layers)", "src/lib/style.ts", 'import a from "@/ui/a.module.css";\nexport const b = a;\n'],
  ["environs(layers)", "src/lib/require.ts", 'export const x = require("@/data/api");\n'],
  ["environs(layers)", "src/lib/worker.ts", 'export const x = new Worker("@/data/worker.ts");\n'],
  ["environs(layers)", "src/lib/shared.ts", 'export const x = new self.SharedWorker("../data/worker.ts");\n'],
  [
    "environs(layers)",
    "src/ui/page/private.ts",
    'export type { X } from "@/ui/data-table/data-table-row";\n',
  ],
  ["environs(layers)", "src/ui/page/sibling.ts", 'export { x } from "../overlay/confirm";\n'],
  ["environs(layers)", "src/app/builder.ts", 'export const x = () => import("@/testing/build-member");\n'],
  [
    "react-hooks(rules-of-hooks)",
    "src/ui/hook.tsx",
    'import { useId } from "react";\nexport function A(p: { on: boolean }) {\n  if (p.on) useId();\n  return null;\n}\n',
  ],
  [
    "react-hooks(exhaustive-deps)",
    "src/ui/deps.tsx",
    'import { useEffect } from "react";\nexport function A({ go, x }: { go: (x: number) => void; x: number }) {\n  useEffect(() => go(x), [go]);\n  return null;\n}\n',
  ],
  ["jsx-a11y(alt-text)", "src/ui/alt.tsx", 'export function A() {\n  return <img src="a.png" />;\n}\n'],
  ["typescript(no-explicit-any)", "src/lib/any.ts", "export const a = (x: any) => x;\n"],
  ["typescript(no-non-null-assertion)", "src/lib/bang.ts", "export const a = (x?: string) => x!.length;\n"],
  ["import(no-default-export)", "src/lib/default.ts", "export default function a() {\n  return 1;\n}\n"],
  ["oxc(no-barrel-file)", "src/lib/barrel.ts", 'export * from "./any";\n'],
  ["eslint(no-console)", "src/lib/console.ts", 'console.log("a");\n'],
  ["eslint(no-restricted-imports)", "src/lib/zod.ts", 'import { z } from "zod";\nexport const a = z;\n'],
  [
    "@tanstack/query(exhaustive-deps)",
    "src/data/key.ts",
    'import { useQuery } from "@tanstack/react-query";\nexport function useA(id: number, get: (id: number) => Promise<number>) {\n  return useQuery({ queryKey: ["a"], queryFn: () => get(id) });\n}\n',
  ],
  [
    "vitest(no-focused-tests)",
    "src/lib/focus.test.ts",
    'import { expect, it } from "vitest";\nit.on\u006cy("a", () => {\n  expect(1).toBe(1);\n});\n',
  ],
];

/** Sources of tests that depend on real time, one per file. */
const REAL_TIME: readonly (readonly [what: string, source: string])[] = [
  ["a pause of the page", "export const x = (page: Page) => page.waitForTimeout(100);"],
  ["an idle network", 'export const x = (page: Page) => page.waitForLoadState("networkidle");'],
  ["the time of day", "export const x = Date.now();"],
  ["the time of day of the page", "export const x = (page: Page) => page.evaluate(() => Date.now());"],
  ["today", "export const x = new Date();"],
  ["today of the window", "export const x = new window.Date();"],
  ["today as a text", "export const x = Date();"],
  [
    "today in a time zone",
    'export const x = new Intl.DateTimeFormat("sv-SE", { timeZone: "UTC" }).format();',
  ],
  ["a measured time", "export const x = performance.now();"],
  ["a delay", "export const x = new Promise((resolve) => setTimeout(resolve, 20));"],
  ["a delay of the window", "window.setTimeout(() => {}, 20);"],
  ["a delay of Node", 'import { setTimeout as wait } from "node:timers/promises";\nawait wait(20);'],
  [
    "a clock that keeps the date",
    'vi.useFakeTimers({ toFake: ["setTimeout"] });\nexport const x = Date.now();',
  ],
  ["a clock that starts the date again", 'vi.useFakeTimers({ toFake: ["setTimeout"] });'],
  ["a server's port", 'server.listen(8080, "127.0.0.1");'],
  ["the port of a tool", "export const x = { server: { port: 5480 } };"],
  ["a request to a port", 'void fetch("http://localhost:8080/list");'],
  ["a page at a port", "export const x = (page: Page) => page.goto(`http://127.0.0.1:8080/${path}`);"],
  ["memory of Node", "export const x = process.memoryUsage().rss;"],
  ["memory of the page", "export const x = performance.memory.usedJSHeapSize;"],
  ["memory of the browser", 'void devtools.send("Runtime.getHeapUsage");'],
  ["a bound of a duration", "expect(entry.duration).toBeLessThan(50);"],
  ["a duration as the bound", "expect.soft(x).not.toBeGreaterThan(Math.max(1, entry.duration));"],
];
const REAL_TIME_PLANTED = REAL_TIME.map(
  ([what, source], index) => [what, `src/lib/real-time-${index}.test.ts`, `${source}\n`] as const,
);

const VALID_SAMPLES: readonly (readonly [what: string, file: string, source: string])[] = [
  ["a constant", "src/lib/time/dates.ts", "export const day = 86_400_000;\n"],
  ["a product that reads the clock", "src/lib/clock.ts", "export const now = () => Date.now();\n"],
  ["a fixed day", "src/lib/fixed.test.ts", 'export const x = new Date("2026-11-24");\n'],
  [
    "a fake clock",
    "src/lib/fake.test.ts",
    "export const x = Date.now() + performance.now();\nsetTimeout(() => {}, 20);\nvi.useFakeTimers();\n",
  ],
  [
    "a fake clock of the page",
    "src/lib/page-clock.test.ts",
    "export const x = (page: Page) => page.clock.install();\nexport const y = new Date();\n",
  ],
  [
    "the next turn",
    "src/lib/turn.test.ts",
    "export const x = new Promise((resolve) => setTimeout(resolve, 0));\n",
  ],
  ["a free port", "src/lib/free.test.ts", 'server.listen(0, "127.0.0.1");\n'],
  ["an address that is not used", "src/lib/data.test.ts", 'export const x = "http://localhost:8010";\n'],
  ["a port that refuses", "src/lib/refused.test.ts", 'void fetch("http://127.0.0.1:9/");\n'],
  [
    "a duration as data",
    "src/lib/duration.test.ts",
    'import { expect, it } from "vitest";\nit("a", () => {\n  expect(entry.duration).toBe(50);\n});\n',
  ],
  [
    "an exception with a reason",
    "src/lib/exception.test.ts",
    "// \u006fxlint-disable-next-line tests/no-real-time -- the reason\nexport const x = Date.now();\n",
  ],
];

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

function lint(files: Iterable<readonly [file: string, source: string]>): Report["diagnostics"] {
  const oxlint = join(
    dirname(createRequire(import.meta.url).resolve("oxlint/package.json")),
    "bin",
    "oxlint",
  );
  const folder = mkdtempSync(join(tmpdir(), "lint-"));
  for (const [file, source] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  const args = [oxlint, "-c", join(root, ".oxlintrc.json"), "--format", "json", "src"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const report: Report = JSON.parse(stdout);
  return report.diagnostics;
}

describe("the linter", () => {
  let diagnostics: Report["diagnostics"] = [];
  const rulesIn = (file: string) =>
    diagnostics.flatMap(({ code, filename }) => (filename === file ? [code] : []));

  beforeAll(() => {
    const planted = [...INVALID_SAMPLES, ...REAL_TIME_PLANTED, ...VALID_SAMPLES];
    diagnostics = lint(planted.map(([, file, source]) => [file, source] as const));
  });

  it.each(INVALID_SAMPLES)("reports %s in %s", (rule, file) => {
    expect(rulesIn(file)).toContain(rule);
  });

  it.each(REAL_TIME_PLANTED)("rejects tests that depend on real time: %s", (_, file) => {
    expect(rulesIn(file)).toContain("tests(no-real-time)");
  });

  it.each(VALID_SAMPLES)("accepts %s", (_, file) => {
    expect(rulesIn(file)).toEqual([]);
  });
});
