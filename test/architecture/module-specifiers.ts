import ts from "typescript";
import type { ImportKind, Mention } from "./import-rules.mjs";

const LOADERS =
  /^(?:require(?:\.resolve)?|(?:vi|vitest|jest)\.\w*(?:mock|Mock|Actual)|import\.meta\.resolve)$/;
const CSS_REFERENCE = /(?:@import\s+(?:url\(\s*)?|\bfrom\s+|@reference\s+)["']([^"']+)["']/g;

function createSpecifier(node: ts.Node | undefined, kind: ImportKind): Mention {
  return { specifier: node !== undefined && ts.isStringLiteralLike(node) ? node.text : null, kind };
}

function specifierOfCall(node: ts.CallExpression): Mention | null {
  const [first] = node.arguments;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return createSpecifier(first, "dynamic");
  const callee = node.expression.getText();
  // A glob may match several layers, so its specifier is unknown.
  if (callee === "import.meta.glob") return { specifier: null, kind: "static" };
  // In vi.mock(import("x")), the nested import() is a separate reference.
  const isNested = first !== undefined && ts.isCallExpression(first);
  return LOADERS.test(callee) && !isNested ? createSpecifier(first, "static") : null;
}

const WORKERS = /^(?:(?:window|self|globalThis)\.)?(?:Shared)?Worker$/;

/**
 * Returns the reference in `new URL("./x", import.meta.url)` or `new Worker("./x")`, which refer to
 * a worker or file. Returns null for other expressions.
 */
function specifierOfNew(node: ts.NewExpression): Mention | null {
  const [first, base] = node.arguments ?? [];
  const callee = node.expression.getText();
  const isModuleUrl = callee === "URL" && base?.getText() === "import.meta.url";
  const isText = first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first));
  return isModuleUrl || (WORKERS.test(callee) && isText) ? createSpecifier(first, "dynamic") : null;
}

function specifierOfNode(node: ts.Node): Mention | null {
  if (ts.isImportDeclaration(node))
    return createSpecifier(node.moduleSpecifier, node.importClause?.isTypeOnly ? "type" : "static");
  if (ts.isExportDeclaration(node) && node.moduleSpecifier)
    return createSpecifier(node.moduleSpecifier, node.isTypeOnly ? "type" : "static");
  if (ts.isImportTypeNode(node))
    return createSpecifier(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, "type");
  if (ts.isExternalModuleReference(node)) return createSpecifier(node.expression, "static");
  if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name))
    return createSpecifier(node.name, "static");
  if (ts.isCallExpression(node)) return specifierOfCall(node);
  if (ts.isNewExpression(node)) return specifierOfNew(node);
  return null;
}

function specifiersOfScript(file: string, source: string): Mention[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Mention[] = tree.referencedFiles.map((reference) => ({
    specifier: reference.fileName.startsWith(".") ? reference.fileName : `./${reference.fileName}`,
    kind: "static",
  }));
  const visit = (node: ts.Node): void => {
    const seen = specifierOfNode(node);
    if (seen !== null) found.push(seen);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function specifiersOfStyles(source: string): Mention[] {
  return [...source.matchAll(CSS_REFERENCE)].map(([, specifier = null]) => ({ specifier, kind: "static" }));
}

/** Returns all module references of a file, including those that linters miss. */
export function listModuleSpecifiers(file: string, source: string): readonly Mention[] {
  return file.endsWith(".css") ? specifiersOfStyles(source) : specifiersOfScript(file, source);
}
