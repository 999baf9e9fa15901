import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { JsonOutline } from "@/lib/file/json-reader";
import { plural } from "@/lib/text/numbers";
import { CopyButton } from "@/ui/feedback/copy-button";
import { ChevronRightIcon } from "@/ui/theme/icons";
import { createJsonTree, type TreeItem, type TreeValue } from "./json-tree";
import { nextItem, type TreeMove } from "./json-tree-keys";
import classes from "./json-view.module.css";

interface JsonViewProps {
  readonly text: string;
  readonly outline: JsonOutline;
}

/** A JSON file as a tree; path and value of the line that has the focus can be copied. */
export function JsonView({ text, outline }: JsonViewProps) {
  const tree = useMemo(() => createJsonTree(text, outline), [text, outline]);
  const [open, setOpen] = useState(() => tree.firstOpen());
  const items = useMemo(() => tree.items(open), [tree, open]);
  const [activeId, setActiveId] = useState(items[0]?.id);
  const box = useRef<HTMLDivElement>(null);
  // What was closed meanwhile may have held the line.
  const active = items.find(({ id }) => id === activeId) ?? items[0];

  function setOpenness(ids: readonly string[], isOpen: boolean) {
    const next = new Set(open);
    for (const id of ids) {
      if (isOpen) next.add(id);
      else next.delete(id);
    }
    setOpen(next);
  }

  function goTo(id: string) {
    flushSync(() => setActiveId(id));
    box.current?.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus();
  }

  function move(done: TreeMove) {
    if (done.kind === "go") return goTo(done.id);
    if (done.kind !== "none") setOpenness(done.ids, done.kind === "open");
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !active) return;
    const done = nextItem(items, active, event.key);
    if (done === null) return;
    event.preventDefault();
    move(done);
  }

  const value = active ? tree.textOf(active) : null;
  return (
    <>
      <div className={classes.bar}>
        <span className={classes.label}>Path</span>
        <code className={classes.path}>{active?.path}</code>
        <CopyButton value={active?.path ?? ""} label="Copy the path" />
        {value !== null && (
          <span className={classes.end}>
            <span className={classes.label}>Value</span>
            <CopyButton value={value} label="Copy the value" />
          </span>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its lines has the focus */}
      <div ref={box} role="tree" aria-label="JSON of the file" className={classes.tree} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <Line
            key={item.id}
            item={item}
            isStop={item === active}
            onFocus={setActiveId}
            onToggle={() => item.isOpen !== null && setOpenness([item.id], !item.isOpen)}
          />
        ))}
      </div>
    </>
  );
}

interface LineProps {
  readonly item: TreeItem;
  /** Whether Tab leads to it. */
  readonly isStop: boolean;
  readonly onFocus: (id: string) => void;
  readonly onToggle: () => void;
}

function Line({ item, isStop, onFocus, onToggle }: LineProps) {
  const { id, level, place, of, name, value, isOpen } = item;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are those of the tree
    <div
      role="treeitem"
      data-item={id}
      tabIndex={isStop ? 0 : -1}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isStop}
      className={classes.line}
      style={{ paddingInlineStart: 8 + (Math.min(level, 20) - 1) * 16 }}
      onFocus={() => onFocus(id)}
      onClick={onToggle}
    >
      <span className={classes.mark} data-open={isOpen || undefined}>
        {isOpen !== null && <ChevronRightIcon size={12} />}
      </span>
      {name !== null && (
        <>
          <bdi className={classes.name}>{name}</bdi>
          <span className={classes.colon}>: </span>
        </>
      )}
      <Value value={value} />
    </div>
  );
}

function Value({ value }: { readonly value: TreeValue }) {
  if (value.kind === "scalar") {
    return (
      <bdi className={classes.value} data-type={value.type}>
        {value.written}
      </bdi>
    );
  }
  const word =
    value.kind === "object" ? plural(value.count, "key", "keys") : plural(value.count, "item", "items");
  const brackets = { list: ["[", "]"], object: ["{", "}"], range: ["", ""] }[value.kind];
  return (
    <span className={classes.count}>
      {brackets[0]}
      {value.count === 0 ? "" : word}
      {brackets[1]}
    </span>
  );
}
