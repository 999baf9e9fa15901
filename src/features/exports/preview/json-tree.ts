import {
  type JsonNode,
  type JsonOutline,
  type JsonRows,
  parseJsonNode,
  sourceTextAt,
} from "@/lib/file/json-reader";

export type TreeValue =
  | {
      readonly kind: "scalar";
      readonly type: "text" | "number" | "word";
      /** Source text, so that numbers keep all digits. Long text is truncated. */
      readonly sourceText: string;
    }
  | { readonly kind: "list" | "object"; readonly count: number }
  /** Further children of a large list or object. */
  | { readonly kind: "more"; readonly count: number };

export interface TreeItem {
  readonly id: string;
  readonly parentId: string | null;
  /** Starts at 1, like `index`. */
  readonly level: number;
  readonly index: number;
  readonly siblingCount: number;
  /** Key or index. Null for the root and for further children. */
  readonly name: string | null;
  readonly value: TreeValue;
  /** Null for a value without children. */
  readonly isOpen: boolean | null;
  readonly offset: number;
}

/** A JSON tree that parses only its expanded parts. */
export interface JsonTree {
  /**
   * Returns the visible lines.
   * @param open IDs of expanded lines
   */
  readonly items: (open: ReadonlySet<string>) => readonly TreeItem[];
  /**
   * Returns the IDs of the initially expanded lines. Expands as many levels as fit into
   * `INITIAL_LINES`.
   */
  readonly initiallyOpen: () => ReadonlySet<string>;
  /** Returns the source text of a value. Null for further children. */
  readonly rawTextOf: (item: TreeItem) => string | null;
}

type Node = JsonOutline | JsonNode | JsonRows;
type ContainerNode = Exclude<Node, { readonly kind: "scalar" }>;

/** Number of children that are added at a time. */
const PAGE_SIZE = 100;
const MAX_TEXT_LENGTH = 300;
/** Maximum number of lines that are visible initially. */
const INITIAL_LINES = 40;

function childCount(container: ContainerNode): number {
  if (container.kind === "rows") return container.offsets.length;
  return container.kind === "list" ? container.items.length : container.members.length;
}

export function createJsonTree(text: string, outline: JsonOutline): JsonTree {
  const parsedRows = new Map<number, JsonNode>();

  function rowAt(start: number): JsonNode {
    const node = parsedRows.get(start) ?? parseJsonNode(text, start);
    parsedRows.set(start, node);
    return node;
  }

  function childOf(container: ContainerNode, index: number): readonly [name: string, node: Node] | undefined {
    if (container.kind === "object" || container.kind === "outline") {
      const member = container.members[index];
      return member && [member.key, member.value];
    }
    if (container.kind === "list") {
      const item = container.items[index];
      return item && [String(index), item];
    }
    const start = container.offsets[index];
    return start === undefined ? undefined : [String(index), rowAt(start)];
  }

  function valueOfNode(node: Node): TreeValue {
    if (node.kind === "scalar") {
      const type =
        typeof node.value === "string" ? "text" : typeof node.value === "number" ? "number" : "word";
      const source = sourceTextAt(text, node.at);
      const sourceText = source.length > MAX_TEXT_LENGTH ? `${source.slice(0, MAX_TEXT_LENGTH)}…` : source;
      return { kind: "scalar", type, sourceText };
    }
    const kind = node.kind === "list" || node.kind === "rows" ? "list" : "object";
    return { kind, count: childCount(node) };
  }

  function items(open: ReadonlySet<string>): readonly TreeItem[] {
    const visibleItems: TreeItem[] = [];

    function addNode(
      node: Node,
      position: Pick<TreeItem, "parentId" | "level" | "index" | "siblingCount" | "name">,
    ) {
      const id = String(node.at);
      const children = node.kind === "scalar" ? 0 : childCount(node);
      const isOpen = children > 0 ? open.has(id) : null;
      visibleItems.push({ ...position, id, value: valueOfNode(node), isOpen, offset: node.at });
      if (isOpen && node.kind !== "scalar") addChildren(node, id, position.level + 1);
    }

    function addChildren(container: ContainerNode, parentId: string, level: number) {
      const count = childCount(container);
      let shown = Math.min(count, PAGE_SIZE);
      while (shown < count && open.has(`${parentId}/${shown}`)) shown = Math.min(count, shown + PAGE_SIZE);
      const position = { parentId, level, siblingCount: shown < count ? shown + 1 : count };
      for (let index = 0; index < shown; index += 1) {
        const child = childOf(container, index);
        if (child) addNode(child[1], { ...position, index: index + 1, name: child[0] });
      }
      if (shown === count) return;
      visibleItems.push({
        ...position,
        id: `${parentId}/${shown}`,
        index: shown + 1,
        name: null,
        value: { kind: "more", count: count - shown },
        isOpen: false,
        offset: container.at,
      });
    }

    addNode(outline, { parentId: null, level: 1, index: 1, siblingCount: 1, name: null });
    return visibleItems;
  }

  function initiallyOpen(): ReadonlySet<string> {
    let open: ReadonlySet<string> = new Set();
    for (;;) {
      const closed = items(open).filter(({ isOpen, value }) => isOpen === false && value.kind !== "more");
      const next = new Set([...open, ...closed.map(({ id }) => id)]);
      // The root is always expanded, even if its children don't fit.
      if (next.size === open.size || (open.size > 0 && items(next).length > INITIAL_LINES)) return open;
      open = next;
    }
  }

  return {
    items,
    initiallyOpen,
    rawTextOf: ({ value, offset }) => (value.kind === "more" ? null : sourceTextAt(text, offset)),
  };
}
