import { Box, Kbd, Text } from "@mantine/core";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { API_KEY_IN_TEXT_MESSAGE, containsApiKey } from "@/lib/text/api-key-text";
import { pluralize } from "@/lib/text/numbers";
import { DialogFrame } from "@/ui/overlay/dialog-frame";
import { COMMAND_GROUPS, type Command, filterCommands, keepNeededDetails, useCommands } from "./commands";
import classes from "./palette.module.css";
import { useRecordSearchResults } from "./use-record-search-results";

/** Command palette. Follows the ARIA combobox pattern, unlike Mantine's spotlight. */
export function Palette({
  projectId,
  onShowShortcuts,
  onClose,
  typedText = "",
}: {
  readonly projectId: string | null;
  readonly onShowShortcuts: () => void;
  readonly onClose: () => void;
  /** Text that was typed while the code loaded. */
  readonly typedText?: string;
}) {
  const commands = useCommands(projectId, onShowShortcuts);
  const [query, setQuery] = useState(typedText);
  const [selectedIndex, setSelectedIndex] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const recordResults = useRecordSearchResults(query, projectId);
  const matchingCommands = filterCommands(commands, query);
  const results = keepNeededDetails(
    COMMAND_GROUPS.flatMap((group) =>
      [...matchingCommands, ...recordResults.commands].filter((command) => command.group === group),
    ),
  );
  // Results change while the user types, so the index may be too high.
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
    const moves: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = moves[event.key];
    if (step !== undefined) moveTo((activeIndex + step + results.length) % Math.max(results.length, 1));
    else if (event.key === "Home") moveTo(0);
    else if (event.key === "End") moveTo(results.length - 1);
    else if (event.key === "Enter") runCommand(results[activeIndex]);
    else return;
    event.preventDefault();
  }

  return (
    <DialogFrame
      onClose={onClose}
      attributes={{ content: { "aria-label": "Search" } }}
      classNames={{ content: classes.content, body: "" }}
      padding={0}
      size={560}
      yOffset="12dvh"
    >
      <input
        // Takes focus immediately. Mantine focuses the field later, after further keys.
        ref={focusField}
        role="combobox"
        aria-label="Search pages, actions, and items"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={results.length > 0 ? getOptionId(activeIndex) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        data-autofocus
        className={classes.input}
        placeholder="Search pages, actions, and loaded items"
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
        aria-label="Pages, actions, and items"
        className={classes.list}
      >
        {COMMAND_GROUPS.map((group) => {
          const isInGroup = (command: Command) => command.group === group;
          // Spaces would separate the IDs in `aria-labelledby`.
          const headingId = `${id}-${group.replaceAll(" ", "-")}`;
          if (!results.some(isInGroup)) return null;
          return (
            <div key={group} role="group" aria-labelledby={headingId}>
              <Text id={headingId} fz="xs" c="dimmed" p="8px 12px 4px" role="presentation">
                {group}
              </Text>
              {results.map(
                (command, position) =>
                  isInGroup(command) && (
                    <PaletteOption
                      key={command.id}
                      id={getOptionId(position)}
                      command={command}
                      isActive={position === activeIndex}
                      onRun={() => runCommand(command)}
                      onPoint={() => setSelectedIndex(position)}
                    />
                  ),
              )}
            </div>
          );
        })}
      </div>
      <p className={classes.count} role="status">
        {containsApiKey(query)
          ? API_KEY_IN_TEXT_MESSAGE
          : results.length === 0
            ? `No results for “${query}”`
            : pluralize(matchingCommands.length + recordResults.total, "result", "results")}
      </p>
    </DialogFrame>
  );
}

function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}

function PaletteOption(props: {
  readonly id: string;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onRun: () => void;
  readonly onPoint: () => void;
}) {
  const { id, command, isActive, onRun, onPoint } = props;
  const { label, detail, Icon, keys } = command;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      onClick={onRun}
      onPointerMove={onPoint}
    >
      <Box component="span" display="inline-flex" c="dimmed">
        {Icon && <Icon />}
      </Box>
      <span className={classes.label}>
        {label}
        {detail !== undefined && (
          <Text span display="block" fz="xs" c="dimmed">
            {" "}
            {detail}
          </Text>
        )}
      </span>
      {keys && <Kbd>{keys}</Kbd>}
    </div>
  );
}
