// Servers differ by age. The app checks what a server can do (src/data/capabilities), never how old it is.
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository-files";

const scripts = repositoryFiles().filter(
  (path) => /^src\/.*\.tsx?$/.test(path) && !/\.(?:test|fixture)\.tsx?$/.test(path),
);
/**
 * All code except the emulator and the test builders. The emulator imitates a server of a certain
 * age.
 */
const clientScripts = scripts.filter((path) => !/^src\/(?:emulator|testing)\//.test(path));

/** Code that may contain the names, dates and headers that these tests forbid, with the reasons. */
const EXEMPT: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^src\/app\/settings\/demo-/, "chooses the emulator's generation"],
  [/^src\/app\/connection\/backend\.ts$/, "describes the emulator's controls"],
  [/^src\/main\.tsx$/, "starts the emulator"],
  [/^src\/features\/regex\//, "generates patterns"],
  [/^src\/kit\//, "shows samples with fixed dates"],
  [/^src\/http\/(?:connection-status|parse-response)\.ts$/, "compares the server's clock with this one"],
];

const AGE_NAME = /generation|(?:server|api|backend|posthog)_?-?version|preflight|release_?-?date/i;
/** Response headers that reveal a server's age or date. */
const AGE_HEADER = /^(?:date|server|sunset|x-.*version.*)$/i;
const YEAR = /^20(?:2\d|3\d)$/;
/** Fields that only some servers return. */
const OPTIONAL_FIELDS: ReadonlySet<string> = new Set([
  "enabled",
  "resource_type",
  "dashboard_export_insights",
  "integration_id",
]);

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

function listNodes(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(...listNodes(child)));
  return [node, ...children];
}

function parse(path: string, source: string): readonly ts.Node[] {
  return listNodes(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
}

function getLastName(node: ts.Node): string {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? node.text : "";
}

function isAge(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return AGE_NAME.test(node.text);
  if (ts.isStringLiteralLike(node)) return AGE_NAME.test(node.text) || YEAR.test(node.text);
  if (ts.isNumericLiteral(node)) return YEAR.test(node.text);
  if (!ts.isCallExpression(node) || !/\bheaders\.(?:get|has)$/i.test(node.expression.getText())) return false;
  const [name] = node.arguments;
  return name !== undefined && ts.isStringLiteralLike(name) && AGE_HEADER.test(name.text);
}

function findAges(path: string, source: string): readonly string[] {
  return parse(path, source)
    .filter(isAge)
    .map((node) => `${path}: ${node.getText()}`);
}

/** Whether a comparison checks if a server returns a field. */
function isPresenceTest(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node)) return false;
  const { left, right, operatorToken } = node;
  if (operatorToken.kind === ts.SyntaxKind.InKeyword) {
    return ts.isStringLiteralLike(left) && OPTIONAL_FIELDS.has(left.text);
  }
  const sides = [left, right];
  return (
    COMPARISONS.has(operatorToken.kind) &&
    sides.some((side) => OPTIONAL_FIELDS.has(getLastName(side))) &&
    sides.some((side) => getLastName(side) === "undefined")
  );
}

/** Returns code that derives a server's capabilities from a field. */
function findPresenceTests(path: string, source: string): readonly string[] {
  return parse(path, source)
    .filter(isPresenceTest)
    .map((node) => `${path}: ${node.getText()}`);
}

describe("the age of a server", () => {
  it("is compared nowhere but in the emulator", () => {
    const checked = clientScripts.filter((path) => !EXEMPT.some(([exempt]) => exempt.test(path)));
    expect(checked.length).toBeGreaterThan(500);
    expect(checked.flatMap((path) => findAges(path, read(path)))).toEqual([]);
  });

  it("has no outdated exceptions", () => {
    const unused = EXEMPT.filter(
      ([exempt]) => !clientScripts.some((path) => exempt.test(path) && findAges(path, read(path)).length > 0),
    );
    expect(unused).toEqual([]);
  });

  it.each([
    'if (generation === "seed") pause();',
    "if (server.apiVersion > 3) pause();",
    "const canPause = year >= 2026;",
    'if (api.age === "2026") pause();',
    'client.get("/_preflight/");',
    'if (Date.parse(headers.get("date") ?? "") > released) pause();',
    'if (headers.has("X-PostHog-Version")) pause();',
  ])("is found in %s", (planted) => {
    expect(findAges("x.ts", planted)).not.toEqual([]);
  });

  it("isn't found where nothing asks for it", () => {
    expect(findAges("x.ts", 'params.get("dates"); const y = 1_000; // a generation of servers')).toEqual([]);
  });
});

describe("a field that only some servers return", () => {
  it("is taken as a capability nowhere but in data/capabilities", () => {
    const others = clientScripts.filter((path) => !path.startsWith("src/data/capabilities/"));
    expect(others.flatMap((path) => findPresenceTests(path, read(path)))).toEqual([]);
  });

  it.each([
    "if (record.enabled !== undefined) pause();",
    "const can = undefined === integration_id;",
    'if ("dashboard_export_insights" in record) select();',
  ])("is found in %s", (planted) => {
    expect(findPresenceTests("x.ts", planted)).not.toEqual([]);
  });

  it("may be read: a paused record is paused on every server", () => {
    expect(findPresenceTests("x.ts", "if (record.enabled === false) skip();")).toEqual([]);
  });
});

describe("forms, menus, health, calendar and bulk actions", () => {
  it("ask data/capabilities what a server can do", () => {
    const asking = clientScripts.filter(
      (path) => path.startsWith("src/features/") && read(path).includes('"@/data/capabilities/'),
    );
    expect(asking).toEqual(
      expect.arrayContaining([
        "src/features/subscriptions/bulk/bulk-actions.tsx",
        "src/features/subscriptions/bulk/plan-bulk-changes.ts",
        "src/features/subscriptions/model/subscription-rules.ts",
      ]),
    );
  });

  // A 404 or 405 can also result from the path, the key or the project.
  it("never conclude a capability from a status alone", () => {
    const concluding = clientScripts.filter(
      (path) =>
        path.startsWith("src/features/subscriptions/") && /\.status === (?:404|405)\b/.test(read(path)),
    );
    expect(concluding).toEqual([]);
  });
});
