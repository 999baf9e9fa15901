import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { root } from "./repository-files";

const oxlint = join(dirname(createRequire(import.meta.url).resolve("oxlint/package.json")), "bin", "oxlint");
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Lints a tree that holds one file, with the repository's own configuration, and gives the rules that spoke. */
function lint(file: string, source: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "lint-"));
  folders.push(folder);
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), source);
  const args = [oxlint, "-c", join(root, ".oxlintrc.json"), "--format", "json", file];
  const run = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: { code: string }[] };
  return diagnostics.map(({ code }) => code);
}

describe("the linter speaks up about", () => {
  it.each([
    ["environs(layers)", "src/lib/dates.ts", 'import { api } from "@/data/api";\nexport const x = api;\n'],
    ["environs(layers)", "src/main.tsx", 'import { go } from "@/emulator/browser";\ngo();\n'],
    ["environs(layers)", "src/app/pages.ts", 'export const x = () => import("@/emulator/browser");\n'],
    ["environs(layers)", "src/utils/x.ts", "export const x = 1;\n"],
    ["environs(layers)", "src/features/a/b.ts", 'export type { X } from "@/features/c/d";\n'],
    ["environs(layers)", "src/lib/x.ts", 'export type X = import("@/data/api").Api;\n'],
    ["environs(layers)", "src/lib/x.test.ts", 'import { vi } from "vitest";\nvi.mock("@/data/api");\n'],
    [
      "react-hooks(rules-of-hooks)",
      "src/ui/a.tsx",
      'import { useId } from "react";\nexport function A(p: { on: boolean }) {\n  if (p.on) useId();\n  return null;\n}\n',
    ],
    [
      "react-hooks(exhaustive-deps)",
      "src/ui/a.tsx",
      'import { useEffect } from "react";\nexport function A({ go, x }: { go: (x: number) => void; x: number }) {\n  useEffect(() => go(x), [go]);\n  return null;\n}\n',
    ],
    ["jsx-a11y(alt-text)", "src/ui/a.tsx", 'export function A() {\n  return <img src="a.png" />;\n}\n'],
    ["typescript(no-explicit-any)", "src/lib/a.ts", "export const a = (x: any) => x;\n"],
    ["typescript(no-non-null-assertion)", "src/lib/a.ts", "export const a = (x?: string) => x!.length;\n"],
    ["import(no-default-export)", "src/lib/a.ts", "export default function a() {\n  return 1;\n}\n"],
    ["oxc(no-barrel-file)", "src/lib/a.ts", 'export * from "./b";\n'],
    ["eslint(no-console)", "src/lib/a.ts", 'console.log("a");\n'],
    ["eslint(no-restricted-imports)", "src/lib/a.ts", 'import { z } from "zod";\nexport const a = z;\n'],
    [
      "@tanstack/query(exhaustive-deps)",
      "src/data/a.ts",
      'import { useQuery } from "@tanstack/react-query";\nexport function useA(id: number, get: (id: number) => Promise<number>) {\n  return useQuery({ queryKey: ["a"], queryFn: () => get(id) });\n}\n',
    ],
    [
      "vitest(no-focused-tests)",
      "src/lib/a.test.ts",
      'import { expect, it } from "vitest";\nit.only("a", () => {\n  expect(1).toBe(1);\n});\n',
    ],
  ])("%s in %s", (rule, file, source) => {
    expect(lint(file, source)).toContain(rule);
  });

  it("nothing where nothing is wrong", () => {
    expect(lint("src/lib/dates.ts", "export const day = 86_400_000;\n")).toEqual([]);
  });
});
