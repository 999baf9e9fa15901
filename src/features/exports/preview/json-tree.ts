import {
  type JsonMember,
  type JsonNode,
  type JsonOutline,
  type JsonRows,
  readNode,
  writtenAt,
} from "@/lib/file/json-reader";

/** What the line of a tree shows behind its name. */
export type TreeValue =
  | {
      readonly kind: "scalar";
      readonly type: "text" | "number" | "word";
      /** As it stands in the file, so that no digit of a number is lost; cut where it is long. */
      readonly written: string;
    }
  | { readonly kind: "list" | "object"; readonly count: number }
  /** Some of the many that a list or an object holds. */
  | { readonly kind: "range"; readonly count: number };

/** A line of a tree. */
export interface TreeItem {
  readonly id: string;
  /** Null for the lines at the top. */
  readonly parentId: string | null;
  /** Counted from 1, as are `place` and `of`. */
  readonly level: number;
  readonly place: number;
  readonly of: number;
  /** A key, an index, "0 … 99"; null for the whole. */
  readonly name: string | null;
  /** JSONPath (RFC 9535). */
  readonly path: string;
  readonly value: TreeValue;
  /** Null for what holds nothing. */
  readonly isOpen: boolean | null;
  /** Offset of the value in the text. */
  readonly at: number;
}

/** A JSON text as a tree of which only the opened parts are read. */
export interface JsonTree {
  /** The lines to show, with these opened. */
  readonly items: (open: ReadonlySet<string>) => readonly TreeItem[];
  /** What is opened at first: the levels that fit a window. */
  readonly firstOpen: () => ReadonlySet<string>;
  /** The value of a line as it is written in the file; null for a range. */
  readonly textOf: (item: TreeItem) => string | null;
}

type Holder = Exclude<JsonOutline | JsonNode | JsonRows, { readonly kind: "scalar" }>;

interface Child {
  readonly name: string;
  readonly step: string;
  readonly node: JsonOutline | JsonNode | JsonRows;
}

/** More than so many are shown in ranges. */
const MOST_TOGETHER = 100;
const MOST_WRITTEN = 300;
/** Lines that are opened at first. */
const FIRST_LINES = 40;
const PLAIN_KEY = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

function countOf(holder: Holder): number {
  if (holder.kind === "rows") return holder.starts.length;
  return holder.kind === "list" ? holder.items.length : holder.members.length;
}

function stepOf(key: string): string {
  return PLAIN_KEY.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function memberChild({ key, value }: JsonMember<JsonNode | JsonRows>): Child {
  return { name: key, step: stepOf(key), node: value };
}

/** How many stand in each range, so that there are at most a hundred ranges. */
function rangeSize(count: number): number {
  let size = MOST_TOGETHER;
  while (count / size > MOST_TOGETHER) size *= MOST_TOGETHER;
  return size;
}

/** Makes the tree of a text that was read before. */
export function createJsonTree(text: string, outline: JsonOutline): JsonTree {
  const rowsRead = new Map<number, JsonNode>();

  function rowAt(start: number): JsonNode {
    const node = rowsRead.get(start) ?? readNode(text, start);
    rowsRead.set(start, node);
    return node;
  }

  function childOf(holder: Holder, place: number): Child | undefined {
    if (holder.kind === "object" || holder.kind === "outline") {
      const member = holder.members[place];
      return member && memberChild(member);
    }
    const start = holder.kind === "rows" ? holder.starts[place] : undefined;
    const node =
      holder.kind === "list" ? holder.items[place] : start === undefined ? undefined : rowAt(start);
    return node && { name: String(place), step: `[${place}]`, node };
  }

  function valueOfNode(node: Child["node"]): TreeValue {
    if (node.kind === "scalar") {
      const type =
        typeof node.value === "string" ? "text" : typeof node.value === "number" ? "number" : "word";
      const written = writtenAt(text, node.at);
      const cut = written.length > MOST_WRITTEN ? `${written.slice(0, MOST_WRITTEN)}…` : written;
      return { kind: "scalar", type, written: cut };
    }
    const kind = node.kind === "list" || node.kind === "rows" ? "list" : "object";
    return { kind, count: countOf(node) };
  }

  function items(open: ReadonlySet<string>): readonly TreeItem[] {
    const found: TreeItem[] = [];

    function addNode(
      node: Child["node"],
      head: Pick<TreeItem, "parentId" | "level" | "place" | "of" | "name" | "path">,
    ) {
      const id = String(node.at);
      const value = valueOfNode(node);
      const holds = node.kind !== "scalar" && countOf(node) > 0;
      const isOpen = holds ? open.has(id) : null;
      found.push({ ...head, id, value, isOpen, at: node.at });
      if (isOpen && node.kind !== "scalar")
        addPart(node, { from: 0, to: countOf(node), parentId: id, level: head.level + 1, path: head.path });
    }

    interface Part {
      readonly from: number;
      readonly to: number;
      readonly parentId: string;
      readonly level: number;
      readonly path: string;
    }

    function addPart(holder: Holder, part: Part) {
      const { from, to, parentId, level, path } = part;
      const count = to - from;
      if (count > MOST_TOGETHER) return addRanges(holder, part);
      for (let place = from; place < to; place += 1) {
        const child = childOf(holder, place);
        if (!child) continue;
        const head = { parentId, level, place: place - from + 1, of: count };
        addNode(child.node, { ...head, name: child.name, path: path + child.step });
      }
    }

    function addRanges(holder: Holder, { from, to, parentId, level, path }: Part) {
      const size = rangeSize(to - from);
      const of = Math.ceil((to - from) / size);
      for (let index = 0; index < of; index += 1) {
        const start = from + index * size;
        const end = Math.min(to, start + size);
        const id = `${holder.at}/${start}-${end}`;
        const isOpen = open.has(id);
        const value: TreeValue = { kind: "range", count: end - start };
        const name = `${start} … ${end - 1}`;
        found.push({ id, parentId, level, place: index + 1, of, name, path, value, isOpen, at: holder.at });
        if (isOpen) addPart(holder, { from: start, to: end, parentId: id, level: level + 1, path });
      }
    }

    addNode(outline, { parentId: null, level: 1, place: 1, of: 1, name: null, path: "$" });
    return found;
  }

  function firstOpen(): ReadonlySet<string> {
    let open: ReadonlySet<string> = new Set();
    for (;;) {
      const shown = items(open);
      const next = new Set([...open, ...shown.flatMap(({ id, isOpen }) => (isOpen === false ? id : []))]);
      // The whole is always opened, however much it holds.
      if (next.size === open.size || (open.size > 0 && items(next).length > FIRST_LINES)) return open;
      open = next;
    }
  }

  return {
    items,
    firstOpen,
    textOf: ({ value, at }) => (value.kind === "range" ? null : writtenAt(text, at)),
  };
}
