/** How one module names another: an import or re-export, one of types that leaves no trace in the build, or a later load. */
export type ImportKind = "static" | "type" | "dynamic";

/** One mention of another module. `specifier` is null when it is not written out, as in import(name). */
export interface Mention {
  readonly specifier: string | null;
  readonly kind: ImportKind;
}

interface Rule {
  readonly imports: readonly string[];
  readonly dynamic?: readonly string[];
  readonly files?: readonly string[];
  readonly separate?: boolean;
}

/** The layer table of layers.json. */
export interface LayerTable {
  readonly layers: Readonly<Record<string, Rule>>;
  readonly entries: Readonly<Record<string, Rule>>;
  readonly packages: Readonly<Record<string, readonly string[]>>;
}

/** The table as it stands in layers.json. */
export const layerTable: LayerTable;

/** Says what is wrong with the place of a file, given relative to src with slashes; null when nothing is. */
export function checkPlace(file: string, table?: LayerTable): string | null;

/** Says what is wrong with one mention in a file, given relative to src with slashes; null when nothing is. */
export function checkMention(file: string, mention: Mention, table?: LayerTable): string | null;
