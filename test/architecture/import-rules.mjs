// The one reading of layers.json. The linter's plugin and the architecture test both ask here.
import { readFileSync } from "node:fs";
import { posix } from "node:path";

export const layerTable = JSON.parse(readFileSync(new URL("./layers.json", import.meta.url), "utf8"));

/** Where a path below src belongs: its layer, and the folder that relative imports may not leave. */
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

/** `http/errors.ts` and `http/errors` are the same file to the table. */
function withoutExtension(path) {
  return path.replace(/\.(?:[cm]?[jt]sx?|json)$/, "");
}

function checkOtherLayer(from, target, kind, table) {
  const to = placeOf(target, table);
  if (to.entry !== undefined) return `src/${target} is an entry, nobody imports it`;
  if (to.unknown !== undefined) return `src/${to.unknown}/ is no layer of layers.json`;
  if (to.folder === from.folder) return null;
  if (to.layer === from.layer) return `${from.folder} may not import its sibling ${to.folder}`;
  if (from.rule.imports.includes(to.layer)) return null;
  if (from.rule.files?.includes(withoutExtension(target))) return null;
  if (from.rule.dynamic?.includes(to.layer))
    return kind === "static" ? `${from.folder} may import ${to.layer} by import() only` : null;
  return `${from.folder} may not import ${to.layer}`;
}

function checkRelative(file, from, path, table) {
  const target = posix.normalize(posix.join(posix.dirname(file), path));
  if (target.startsWith("..")) return `${path} leaves src`;
  const inside = from.entry === undefined && target.startsWith(`${from.folder}/`);
  return inside ? null : `${path} leaves its folder: write ${suggestion(target, table)}`;
}

function suggestion(target, table) {
  return target.split("/")[0] in table.layers ? `@/${target} if the table allows it` : "@/layer/name";
}

export function checkMention(file, { specifier, kind }, table = layerTable) {
  const place = placeOf(file, table);
  if (place.unknown !== undefined) return checkPlace(file, table);
  const from =
    place.entry === undefined
      ? place
      : { ...place, folder: place.entry, rule: table.entries[place.entry] ?? { imports: [] } };
  if (specifier === null) return "what is imported must be written out, so that its layer can be seen";
  const path = specifier.replace(/[?#].*$/, "");
  if (path === "." || path === ".." || path.startsWith("./") || path.startsWith("../"))
    return checkRelative(file, from, path, table);
  if (path.startsWith("@/")) {
    const target = posix.normalize(path.slice(2));
    return target.startsWith("..") ? `${path} leaves src` : checkOtherLayer(from, target, kind, table);
  }
  if (path.startsWith("/") || path.startsWith("src/") || path.startsWith("file:"))
    return `${path}: write @/layer/name`;
  return checkPackage(from, path, table);
}
