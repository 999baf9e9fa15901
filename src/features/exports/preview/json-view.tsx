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

/** Number of lines that PageUp and PageDown skip. */
const PAGE_SIZE = 15;

/** Shows JSON as a tree, with the keys of the ARIA pattern. The value of the focused line can be copied. */
export function JsonView({ text, outline }: JsonViewProps) {
  const tree = useMemo(() => createJsonTree(text, outline), [text, outline]);
  const [openIds, setOpenIds] = useState(() => tree.initiallyOpen());
  const items = useMemo(() => tree.items(openIds), [tree, openIds]);
  const [activeId, setActiveId] = useState(items[0]?.id);
  const treeRef = useRef<HTMLDivElement>(null);
  // Falls back to the first line, because collapsing a parent can remove the active line.
  const activeItem = items.find(({ id }) => id === activeId) ?? items[0];

  function focusLine(index: number) {
    const lines = treeRef.current?.querySelectorAll<HTMLElement>("[data-item]") ?? [];
    lines[Math.max(0, Math.min(index, lines.length - 1))]?.focus();
  }

  function setExpanded(changedItems: readonly TreeItem[], isOpen: boolean) {
    const next = new Set(openIds);
    for (const { id } of changedItems) {
      if (isOpen) next.add(id);
      else next.delete(id);
    }
    flushSync(() => setOpenIds(next));
    const [first] = changedItems;
    // The line that adds further children is replaced by the first of them.
    if (first?.value.kind === "more") focusLine(items.indexOf(first));
  }

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !activeItem) return;
    const { isOpen, parentId } = activeItem;
    const index = items.indexOf(activeItem);
    const targets: Partial<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + PAGE_SIZE,
      PageUp: index - PAGE_SIZE,
      Home: 0,
      End: items.length - 1,
      ...(isOpen && { ArrowRight: index + 1 }),
      ...(!isOpen && { ArrowLeft: items.findIndex(({ id }) => id === parentId) }),
    };
    const target = targets[event.key];
    if (target !== undefined) focusLine(target);
    else if (/^(?:ArrowRight|ArrowLeft|Enter| )$/.test(event.key)) {
      if (isOpen !== null) setExpanded([activeItem], !isOpen);
    } else if (event.key === "*") {
      const isClosedSibling = (item: TreeItem) => item.parentId === parentId && item.isOpen === false;
      setExpanded(items.filter(isClosedSibling), true);
    } else return;
    event.preventDefault();
  }

  return (
    <>
      {activeItem && activeItem.value.kind !== "more" && (
        <Group gap={4} justify="flex-end">
          <span className={shared.hint}>Value</span>
          <CopyButton value={sourceTextAt(text, activeItem.offset)} label="Copy value" />
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
            onToggle={() => item.isOpen !== null && setExpanded([item], !item.isOpen)}
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

/** Creates a tree that parses only its expanded parts. */
export function createJsonTree(text: string, outline: JsonOutline) {
  const parsedRows = new Map<number, JsonNode>();

  function rowAt(start: number): JsonNode {
    const node = parsedRows.get(start) ?? parseJsonNode(text, start);
    parsedRows.set(start, node);
    return node;
  }

  /** Returns the names and nodes of the first children. */
  function childrenOf(container: ContainerNode, count: number): readonly (readonly [string, Node])[] {
    if (container.kind === "rows")
      return container.offsets.slice(0, count).map((start, index) => [String(index), rowAt(start)]);
    if (container.kind === "list")
      return container.items.slice(0, count).map((item, index) => [String(index), item]);
    return container.members.slice(0, count).map(({ key, value }) => [key, value]);
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

  /**
   * Returns the visible lines.
   * @param open IDs of expanded lines
   */
  function items(open: ReadonlySet<string>): readonly TreeItem[] {
    const visibleItems: TreeItem[] = [];

    function addNode(
      node: Node,
      position: Pick<TreeItem, "parentId" | "level" | "index" | "siblingCount" | "name">,
    ) {
      const id = String(node.at);
      const count = node.kind === "scalar" ? 0 : childCount(node);
      const isOpen = count > 0 ? open.has(id) : null;
      visibleItems.push({ ...position, id, value: valueOfNode(node), isOpen, offset: node.at });
      if (!isOpen || node.kind === "scalar") return;
      let shown = Math.min(count, JSON_TREE_PAGE_SIZE);
      while (shown < count && open.has(`${id}/${shown}`))
        shown = Math.min(count, shown + JSON_TREE_PAGE_SIZE);
      const siblingCount = shown < count ? shown + 1 : count;
      const childPosition = { parentId: id, level: position.level + 1, siblingCount };
      for (const [index, [name, child]] of childrenOf(node, shown).entries())
        addNode(child, { ...childPosition, index: index + 1, name });
      if (shown === count) return;
      visibleItems.push({
        ...childPosition,
        id: `${id}/${shown}`,
        index: shown + 1,
        name: null,
        value: { kind: "more", count: count - shown },
        isOpen: false,
        offset: node.at,
      });
    }

    addNode(outline, { parentId: null, level: 1, index: 1, siblingCount: 1, name: null });
    return visibleItems;
  }

  /** Returns the IDs of the initially expanded lines. Expands as many levels as fit into `INITIAL_LINES`. */
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

  return { items, initiallyOpen };
}
