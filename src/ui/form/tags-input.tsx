import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { Box, Combobox, Pill, PillsInput, UnstyledButton, VisuallyHidden } from "@mantine/core";
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from "react";
import { formatCount } from "@/lib/text/numbers";
import { useAnnounce } from "@/ui/feedback/announcer";
import { ErrorIcon } from "@/ui/theme/icons";
import type { FieldProps } from "./fields";
import { type GetSuggestions, SuggestionBox, useTextSuggestions } from "./suggestions";
import classes from "./tags-input.module.css";

interface TagsInputProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  /** Returns an error message that includes the item, or null. */
  readonly validate: (item: string) => string | null;
  /** Returns a note about a valid item that may be a mistake, or null. */
  readonly getItemNote?: ((item: string) => string | null) | undefined;
  readonly splitItems: (text: string) => string[];
  /** Called with typed text that isn't an item yet. Such text counts as an unsaved change. */
  readonly onDraftChange?: ((draft: string) => void) | undefined;
  /** Returns suggestions for the typed text. Makes the input a combobox. */
  readonly getSuggestions?: GetSuggestions | undefined;
  /** Returns the label of an item. Defaults to the item itself. */
  readonly getItemLabel?: ((item: string) => string) | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * Shows an input for several short texts. Enter, comma, blur, paste, and the submit shortcut add an
 * item. Backspace in the empty input edits the last item. Arrow keys move between items. Delete
 * removes an item. F2 or a double click edits an item. Enter or a click edits an invalid item.
 */
export function TagsInput(props: TagsInputProps) {
  const { label, value, description, error, required = false, disabled = false, validate } = props;
  const container = useRef<HTMLDivElement>(null);
  const tags = useTags(props, container);
  const suggestions = useTextSuggestions(props.getSuggestions, {
    text: tags.draft,
    isValid: (text) => validate(text) === null,
    exclude: value,
    onSelect: (item) => tags.add([item]),
  });
  // Messages of invalid items, and then the form's error.
  const errors = [...new Set([...value.map(validate), error])].filter(
    (message) => typeof message === "string",
  );
  const withSuggestions = (input: ReactNode) => (
    <SuggestionBox label={`${label}: suggestions`} suggestions={suggestions}>
      <Combobox.DropdownTarget>
        <div>{input}</div>
      </Combobox.DropdownTarget>
    </SuggestionBox>
  );

  return (
    <PillsInput
      ref={container}
      label={label}
      required={required}
      disabled={disabled}
      classNames={{ input: classes.box ?? "" }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) suggestions.close();
        tags.handleBlur(event);
      }}
      inputContainer={withSuggestions}
      description={
        <>
          {description}
          <span aria-live="polite">{toLines(collectNotes([...value, tags.draft], props))}</span>
          <VisuallyHidden>
            Press Enter or comma to add. Press the left arrow to reach added items, F2 to edit, and Delete to
            remove.
          </VisuallyHidden>
        </>
      }
      error={errors.length > 0 && toLines(errors)}
    >
      <Pill.Group gap={4}>
        {value.length > 0 && (
          <ul className={classes.list} aria-label={`${label}: ${formatCount(value.length)} added`}>
            {value.map((item, index) => {
              const isInvalid = validate(item) !== null;
              return (
                // The key includes the index, because the value may contain duplicates.
                <li key={`${index} ${item}`} translate="no" onDoubleClick={() => tags.edit(index)}>
                  <Pill
                    withRemoveButton
                    disabled={disabled}
                    className={classes.tag ?? ""}
                    mod={{ invalid: isInvalid, noted: !isInvalid && props.getItemNote?.(item) != null }}
                    onRemove={() => tags.remove(index)}
                    removeButtonProps={{
                      "aria-hidden": false,
                      "aria-label": `Remove ${item}`,
                      disabled,
                      onKeyDown: (event) => tags.handleTagKeyDown(event, index),
                    }}
                  >
                    {isInvalid ? (
                      <UnstyledButton
                        tabIndex={-1}
                        display="flex"
                        fz="inherit"
                        className={classes.edit ?? ""}
                        disabled={disabled}
                        aria-label={`Edit ${item}, invalid`}
                        onClick={() => tags.edit(index)}
                        onKeyDown={(event) => tags.handleTagKeyDown(event, index)}
                      >
                        <ErrorIcon size={14} />
                        {item}
                      </UnstyledButton>
                    ) : (
                      (props.getItemLabel?.(item) ?? item)
                    )}
                  </Pill>
                </li>
              );
            })}
          </ul>
        )}
        <PillsInput.Field
          ref={props.ref}
          value={tags.draft}
          placeholder={value.length === 0 ? props.placeholder : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required={required}
          {...(props.getSuggestions && suggestions.inputProps)}
          onClick={suggestions.open}
          onChange={(event) => {
            tags.setDraft(event.currentTarget.value);
            suggestions.open();
          }}
          onKeyDown={(event) => {
            if (props.getSuggestions && suggestions.handleKeyDown(event)) return;
            // Closes the list, which would cover the next field after the text becomes an item.
            if (event.key === "Enter" || event.key === ",") suggestions.close();
            tags.handleInputKeyDown(event);
          }}
          onPaste={tags.handlePaste}
        />
      </Pill.Group>
    </PillsInput>
  );
}

