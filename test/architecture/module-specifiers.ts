import ts from "typescript";
import type { ImportKind, Mention } from "./import-rules.mjs";

const LOADERS =
  /^(?:require(?:\.resolve)?|(?:vi|vitest|jest)\.\w*(?:mock|Mock|Actual)|import\.meta\.resolve)$/;
const CSS_REFERENCE = /(?:@import\s+(?:url\(\s*)?|\bfrom\s+|@reference\s+)["']([^"']+)["']/g;

function mention(node: ts.Node | undefined, kind: ImportKind): Mention {
  return { specifier: node !== undefined && ts.isStringLiteralLike(node) ? node.text : null, kind };
}

function ofCall(node: ts.CallExpression): Mention | null {
  const [first] = node.arguments;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return mention(first, "dynamic");
  const callee = node.expression.getText();
  // A glob does not say which layers it meets.
  if (callee === "import.meta.glob") return { specifier: null, kind: "static" };
  // vi.mock(import("x")) is seen as the import() in it.
  const isNested = first !== undefined && ts.isCallExpression(first);
  return LOADERS.test(callee) && !isNested ? mention(first, "static") : null;
}

const WORKERS = /^(?:(?:window|self|globalThis)\.)?(?:Shared)?Worker$/;

/** `new URL("./x", import.meta.url)`: how workers and files are named. A worker may be named by a plain text, too. */
function ofNew(node: ts.NewExpression): Mention | null {
  const [first, base] = node.arguments ?? [];
  const callee = node.expression.getText();
  const isModuleUrl = callee === "URL" && base?.getText() === "import.meta.url";
  const isText = first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first));
  return isModuleUrl || (WORKERS.test(callee) && isText) ? mention(first, "dynamic") : null;
}

function ofNode(node: ts.Node): Mention | null {
  if (ts.isImportDeclaration(node))
    return mention(node.moduleSpecifier, node.importClause?.isTypeOnly ? "type" : "static");
  if (ts.isExportDeclaration(node) && node.moduleSpecifier)
    return mention(node.moduleSpecifier, node.isTypeOnly ? "type" : "static");
  if (ts.isImportTypeNode(node))
    return mention(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, "type");
  if (ts.isExternalModuleReference(node)) return mention(node.expression, "static");
  if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) return mention(node.name, "static");
  if (ts.isCallExpression(node)) return ofCall(node);
  if (ts.isNewExpression(node)) return ofNew(node);
  return null;
}

function ofScript(file: string, source: string): Mention[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Mention[] = tree.referencedFiles.map((reference) => ({
    specifier: reference.fileName.startsWith(".") ? reference.fileName : `./${reference.fileName}`,
    kind: "static",
  }));
  const visit = (node: ts.Node): void => {
    const seen = ofNode(node);
    if (seen !== null) found.push(seen);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function ofStyles(source: string): Mention[] {
  return [...source.matchAll(CSS_REFERENCE)].map(([, specifier = null]) => ({ specifier, kind: "static" }));
}

/** Every way in which a source file names another module: what a linter sees, and what linters miss. */
export function mentionsOf(file: string, source: string): readonly Mention[] {
  return file.endsWith(".css") ? ofStyles(source) : ofScript(file, source);
}
