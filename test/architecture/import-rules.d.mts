/**
 * How a module refers to another one: `static` is an import or re-export, `type` leaves no trace in the build, and
 * `dynamic` loads later.
 */
export type ImportKind = "static" | "type" | "dynamic";

/** A reference to another module. `specifier` is null if it isn't a literal, as in import(name). */
export interface Mention {
  readonly specifier: string | null;
  readonly kind: ImportKind;
}

interface Rule {
  readonly imports: readonly string[];
  readonly dynamic?: readonly string[];
  readonly files?: readonly string[];
  readonly separate?: boolean;
  /** Layers from which it may import any module, not only faces. */
  readonly inside?: readonly string[];
  /** Whether only tests, fixtures and the layer itself may import it. */
  readonly testsOnly?: boolean;
}

export interface LayerTable {
  readonly layers: Readonly<Record<string, Rule>>;
  readonly entries: Readonly<Record<string, Rule>>;
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** The modules that other folders may import, by folder below src. `*` stands for all modules. */
  readonly faces: Readonly<Record<string, readonly string[]>>;
}

export const layerTable: LayerTable;

/** Returns what is wrong with a file's folder, or null if nothing is. `file` is relative to src, with slashes. */
export function checkPlace(file: string, table?: LayerTable): string | null;

/** Returns what is wrong with a file's reference, or null if nothing is. `file` is relative to src, with slashes. */
export function checkMention(file: string, mention: Mention, table?: LayerTable): string | null;
