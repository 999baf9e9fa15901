// Checks imports against layers.json, for the linter plugin and the architecture tests.
import { readFileSync } from "node:fs";
import { posix } from "node:path";

export const layerTable = JSON.parse(readFileSync(new URL("./layers.json", import.meta.url), "utf8"));

/**
 * Returns the layer or entry of a path in src. `folder` is the feature of a file in a feature, and
 * the layer of any other file.
 */
function placeOf(path, table) {
  const [layer, ...rest] = path.split("/");
  if (rest.length === 0) return { entry: layer };
  const rule = table.layers[layer];
  if (rule === undefined) return { unknown: layer };
  const folder = rule.separate && rest.length > 1 ? `${layer}/${rest[0]}` : layer;
  return { layer, folder, rule, stray: rule.separate === true && rest.length === 1 };
}

export function checkPlace(file, table = layerTable) {
  const place = placeOf(file, table);
  if (place.entry !== undefined)
    return place.entry in table.entries ? null : `src/${file} belongs into a layer folder`;
  if (place.unknown !== undefined) return `src/${place.unknown}/ is no layer of layers.json`;
  if (place.stray) return `src/${file} belongs into a folder of its own below src/${place.layer}/`;
  return null;
}

function packageOf(specifier) {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0];
}

function checkPackage(place, specifier, table) {
  const users = table.packages[packageOf(specifier)];
  if (users === undefined || users.includes(place.layer)) return null;
  return `the package ${packageOf(specifier)} is for ${users.join(", ")} only`;
}

/** Removes the extension, because `http/errors.ts` and `http/errors` are the same module. */
function withoutExtension(path) {
  return path.replace(/\.(?:[cm]?[jt]sx?|json)$/, "");
}

/** Whether a file is a test or fixture, which may import test layers. */
function isTest(file) {
  return /\.(?:test|fixture)\.[cm]?[jt]sx?$/.test(file);
}

/** Returns why an import violates the layer rules, or null. `checkFace` checks private modules of folders. */
function checkLayer(from, to, target, kind, table) {
  if (to.folder === from.folder) return null;
  if (to.layer === from.layer) return `${from.folder} may not import its sibling ${to.folder}`;
  if (from.rule.imports.includes(to.layer)) return null;
  if (from.rule.files?.includes(withoutExtension(target))) return null;
  if (table.layers[to.layer].testsOnly && from.isTest) return null;
  if (from.rule.dynamic?.includes(to.layer))
    return kind === "static" ? `${from.folder} may import ${to.layer} by import() only` : null;
  return `${from.folder} may not import ${to.layer}`;
}

/** Checks that modules outside a folder import only its faces. Applies to all kinds of imports. */
function checkFace(from, to, target, table) {
  const folder = posix.dirname(target);
  if (folder === from.concept || from.rule.inside?.includes(to.layer)) return null;
  const faces = table.faces[folder];
  if (faces === undefined) return `src/${folder}/ has no faces in layers.json`;
  if (faces.includes("*") || faces.includes(withoutExtension(posix.basename(target)))) return null;
  return `${posix.basename(target)} is private to src/${folder}/: its faces are ${faces.join(", ")}`;
}

function checkAlias(from, target, kind, table) {
  const to = placeOf(target, table);
  if (to.entry !== undefined) return `src/${target} is an entry, nobody imports it`;
  if (to.unknown !== undefined) return `src/${to.unknown}/ is no layer of layers.json`;
  return checkLayer(from, to, target, kind, table) ?? checkFace(from, to, target, table);
}

/** Checks that a relative import stays in its folder: `./name`, never `../name` or `./folder/name`. */
function checkRelative(file, path, table) {
  const target = posix.normalize(posix.join(posix.dirname(file), path));
  if (target.startsWith("..")) return `${path} leaves src`;
  if (posix.dirname(file) !== "." && posix.dirname(target) === posix.dirname(file)) return null;
  return `${path} leaves its folder: write ${suggestion(target, table)}`;
}

function suggestion(target, table) {
  return target.split("/")[0] in table.layers ? `@/${target} if the table allows it` : "@/layer/folder/name";
}

/**
 * Module that retries a failed import() with the URL in the browser's error. This URL can't be
 * checked, but the original import() is.
 */
const RETRYING_FILE = "ui/hooks/lazy-page.tsx";

export function checkMention(file, { specifier, kind }, table = layerTable) {
  const place = placeOf(file, table);
  if (place.unknown !== undefined) return checkPlace(file, table);
  const concept = posix.dirname(file);
  const from =
    place.entry === undefined
      ? { ...place, concept, isTest: isTest(file) }
      : { ...place, concept, folder: place.entry, rule: table.entries[place.entry] ?? { imports: [] } };
  if (specifier === null && file === RETRYING_FILE) return null;
  if (specifier === null) return "what is imported must be written out, so that its layer can be seen";
  const path = specifier.replace(/[?#].*$/, "");
  if (path === "." || path === ".." || path.startsWith("./") || path.startsWith("../"))
    return checkRelative(file, path, table);
  if (path.startsWith("@/")) {
    const target = posix.normalize(path.slice(2));
    return target.startsWith("..") ? `${path} leaves src` : checkAlias(from, target, kind, table);
  }
  if (path.startsWith("/") || path.startsWith("src/") || path.startsWith("file:"))
    return `${path}: write @/layer/folder/name`;
  return checkPackage(from, path, table);
}
