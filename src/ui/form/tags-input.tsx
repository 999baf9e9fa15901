import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { Box, Pill, PillsInput, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { ClipboardEvent, FocusEvent, KeyboardEvent, ReactNode, Ref } from "react";
import { useRef, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import { announce } from "@/ui/feedback/toasts";
import { ErrorIcon } from "@/ui/theme/icons";
import { type FieldProps, TextField } from "./fields";
import { type GetSuggestions, useTextSuggestions } from "./suggestions";
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
  readonly getItemLabel?: ((item: string) => string) | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * Enter, comma, blur, paste, and the submit shortcut add an item. Backspace in the empty input, F2, or a double click
 * edits one. Arrow keys move between items. Enter or a click edits an invalid item.
 */
export function TagsInput(props: TagsInputProps) {
  const { label, value, onChange, validate, getItemNote, splitItems } = props;
  const { required = false, disabled = false } = props;
  const container = useRef<HTMLDivElement>(null);
  const [draft, setDraftText] = useState("");
  const suggestions = useTextSuggestions(props.getSuggestions, {
    label,
    text: draft,
    isValid: (text) => validate(text) === null,
    exclude: value,
    onSelect: (item) => add([item]),
  });

  const getInput = () => container.current?.querySelector("input");
  const focusTag = (index: number) =>
    (container.current?.querySelectorAll("li")[index]?.querySelector("button") ?? getInput())?.focus();
  const withoutTag = (index: number) => value.filter((_, candidate) => candidate !== index);

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
        ...newItems.map(validate),
      ]
        .filter(Boolean)
        .join(" "),
    );
  }

  function remove(index: number) {
    onChange(withoutTag(index));
    announce(`Removed from ${label}: ${value[index] ?? ""}.`);
    // The focused button is about to be removed, so focus moves to the input.
    getInput()?.focus();
  }

  function edit(index: number) {
    const item = value[index];
    if (item === undefined || disabled) return;
    const others = withoutTag(index);
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
    if (suggestions.handleKeyDown(event)) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isEnter = event.key === "Enter" && draft.trim() !== "";
    if (isEnter || (event.key === "," && doesCommaEndItem(draft))) {
      // With ⌘ or Ctrl, Enter also submits the form, which must include the tag.
      if (!event.metaKey && !event.ctrlKey) event.preventDefault();
      // The list would cover the next field.
      suggestions.close();
      add(splitItems(draft));
    } else if (event.key === "Backspace" && draft === "" && value.length > 0) {
      event.preventDefault();
      edit(value.length - 1);
    } else if (event.key === "ArrowLeft" && selectionStart === 0 && selectionEnd === 0 && value.length > 0) {
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
    suggestions.close();
    if (draft.trim() !== "") add(splitItems(draft));
    props.onBlur?.();
  }

  const notes = [...value, draft].map((item) => (validate(item) === null ? getItemNote?.(item) : null));
  return (
    <PillsInput
      ref={container}
      label={label}
      required={required}
      disabled={disabled}
      classNames={{ input: classes.box ?? "" }}
      onBlur={handleBlur}
      inputContainer={suggestions.inputContainer}
      description={
        <>
          {props.description}
          <span aria-live="polite">{toLines(notes)}</span>
          <VisuallyHidden>
            Press Enter or comma to add. Press the left arrow to reach added items, F2 to edit, and Delete to
            remove.
          </VisuallyHidden>
        </>
      }
      // Messages of invalid items, and then the form's error.
      error={toLines([...value.map(validate), props.error])}
    >
      <Pill.Group gap={4}>
        {value.length > 0 && (
          <Box component="ul" display="contents" aria-label={`${label}: ${formatCount(value.length)} added`}>
            {value.map((item, index) => {
              const isInvalid = validate(item) !== null;
              return (
                // The key includes the index, because the value may contain duplicates.
                <Box
                  component="li"
                  display="contents"
                  key={`${index} ${item}`}
                  translate="no"
                  onDoubleClick={() => edit(index)}
                >
                  <Pill
                    withRemoveButton
                    disabled={disabled}
                    className={classes.tag ?? ""}
                    mod={{ invalid: isInvalid, noted: !isInvalid && getItemNote?.(item) != null }}
                    onRemove={() => remove(index)}
                    removeButtonProps={{
                      "aria-hidden": false,
                      "aria-label": `Remove ${item}`,
                      disabled,
                      onKeyDown: (event) => handleTagKeyDown(event, index),
                    }}
                  >
                    {isInvalid ? (
                      <UnstyledButton
                        tabIndex={-1}
                        display="flex"
                        fz="inherit"
                        lh="inherit"
                        style={{ gap: 5, alignItems: "center", cursor: "text" }}
                        disabled={disabled}
                        aria-label={`Edit ${item}, invalid`}
                        onClick={() => edit(index)}
                        onKeyDown={(event) => handleTagKeyDown(event, index)}
                      >
                        <ErrorIcon size={14} />
                        {item}
                      </UnstyledButton>
                    ) : (
                      (props.getItemLabel?.(item) ?? item)
                    )}
                  </Pill>
                </Box>
              );
            })}
          </Box>
        )}
        <PillsInput.Field
          ref={props.ref}
          value={draft}
          placeholder={value.length === 0 ? props.placeholder : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required={required}
          {...suggestions.inputProps}
          onClick={suggestions.open}
          onChange={(event) => {
            setDraft(event.currentTarget.value);
            suggestions.open();
          }}
          onKeyDown={handleInputKeyDown}
          onPaste={handlePaste}
        />
      </Pill.Group>
    </PillsInput>
  );
}

/** Shows each message once, on its own line. Null without messages. */
function toLines(messages: readonly (string | null | undefined)[]): ReactNode {
  const lines = [...new Set(messages)].filter((message) => message != null && message !== "");
  if (lines.length === 0) return null;
  return lines.map((message) => (
    <Box key={message} component="span" display="block">
      {message}
    </Box>
  ));
}

interface PickerFieldProps extends FieldProps {
  /** The selected item, or typed text that isn't an item. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Name of the item. Shown while the field isn't being edited. */
  readonly valueLabel: string;
  readonly parseItem: (text: string) => string | null;
  readonly getSuggestions: GetSuggestions;
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function PickerField(props: PickerFieldProps) {
  const { value, valueLabel, onChange, parseItem, getSuggestions, onSearch, onBlur, ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // A value that the form has changed in the meantime replaces the typed text.
  const draft = typed !== null && value === (parseItem(typed) ?? typed) ? typed : null;
  const suggestions = useTextSuggestions(getSuggestions, {
    label: field.label,
    text: draft ?? "",
    isValid: (text) => parseItem(text) !== null,
    onSelect(item) {
      setTyped(null);
      onSearch?.("");
      onChange(item);
    },
  });
  return (
    <TextField
      {...field}
      value={draft ?? (valueLabel || value)}
      onChange={(text) => {
        setTyped(text);
        onSearch?.(text);
        onChange(parseItem(text) ?? text);
        suggestions.open();
      }}
      spellCheck={false}
      {...suggestions.inputProps}
      inputContainer={suggestions.inputContainer}
      onClick={suggestions.open}
      onKeyDown={(event) => void suggestions.handleKeyDown(event)}
      onBlur={() => {
        suggestions.close();
        setTyped(null);
        onBlur?.();
      }}
    />
  );
}
