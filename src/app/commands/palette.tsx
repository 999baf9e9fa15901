import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Modal } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { pluralize } from "@/lib/text/numbers";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";
import { Kbd } from "@/ui/primitives/kbd";
import { type Command, filterCommands } from "./commands";
import classes from "./palette.module.css";
import { useCommands } from "./use-commands";
import { useRecordSearchResults } from "./use-record-search-results";

interface PaletteProps {
  readonly projectId: string | null;
  readonly onShowShortcuts: () => void;
  readonly onClose: () => void;
}

function wrapIndex(position: number, step: number, length: number): number {
  return length === 0 ? 0 : (position + step + length) % length;
}

/** Command palette. Follows the ARIA combobox pattern, which Mantine's spotlight doesn't. */
export function Palette({ projectId, onShowShortcuts, onClose }: PaletteProps) {
  const commands = useCommands(projectId, onShowShortcuts);
  const [query, setQuery] = useState("");
  const [selectedIndex, setSelectedIndex] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const restoreFocus = useRestoreFocus();
  useEffect(() => restoreFocus, [restoreFocus]);
  const recordResults = useRecordSearchResults(query, projectId);
  const matchingCommands = filterCommands(commands, query);
  const results = [...matchingCommands, ...recordResults.commands];
  // Results change while the user types.
  const activeIndex = Math.min(selectedIndex, Math.max(results.length - 1, 0));
  const getOptionId = (position: number) => `${id}-option-${position}`;

  function runCommand(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function moveTo(position: number) {
    setSelectedIndex(position);
    list.current?.querySelectorAll("[role=option]")[position]?.scrollIntoView({ block: "nearest" });
  }

  function handleKeyDown(event: KeyboardEvent) {
    // During composition these keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const moves: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = moves[event.key];
    if (step !== undefined) moveTo(wrapIndex(activeIndex, step, results.length));
    else if (event.key === "Home") moveTo(0);
    else if (event.key === "End") moveTo(results.length - 1);
    else if (event.key === "Enter") runCommand(results[activeIndex]);
    else return;
    event.preventDefault();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { "aria-label": "Search or jump to" } }}
      classNames={{ content: classes.content ?? "" }}
      padding={0}
      size={560}
      yOffset="12dvh"
    >
      <input
        role="combobox"
        aria-label="Search pages, actions and items"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={results.length > 0 ? getOptionId(activeIndex) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        data-autofocus
        className={classes.input}
        placeholder="Search pages, actions and loaded items"
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setSelectedIndex(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Pages, actions and items"
        className={classes.list}
      >
        {results.map((command, position) => (
          <div
            key={command.id}
            id={getOptionId(position)}
            role="option"
            aria-selected={position === activeIndex}
            tabIndex={-1}
            className={classes.option}
            onClick={() => runCommand(command)}
            onPointerMove={() => setSelectedIndex(position)}
          >
            <span className={classes.label}>{command.label}</span>
            <span className={classes.group}>{command.group}</span>
            {command.keys && <Kbd>{command.keys}</Kbd>}
          </div>
        ))}
      </div>
      <p className={classes.count} role="status">
        {results.length === 0
          ? `No results for “${query}”`
          : pluralize(matchingCommands.length + recordResults.total, "result", "results")}
      </p>
    </Modal>
  );
}
