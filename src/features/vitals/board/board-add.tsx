import { Box, Button, Group, Stack } from "@mantine/core";
import { type ClipboardEvent, type SubmitEvent, useRef, useState } from "react";
import { useApi } from "@/data/backend/backend";
import { useVitalPaths } from "@/data/web-vitals/web-vitals";
import { cutPathsMessage, pathLabel } from "@/features/vitals/model/board-rows";
import { MAX_PATHS } from "@/features/vitals/model/board-search-params";
import { API_KEY_IN_TEXT_MESSAGE, containsApiKey } from "@/lib/text/normalize-text";
import { formatList, pluralize } from "@/lib/text/numbers";
import { ALL_PAGES, type ParsedPaths, parsePagePaths } from "@/lib/web-vitals/page-path";
import { announce } from "@/ui/feedback/toasts";
import { TextField } from "@/ui/form/fields";
import { PlusIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./board.module.css";

interface BoardAddProps {
  readonly boardPaths: readonly string[];
  /** Adds paths to the board. Returns those beyond its limit. */
  readonly onAddPaths: (paths: readonly string[]) => readonly string[];
}

const MAX_SUGGESTIONS = 6;
const MAX_NAMED = 3;

export function BoardAdd({ boardPaths, onAddPaths }: BoardAddProps) {
  const knownPaths = useVitalPaths(useApi());
  const [text, setText] = useState("");
  const [issue, setIssue] = useState("");
  const [note, setNote] = useState("");
  const input = useRef<HTMLInputElement>(null);

  function add({ paths, invalid, cut }: ParsedPaths): void {
    const newPaths = paths.filter((path) => !boardPaths.includes(path));
    const rejectedPaths = onAddPaths(newPaths);
    const addedCount = newPaths.length - rejectedPaths.length;
    const knownCount = paths.length - newPaths.length;
    const added = addedCount > 0 ? `${pluralize(addedCount, "path", "paths")} added` : "";
    const known =
      knownCount > 0 ? `${pluralize(knownCount, "path is", "paths are")} already on the board` : "";
    const rejected =
      rejectedPaths.length > 0
        ? `A board holds up to ${MAX_PATHS} paths. ${pluralize(rejectedPaths.length, "path wasn't", "paths weren't")} added.`
        : "";
    const cutMessage = cut.length > 0 ? cutPathsMessage(cut) : "";
    announce(`${[added, known].filter(Boolean).join(", ")} ${cutMessage}`.trim());
    setNote(cutMessage);
    // Invalid and rejected paths stay in the input, where the user can correct them.
    setText([...invalid, ...rejectedPaths].join(", "));
    if (paths.length + invalid.length === 0) setIssue("Enter a path such as /pricing.");
    else if (invalid.length > 0 || rejected !== "")
      setIssue(`${invalidPathsMessage(invalid)} ${rejected}`.trim());
    else setIssue(addedCount === 0 ? `${known}.` : "");
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    add(parsePagePaths(text));
  }

  /** Adds pasted URLs directly, because a single-line input would remove the line breaks between them. */
  function handlePaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData("text");
    if (!/\s\S/.test(pasted.trim())) return;
    event.preventDefault();
    const { selectionStart: from, selectionEnd: to } = input.current ?? {};
    const remainingText = `${text.slice(0, from ?? text.length)}${text.slice(to ?? text.length)}`;
    add(parsePagePaths(`${remainingText}\n${pasted}`));
  }

  const suggestions = suggestPaths(knownPaths.seen, boardPaths, text);
  const isFull = boardPaths.length >= MAX_PATHS;
  return (
    <Stack gap="xs" mb={14} data-no-print>
      <Group
        component="form"
        gap="xs"
        wrap="nowrap"
        align="flex-start"
        maw={640}
        onSubmit={handleSubmit}
        onPaste={handlePaste}
      >
        <Box flex={1} miw={0}>
          <TextField
            ref={input}
            label="Add paths"
            value={text}
            onChange={(next) => {
              setText(next);
              setIssue("");
              setNote("");
            }}
            error={issue}
            description={note}
            placeholder="/pricing, or paste URLs"
            spellCheck={false}
          />
        </Box>
        <Button type="submit" mt={24} leftSection={<PlusIcon />}>
          Add
        </Button>
      </Group>
      {suggestions.length > 0 && !isFull && (
        <Group
          component="ul"
          className={shared.list}
          gap={6}
          mih="var(--ui-target)"
          aria-label="Suggested paths"
        >
          {suggestions.map((path) => (
            <Box key={path} component="li" miw={0}>
              <button
                type="button"
                className={classes.suggestion}
                aria-label={`Add ${pathLabel(path)}`}
                onClick={() => {
                  add({ paths: [path], invalid: [], cut: [] });
                  input.current?.focus();
                }}
              >
                <PlusIcon size={12} />
                {pathLabel(path)}
              </button>
            </Box>
          ))}
        </Group>
      )}
    </Stack>
  );
}

function invalidPathsMessage(invalid: readonly string[]): string {
  if (invalid.length === 0) return "";
  if (invalid.some(containsApiKey)) return API_KEY_IN_TEXT_MESSAGE;
  const named = invalid.slice(0, MAX_NAMED).map((part) => `“${part}”`);
  const moreCount = invalid.length - named.length;
  const names = formatList(moreCount > 0 ? [...named, `${moreCount} more`] : named);
  return `${names} ${invalid.length === 1 ? "isn't a valid path" : "aren't valid paths"}. Enter paths such as /pricing.`;
}

/**
 * Suggests matching paths that aren't on the board. Paths that were viewed before come first,
 * followed by “/” and “All pages”.
 */
export function suggestPaths(seenPaths: readonly string[], boardPaths: readonly string[], text: string) {
  const typed = text.trim().toLowerCase();
  return [...new Set([...seenPaths, "/", ALL_PAGES])]
    .filter((path) => !boardPaths.includes(path))
    .filter((path) => typed === "/" || pathLabel(path).toLowerCase().includes(typed))
    .slice(0, MAX_SUGGESTIONS);
}
