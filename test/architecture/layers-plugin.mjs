// Linter plugin for layers.json, so that editors underline forbidden imports while typing.
import { relative, sep } from "node:path";
import { checkMention, checkPlace } from "./import-rules.mjs";

/** Functions whose first argument is a module specifier. */
const LOADERS = new Set([
  "require",
  "mock",
  "doMock",
  "unmock",
  "doUnmock",
  "importActual",
  "importMock",
  "resolve",
]);
const LOADER_OWNERS = new Set(["vi", "vitest", "jest", "require", "module"]);

function textOf(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TSLiteralType") return textOf(node.literal);
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return null;
}

function isImportMeta(node) {
  return node?.type === "MetaProperty" && node.meta.name === "import";
}

function isLoader(callee) {
  if (callee.type === "Identifier") return callee.name === "require";
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return false;
  if (isImportMeta(callee.object)) return callee.property.name === "resolve";
  return (
    callee.object.type === "Identifier" &&
    LOADER_OWNERS.has(callee.object.name) &&
    LOADERS.has(callee.property.name)
  );
}

/**
 * Whether a call refers to a module by a string. For `vi.mock(import("x"))`, the linter visits the nested import().
 */
function isPlainCall(node) {
  return isLoader(node.callee) && node.arguments[0]?.type !== "ImportExpression";
}

/** Whether a call is `import.meta.glob()`. A glob may match files of several layers. */
function isGlob(callee) {
  return callee.type === "MemberExpression" && isImportMeta(callee.object) && callee.property.name === "glob";
}

/** Whether a node is `new URL("./x", import.meta.url)`, which refers to a worker or file. */
function isModuleUrl(node) {
  const base = node.arguments[1];
  return node.callee.name === "URL" && base?.type === "MemberExpression" && isImportMeta(base.object);
}

const WORKERS = new Set(["Worker", "SharedWorker"]);
const GLOBALS = new Set(["window", "self", "globalThis"]);

function calledName(callee) {
  const isOfGlobal = callee.type === "MemberExpression" && GLOBALS.has(callee.object.name);
  return isOfGlobal ? callee.property.name : callee.name;
}

/** Whether a node is `new Worker("./x")`, whose string argument refers to a module. */
function isNamedWorker(node) {
  const first = node.arguments[0];
  const isText = first?.type === "TemplateLiteral" || typeof first?.value === "string";
  return isText && WORKERS.has(calledName(node.callee));
}

const layers = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const file = relative(`${context.cwd}/src`, context.filename).split(sep).join("/");
    if (file.startsWith("..") || file.startsWith("/")) return {};
    const report = (node, message) => message !== null && context.report({ node, message });
    const see = (node, source, kind) => report(node, checkMention(file, { specifier: textOf(source), kind }));
    const kindOf = (node) => ((node.importKind ?? node.exportKind) === "type" ? "type" : "static");
    const seeSource = (node) => node.source && see(node, node.source, kindOf(node));
    return {
      Program: (node) => report(node, checkPlace(file)),
      ImportDeclaration: seeSource,
      ExportNamedDeclaration: seeSource,
      ExportAllDeclaration: seeSource,
      ImportExpression: (node) => see(node, node.source, "dynamic"),
      TSImportType: (node) => see(node, node.source ?? node.argument, "type"),
      TSExternalModuleReference: (node) => see(node, node.expression, "static"),
      CallExpression(node) {
        if (isPlainCall(node)) see(node, node.arguments[0], "static");
        else if (isGlob(node.callee)) see(node, null, "static");
      },
      NewExpression: (node) =>
        (isModuleUrl(node) || isNamedWorker(node)) && see(node, node.arguments[0], "dynamic"),
    };
  },
};

export default { meta: { name: "environs" }, rules: { layers } };
