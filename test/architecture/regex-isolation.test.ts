import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { listModuleSpecifiers } from "./module-specifiers";
import { read, repositoryFiles } from "./repository-files";

const FEATURE = "features/regex/";
const ROUTES = "app/routes/route-table.ts";
const REQUEST = "data/sessions/recording-regex";
const DESCRIPTION = "contract/session-recordings";

/**
 * Whether a module may reference a part of the regex helper. The regex endpoint is unstable, so
 * other modules must not depend on it.
 */
function canReference(file: string, target: string, kind: string): boolean {
  if (target.startsWith(FEATURE)) return file.startsWith(FEATURE) || (file === ROUTES && kind === "dynamic");
  if (target === REQUEST) return file.startsWith(FEATURE) || file === `${REQUEST}.test.ts`;
  // The endpoint table also lists the regex endpoint, for contract tests.
  return file === `${REQUEST}.ts` || file === "contract/endpoints.ts";
}

const isHelperFile = (target: string) =>
  target.startsWith(FEATURE) || target === REQUEST || target === DESCRIPTION;

function findViolations(file: string, source: string): readonly string[] {
  // Skips files without these words, because parsing all files takes seconds.
  if (!/regex|recording/.test(source)) return [];
  return listModuleSpecifiers(file, source).flatMap(({ specifier, kind }) => {
    if (specifier === null) return [];
    const path = specifier.startsWith("@/") ? specifier.slice(2) : posix.join(posix.dirname(file), specifier);
    const target = path.replace(/\.tsx?$/, "");
    return isHelperFile(target) && !canReference(file, target, kind) ? [`${file} names ${specifier}`] : [];
  });
}

describe("the regex helper", () => {
  const files = repositoryFiles()
    .filter((path) => /^src\/.*\.(?:tsx?|css)$/.test(path))
    .map((path) => path.slice("src/".length));

  it("exists, and is loaded by its lazy route", () => {
    expect(files.filter((path) => path.startsWith(FEATURE)).length).toBeGreaterThan(5);
    expect(listModuleSpecifiers(ROUTES, read(`src/${ROUTES}`))).toContainEqual({
      specifier: "@/features/regex/regex.page",
      kind: "dynamic",
    });
  });

  it("isn't imported elsewhere", () => {
    expect(files.flatMap((path) => findViolations(path, read(`src/${path}`)))).toEqual([]);
  });

  it.each([
    ["app/routes/route-table.ts", 'import { RegexPage } from "@/features/regex/regex.page";'],
    ["app/shell/navigation.tsx", 'const page = () => import("@/features/regex/regex.page");'],
    ["features/sessions/value-list.tsx", 'import { runTrial } from "@/features/regex/run-trial";'],
    ["features/sessions/value-list.tsx", 'import type { A } from "@/features/regex/run-trial";'],
    ["features/sessions/value-list.tsx", 'new Worker(new URL("../regex/run-trial.ts", import.meta.url));'],
    ["features/sessions/value-list.tsx", 'import { askForPattern } from "@/data/sessions/recording-regex";'],
    ["data/sessions/sessions.ts", 'import { askForPattern } from "./recording-regex";'],
    ["data/sessions/sessions.ts", 'import { createRegex } from "@/contract/session-recordings";'],
    ["features/regex/regex.page.tsx", 'import { createRegex } from "@/contract/session-recordings";'],
  ])("is reported when it is imported: %s: %s", (file, source) => {
    expect(findViolations(file, source)).not.toEqual([]);
  });
});
