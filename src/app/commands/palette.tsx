import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Modal } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { plural } from "@/lib/text/numbers";
import { useFocusBack } from "@/ui/hooks/restore-focus";
import { Kbd } from "@/ui/primitives/kbd";
import { type Command, findCommands } from "./commands";
import classes from "./palette.module.css";
import { useCommands } from "./use-commands";
import { useFoundRecords } from "./use-record-search-results";

interface Props {
  readonly projectId: string | null;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

/** Position reached by moving `step` places in a list that wraps around. */
function moved(position: number, step: number, length: number): number {
  return length === 0 ? 0 : (position + step + length) % length;
}

/** Finds pages, actions and loaded records by typing. A combobox by the ARIA pattern, which Mantine's spotlight is not. */
export function Palette({ projectId, onShortcuts, onClose }: Props) {
  const commands = useCommands(projectId, onShortcuts);
  const [text, setText] = useState("");
  const [wanted, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const focusBack = useFocusBack();
  useEffect(() => focusBack, [focusBack]);
  const records = useFoundRecords(text, projectId);
  const steps = findCommands(commands, text);
  const found = [...steps, ...records.commands];
  // Records come and go while somebody types.
  const active = Math.min(wanted, Math.max(found.length - 1, 0));
  const optionId = (position: number) => `${id}-option-${position}`;

  function choose(command: Command | undefined) {
    if (!command) return;
    onClose();
    command.run();
  }

  function moveTo(position: number) {
    setActive(position);
    list.current?.querySelectorAll("[role=option]")[position]?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent) {
    // These keys choose among the letters that are offered.
    if (event.nativeEvent.isComposing) return;
    const moves: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = moves[event.key];
    if (step !== undefined) moveTo(moved(active, step, found.length));
    else if (event.key === "Home") moveTo(0);
    else if (event.key === "End") moveTo(found.length - 1);
    else if (event.key === "Enter") choose(found[active]);
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
        aria-label="Search pages, actions and records"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        data-autofocus
        className={classes.input}
        placeholder="Search pages, actions and what is loaded"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Pages, actions and records"
        className={classes.list}
      >
        {found.map((command, position) => (
          <div
            key={command.id}
            id={optionId(position)}
            role="option"
            aria-selected={position === active}
            tabIndex={-1}
            className={classes.option}
            onClick={() => choose(command)}
            onPointerMove={() => setActive(position)}
          >
            <span className={classes.label}>{command.label}</span>
            <span className={classes.group}>{command.group}</span>
            {command.keys && <Kbd>{command.keys}</Kbd>}
          </div>
        ))}
      </div>
      <p className={classes.count} role="status">
        {found.length === 0
          ? `Nothing found for “${text}”`
          : plural(steps.length + records.total, "result", "results")}
      </p>
    </Modal>
  );
}
