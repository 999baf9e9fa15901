import { posix } from "node:path";
import { expect, it } from "vitest";
import { read } from "./repository-files";
import { isCode, sourceFiles } from "./source-graph";

const TEST = /\.test\.tsx?$/;
const modules = new Set(
  sourceFiles.filter((file) => !TEST.test(file)).map((file) => file.replace(/\.\w+$/, "")),
);
const hookFiles = sourceFiles.filter((file) => isCode(file) && posix.basename(file).startsWith("use-"));

/** Whether a test is named after a module in its folder: `x.test.ts` or `x.aspect.test.ts`. */
function isNamedAfterModule(test: string): boolean {
  const name = test.replace(TEST, "");
  return modules.has(name) || modules.has(name.replace(/\.[\w-]+$/, ""));
}

/** Returns the name of the hook that a file must export: "ui/hooks/use-now.ts" becomes "useNow". */
function hookName(file: string): string {
  const name = posix.basename(file).replace(/\.tsx?$/, "");
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

it("name tests after the module that they test", () => {
  const tests = sourceFiles.filter((file) => TEST.test(file));
  expect(tests.length).toBeGreaterThan(200);
  expect(tests.filter((test) => !isNamedAfterModule(test))).toEqual([]);
});

it("name the file of a hook after the hook", () => {
  expect(hookFiles.length).toBeGreaterThan(50);
  const unnamed = hookFiles.filter(
    (file) => !new RegExp(`\\b${hookName(file)}\\b`).test(read(`src/${file}`)),
  );
  expect(unnamed).toEqual([]);
});

it("name pages after their component", () => {
  const pages = sourceFiles.filter((file) => file.endsWith(".page.tsx"));
  const unnamed = pages.filter((file) => {
    const name = posix
      .basename(file, ".page.tsx")
      .replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    return !read(`src/${file}`).includes(`export function ${name}Page(`);
  });
  expect(pages.length).toBeGreaterThan(20);
  expect(unnamed).toEqual([]);
});
