import {
  type JsonMember,
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
  /** A range of items in a large array or object. */
  | { readonly kind: "range"; readonly count: number };

export interface TreeItem {
  readonly id: string;
  readonly parentId: string | null;
  /** Starts at 1, like `index`. */
  readonly level: number;
  readonly index: number;
  readonly siblingCount: number;
  /** Key, index, or range such as "0 … 99". Null for the root. */
  readonly name: string | null;
  /** Path of the value in JSONPath syntax (RFC 9535). For a range, the path of its container. */
  readonly path: string;
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
  /** Returns the source text of a value. Null for a range. */
  readonly rawTextOf: (item: TreeItem) => string | null;
}

type ContainerNode = Exclude<JsonOutline | JsonNode | JsonRows, { readonly kind: "scalar" }>;

interface ChildNode {
  readonly name: string;
  readonly pathStep: string;
  readonly node: JsonOutline | JsonNode | JsonRows;
}

/** Arrays and objects with more children than this group them into ranges. */
const MAX_GROUP_SIZE = 100;
const MAX_TEXT_LENGTH = 300;
/** Maximum number of lines that are visible initially. */
const INITIAL_LINES = 40;
const IDENTIFIER_PATTERN = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

function childCount(container: ContainerNode): number {
  if (container.kind === "rows") return container.offsets.length;
  return container.kind === "list" ? container.items.length : container.members.length;
}

function formatPathStep(key: string): string {
  return IDENTIFIER_PATTERN.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function toMemberChild({ key, value }: JsonMember<JsonNode | JsonRows>): ChildNode {
  return { name: key, pathStep: formatPathStep(key), node: value };
}

/** Returns the number of items per range, so that there are at most 100 ranges. */
function rangeSize(count: number): number {
  let groupSize = MAX_GROUP_SIZE;
  while (count / groupSize > MAX_GROUP_SIZE) groupSize *= MAX_GROUP_SIZE;
  return groupSize;
}

export function createJsonTree(text: string, outline: JsonOutline): JsonTree {
  const parsedRows = new Map<number, JsonNode>();

  function rowAt(start: number): JsonNode {
    const node = parsedRows.get(start) ?? parseJsonNode(text, start);
    parsedRows.set(start, node);
    return node;
  }

  function childOf(container: ContainerNode, index: number): ChildNode | undefined {
    if (container.kind === "object" || container.kind === "outline") {
      const member = container.members[index];
      return member && toMemberChild(member);
    }
    const start = container.kind === "rows" ? container.offsets[index] : undefined;
    const node =
      container.kind === "list" ? container.items[index] : start === undefined ? undefined : rowAt(start);
    return node && { name: String(index), pathStep: `[${index}]`, node };
  }

  function valueOfNode(node: ChildNode["node"]): TreeValue {
    if (node.kind === "scalar") {
      const type =
        typeof node.value === "string" ? "text" : typeof node.value === "number" ? "number" : "word";
      const sourceText = sourceTextAt(text, node.at);
      const isTruncated =
        sourceText.length > MAX_TEXT_LENGTH ? `${sourceText.slice(0, MAX_TEXT_LENGTH)}…` : sourceText;
      return { kind: "scalar", type, sourceText: isTruncated };
    }
    const kind = node.kind === "list" || node.kind === "rows" ? "list" : "object";
    return { kind, count: childCount(node) };
  }

  function items(open: ReadonlySet<string>): readonly TreeItem[] {
    const visibleItems: TreeItem[] = [];

    function addNode(
      node: ChildNode["node"],
      headNode: Pick<TreeItem, "parentId" | "level" | "index" | "siblingCount" | "name" | "path">,
    ) {
      const id = String(node.at);
      const value = valueOfNode(node);
      const hasChildren = node.kind !== "scalar" && childCount(node) > 0;
      const isOpen = hasChildren ? open.has(id) : null;
      visibleItems.push({ ...headNode, id, value, isOpen, offset: node.at });
      if (isOpen && node.kind !== "scalar")
        addRange(node, {
          from: 0,
          to: childCount(node),
          parentId: id,
          level: headNode.level + 1,
          path: headNode.path,
        });
    }

    interface ItemRange {
      readonly from: number;
      readonly to: number;
      readonly parentId: string;
      readonly level: number;
      readonly path: string;
    }

    function addRange(container: ContainerNode, range: ItemRange) {
      const { from, to, parentId, level, path } = range;
      const count = to - from;
      if (count > MAX_GROUP_SIZE) return addRanges(container, range);
      for (let index = from; index < to; index += 1) {
        const child = childOf(container, index);
        if (!child) continue;
        const headNode = { parentId, level, index: index - from + 1, siblingCount: count };
        addNode(child.node, { ...headNode, name: child.name, path: path + child.pathStep });
      }
    }

    function addRanges(container: ContainerNode, { from, to, parentId, level, path }: ItemRange) {
      const groupSize = rangeSize(to - from);
      const siblingCount = Math.ceil((to - from) / groupSize);
      for (let index = 0; index < siblingCount; index += 1) {
        const start = from + index * groupSize;
        const end = Math.min(to, start + groupSize);
        const id = `${container.at}/${start}-${end}`;
        const isOpen = open.has(id);
        const value: TreeValue = { kind: "range", count: end - start };
        const name = `${start} … ${end - 1}`;
        visibleItems.push({
          id,
          parentId,
          level,
          index: index + 1,
          siblingCount,
          name,
          path,
          value,
          isOpen,
          offset: container.at,
        });
        if (isOpen) addRange(container, { from: start, to: end, parentId: id, level: level + 1, path });
      }
    }

    addNode(outline, { parentId: null, level: 1, index: 1, siblingCount: 1, name: null, path: "$" });
    return visibleItems;
  }

  function initiallyOpen(): ReadonlySet<string> {
    let open: ReadonlySet<string> = new Set();
    for (;;) {
      const itemsShown = items(open);
      const next = new Set([
        ...open,
        ...itemsShown.flatMap(({ id, isOpen }) => (isOpen === false ? id : [])),
      ]);
      // The root is always expanded, even if its children don't fit.
      if (next.size === open.size || (open.size > 0 && items(next).length > INITIAL_LINES)) return open;
      open = next;
    }
  }

  return {
    items,
    initiallyOpen,
    rawTextOf: ({ value, offset }) => (value.kind === "range" ? null : sourceTextAt(text, offset)),
  };
}