function useTags(props: TagsInputProps, container: { readonly current: HTMLElement | null }) {
  const { value, onChange, splitItems, label } = props;
  const [draft, setDraftText] = useState("");
  const announce = useAnnounce();

  const getInput = () => container.current?.querySelector("input");
  const focusTag = (index: number) =>
    (container.current?.querySelectorAll("li")[index]?.querySelector("button") ?? getInput())?.focus();

  function setDraft(text: string) {
    setDraftText(text);
    props.onDraftChange?.(text);
  }

  function add(items: readonly string[]) {
    const newItems = [...new Set(items.map((item) => item.trim()))].filter(
      (item) => item !== "" && !value.includes(item),
    );
    setDraft("");
    if (newItems.length > 0) onChange([...value, ...newItems]);
    const duplicateCount = items.length - newItems.length;
    announce(
      [
        newItems.length > 0 &&
          `Added to ${label}: ${newItems.length > 3 ? formatCount(newItems.length) : newItems.join(", ")}.`,
        duplicateCount > 0 && `Already in ${label}: ${formatCount(duplicateCount)}.`,
        ...newItems.map(props.validate),
      ]
        .filter(Boolean)
        .join(" "),
    );
  }

  function remove(index: number) {
    onChange(value.filter((_, candidate) => candidate !== index));
    announce(`Removed from ${label}: ${value[index] ?? ""}.`);
    // The focused button is about to be removed, so focus moves to the input.
    getInput()?.focus();
  }

  function edit(index: number) {
    const item = value[index];
    if (item === undefined || props.disabled) return;
    const others = value.filter((_, candidate) => candidate !== index);
    // Typed text becomes items before the edited item replaces it in the input.
    const typed = splitItems(draft).filter(
      (candidate) => candidate.trim() !== "" && !others.includes(candidate),
    );
    onChange([...others, ...typed]);
    setDraft(item);
    announce(`Editing ${label}: ${item}.`);
    getInput()?.focus();
  }

  function handleInputKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    if (event.key === "Enter" && draft.trim() !== "") {
      // Enter adds the typed text as a tag. With ⌘ or Ctrl, Enter also submits the form, which must
      // include the tag.
      if (!event.metaKey && !event.ctrlKey) event.preventDefault();
      add(splitItems(draft));
    } else if (event.key === "," && doesCommaEndItem(draft)) {
      event.preventDefault();
      add(splitItems(draft));
    } else if (event.key === "Backspace" && draft === "" && value.length > 0) {
      event.preventDefault();
      edit(value.length - 1);
    } else if (event.key === "ArrowLeft" && isAtStart && value.length > 0) {
      event.preventDefault();
      focusTag(value.length - 1);
    }
  }

  /** Whether a comma ends the item. In a URL, it may be part of the item. */
  function doesCommaEndItem(text: string): boolean {
    return text.trim() !== "" && !splitItems(`${text},x`).some((item) => item.includes(","));
  }

  function handleTagKeyDown(event: KeyboardEvent, index: number) {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => focusTag(Math.max(index - 1, 0)),
      ArrowRight: () => focusTag(index + 1),
      Home: () => focusTag(0),
      End: () => getInput()?.focus(),
      Delete: () => remove(index),
      Backspace: () => remove(index),
      F2: () => edit(index),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const items = splitItems(event.clipboardData.getData("text"));
    // A single pasted item is inserted into typed text.
    if (items.length === 0 || (items.length === 1 && draft !== "")) return;
    event.preventDefault();
    add(draft.trim() === "" ? items : [...splitItems(draft), ...items]);
  }

  function handleBlur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    if (draft.trim() !== "") add(splitItems(draft));
    props.onBlur?.();
  }

  return {
    draft,
    setDraft,
    add,
    remove,
    edit,
    handleInputKeyDown,
    handleTagKeyDown,
    handlePaste,
    handleBlur,
  };
}

const toLines = (messages: readonly string[]) =>
  messages.map((message) => (
    <Box key={message} component="span" display="block">
      {message}
    </Box>
  ));

function collectNotes(
  items: readonly string[],
  { validate, getItemNote }: Pick<TagsInputProps, "validate" | "getItemNote">,
): readonly string[] {
  if (getItemNote === undefined) return [];
  const notes = items.map((item) => (validate(item) === null ? getItemNote(item) : null));
  return [...new Set(notes)].filter((note) => note !== null);
}
