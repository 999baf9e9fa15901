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
  /** Layers whose folders it may import past their faces. */
  readonly inside?: readonly string[];
  /** Only tests, fixtures and this layer itself import it. */
  readonly testsOnly?: boolean;
}

/** The layer table of layers.json. */
export interface LayerTable {
  readonly layers: Readonly<Record<string, Rule>>;
  readonly entries: Readonly<Record<string, Rule>>;
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** By folder below src: the modules that other folders may import. `*` stands for all. */
  readonly faces: Readonly<Record<string, readonly string[]>>;
}

/** The table of layers.json. */
export const layerTable: LayerTable;

/** Returns what is wrong with the folder of a file; null if nothing is. `file` is relative to src, with slashes. */
export function checkPlace(file: string, table?: LayerTable): string | null;

/** Returns what is wrong with one mention in a file; null if nothing is. `file` is relative to src, with slashes. */
export function checkMention(file: string, mention: Mention, table?: LayerTable): string | null;
