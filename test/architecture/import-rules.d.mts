/**
 * How a module refers to another: `static` is an import or re-export, `type` isn't in the build, and `dynamic` loads
 * later.
 */
export type ImportKind = "static" | "type" | "dynamic";

/** A reference to another module. `specifier` is null when it isn't a string literal. */
export interface Mention {
  readonly specifier: string | null;
  readonly kind: ImportKind;
}

interface Rule {
  readonly imports: readonly string[];
  readonly dynamic?: readonly string[];
  readonly files?: readonly string[];
  readonly separate?: boolean;
  /** Layers from which this layer may import any module, not only faces. */
  readonly inside?: readonly string[];
  /** Whether only tests, fixtures and the layer itself may import the layer. */
  readonly testsOnly?: boolean;
}

export interface LayerTable {
  readonly layers: Readonly<Record<string, Rule>>;
  readonly entries: Readonly<Record<string, Rule>>;
  readonly packages: Readonly<Record<string, readonly string[]>>;
  /** Modules that other folders may import, by folder in src. `*` stands for all modules. */
  readonly faces: Readonly<Record<string, readonly string[]>>;
}

export const layerTable: LayerTable;

/** Returns an error about a file's folder, or null. `file` is relative to src, with slashes. */
export function checkPlace(file: string, table?: LayerTable): string | null;

/** Returns an error about a file's reference, or null. `file` is relative to src, with slashes. */
export function checkMention(file: string, mention: Mention, table?: LayerTable): string | null;
