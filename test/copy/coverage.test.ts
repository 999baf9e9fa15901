import ts from "typescript";
import { expect, it } from "vitest";
import { read, repositoryFiles } from "../architecture/repository-files";

function listExportedFunctions(source: string): readonly string[] {
  const tree = ts.createSourceFile("x.ts", source, ts.ScriptTarget.Latest, true);
  return tree.statements
    .filter((statement) => ts.isFunctionDeclaration(statement))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap(({ name }) => name?.text ?? []);
}

/** Functions that don't return a message. */
const EXEMPT = new Set(["createProblem", "isRequestPending"]);

it("reads every function that builds a message", () => {
  const files = repositoryFiles();
  const copyTests = files
    .filter((path) => /^test\/copy\/[^/]+\.test\.ts$/.test(path))
    .map(read)
    .join("\n");
  const messages = files
    .filter((path) => /^src\/.*-messages\.tsx?$/.test(path))
    .flatMap((path) => listExportedFunctions(read(path)).map((name) => ({ path, name })));
  expect(messages.length).toBeGreaterThan(100);
  const unread = messages.filter(
    ({ name }) => !EXEMPT.has(name) && !new RegExp(`\\b${name}\\b`).test(copyTests),
  );
  expect(unread.map(({ path, name }) => `${path}: ${name}`).join("\n")).toBe("");
});
