import { Group } from "@mantine/core";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { JsonNode, JsonOutline, JsonRows } from "@/lib/file/json-reader";
import { parseJsonNode, sourceTextAt } from "@/lib/file/json-reader";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { CopyButton } from "@/ui/feedback/copy-button";
import { ChevronRightIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-preview.module.css";

interface JsonViewProps {
  readonly text: string;
  readonly outline: JsonOutline;
}

/** Shows JSON as a tree. The value of the focused line can be copied. */
export function JsonView({ text, outline }: JsonViewProps) {
  const tree = useMemo(() => createJsonTree(text, outline), [text, outline]);
  const [openIds, setOpenIds] = useState(() => tree.initiallyOpen());
  const items = useMemo(() => tree.items(openIds), [tree, openIds]);
  const [activeId, setActiveId] = useState(items[0]?.id);
  const treeRef = useRef<HTMLDivElement>(null);
  // Falls back to the first line, because collapsing a parent can remove the active line.
  const activeItem = items.find(({ id }) => id === activeId) ?? items[0];

  function setExpanded(ids: readonly string[], isOpen: boolean) {
    const next = new Set(openIds);
    for (const id of ids) {
      if (isOpen) next.add(id);
      else next.delete(id);
    }
    flushSync(() => setOpenIds(next));
    // The line that adds further children is replaced by the first of them.
    const replaced = items.findIndex(({ id, value }) => id === ids[0] && value.kind === "more");
    if (replaced >= 0) treeRef.current?.querySelectorAll<HTMLElement>("[data-item]")[replaced]?.focus();
  }

  function focusItem(id: string) {
    flushSync(() => setActiveId(id));
    treeRef.current?.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus();
  }

  function applyNavigation(navigation: TreeNavigation) {
    if (navigation.kind === "go") return focusItem(navigation.id);
    if (navigation.kind !== "none") setExpanded(navigation.ids, navigation.kind === "open");
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !activeItem) return;
    const navigation = navigateTree(items, activeItem, event.key);
    if (navigation === null) return;
    event.preventDefault();
    applyNavigation(navigation);
  }

  const value = activeItem ? tree.rawTextOf(activeItem) : null;
  return (
    <>
      {value !== null && (
        <Group gap={4} justify="flex-end">
          <span className={shared.hint}>Value</span>
          <CopyButton value={value} label="Copy value" />
        </Group>
      )}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- a line has focus, not the tree */}
      <div
        ref={treeRef}
        role="tree"
        aria-label="File contents as JSON"
        className={`${classes.box} ${classes.tree}`}
        onKeyDown={handleKeyDown}
      >
        {items.map((item) => (
          <JsonLine
            key={item.id}
            item={item}
            isTabStop={item === activeItem}
            onFocus={setActiveId}
            onToggle={() => item.isOpen !== null && setExpanded([item.id], !item.isOpen)}
          />
        ))}
      </div>
    </>
  );
}

interface JsonLineProps {
  readonly item: TreeItem;
  readonly isTabStop: boolean;
  readonly onFocus: (id: string) => void;
  readonly onToggle: () => void;
}

function JsonLine({ item, isTabStop, onFocus, onToggle }: JsonLineProps) {
  const { id, level, index, siblingCount, name, value, isOpen } = item;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys
    <div
      role="treeitem"
      data-item={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-level={level}
      aria-posinset={index}
      aria-setsize={siblingCount}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isTabStop}
      className={classes.line}
      style={{ paddingInlineStart: 8 + (Math.min(level, 20) - 1) * 16 }}
      onFocus={() => onFocus(id)}
      onClick={onToggle}
    >
      <span className={classes.toggle} data-open={isOpen || undefined}>
        {isOpen !== null && <ChevronRightIcon size={12} />}
      </span>
      {name !== null && (
        <>
          <bdi className={classes.key}>{name}</bdi>
          <span className={shared.dim}>: </span>
        </>
      )}
      <JsonValue value={value} />
    </div>
  );
}

function JsonValue({ value }: { readonly value: TreeValue }) {
  if (value.kind === "scalar") {
    return (
      <bdi className={classes.value} data-type={value.type}>
        {value.sourceText}
      </bdi>
    );
  }
  if (value.kind === "more")
    return <span className={shared.dim}>{`Show more (${formatCount(value.count)})`}</span>;
  const text =
    value.kind === "object" ? pluralize(value.count, "key", "keys") : pluralize(value.count, "item", "items");
  const brackets = { list: ["[", "]"], object: ["{", "}"] }[value.kind];
  return (
    <span className={shared.dim}>
      {brackets[0]}
      {value.count === 0 ? "" : text}
      {brackets[1]}
    </span>
  );
}

type TreeNavigation =
  | { readonly kind: "go"; readonly id: string }
  | { readonly kind: "open" | "close"; readonly ids: readonly string[] }
  /** The tree handles the key, but it has no effect on this line. */
  | { readonly kind: "none" };

const PAGE_SIZE = 15;

/**
 * Returns the effect of a key in the ARIA tree pattern. Null for other keys.
 * @param items the visible lines
 */
function navigateTree(items: readonly TreeItem[], active: TreeItem, key: string): TreeNavigation | null {
  const at = items.indexOf(active);
  const moveTo = (index: number): TreeNavigation => {
    const target = items[Math.max(0, Math.min(items.length - 1, index))];
    return target && target !== active ? { kind: "go", id: target.id } : { kind: "none" };
  };
  switch (key) {
    case "ArrowDown":
      return moveTo(at + 1);
    case "ArrowUp":
      return moveTo(at - 1);
    case "PageDown":
      return moveTo(at + PAGE_SIZE);
    case "PageUp":
      return moveTo(at - PAGE_SIZE);
    case "Home":
      return moveTo(0);
    case "End":
      return moveTo(items.length - 1);
    case "ArrowRight":
      if (active.isOpen === false) return { kind: "open", ids: [active.id] };
      return active.isOpen ? moveTo(at + 1) : { kind: "none" };
    case "ArrowLeft":
      if (active.isOpen) return { kind: "close", ids: [active.id] };
      return active.parentId === null ? { kind: "none" } : { kind: "go", id: active.parentId };
    case "Enter":
    case " ":
      if (active.isOpen === null) return { kind: "none" };
      return { kind: active.isOpen ? "close" : "open", ids: [active.id] };
    case "*":
      return {
        kind: "open",
        ids: items.flatMap(({ id, parentId, isOpen }) =>
          parentId === active.parentId && isOpen === false ? id : [],
        ),
      };
    default:
      return null;
  }
}

type TreeValue =
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
interface JsonTree {
  /**
   * Returns the visible lines.
   * @param open IDs of expanded lines
   */
  readonly items: (open: ReadonlySet<string>) => readonly TreeItem[];
  /** Returns the IDs of the initially expanded lines. Expands as many levels as fit into `INITIAL_LINES`. */
  readonly initiallyOpen: () => ReadonlySet<string>;
  /** Returns the source text of a value. Null for further children. */
  readonly rawTextOf: (item: TreeItem) => string | null;
}

type Node = JsonOutline | JsonNode | JsonRows;
type ContainerNode = Exclude<Node, { readonly kind: "scalar" }>;

/** Number of children that are added at a time. */
const JSON_TREE_PAGE_SIZE = 100;
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
      let shown = Math.min(count, JSON_TREE_PAGE_SIZE);
      while (shown < count && open.has(`${parentId}/${shown}`))
        shown = Math.min(count, shown + JSON_TREE_PAGE_SIZE);
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
