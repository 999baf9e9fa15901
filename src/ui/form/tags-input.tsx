import { Input } from "@mantine/core";
import { useId, useRef } from "react";
import { formatCount } from "@/lib/text/numbers";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { CloseIcon, ErrorIcon } from "@/ui/theme/icons";
import fieldClasses from "./fields.module.css";
import { TagSuggestionList } from "./tag-suggestion-list";
import classes from "./tags-input.module.css";
import type { TagsInputProps } from "./tags-types";
import { useTagSuggestions } from "./use-tag-suggestions";
import { useTags } from "./use-tags";

/**
 * Shows an input for several short texts. Enter, comma, blur, paste, and the submit shortcut add an
 * item. Backspace in the empty input edits the last item. Arrow keys move between items. Delete
 * removes an item. F2 or a double click edits an item. Enter or a click edits an invalid item.
 */
export function TagsInput(props: TagsInputProps) {
  const { label, value, description, error, required, disabled, validate, placeholder } = props;
  const id = useId();
  const containerRef = useRef<HTMLDivElement>(null);
  const tags = useTags(props, containerRef);
  const suggestions = useTagSuggestions(props, tags);
  const itemErrors = collectItemErrors(value, validate, error);
  const notes = collectNotes([...value, tags.draft], props);
  const isInvalid = Boolean(error) || itemErrors.length > 0;
  const describedBy = [
    description && `${id}-description`,
    isInvalid && `${id}-issues`,
    `${id}-notes`,
    `${id}-keys`,
  ]
    .filter(Boolean)
    .join(" ");

  return (
    <div>
      <Input.Label htmlFor={id} required={required ?? false} className={fieldClasses.label}>
        {label}
      </Input.Label>
      <div className={classes.anchor}>
        <div
          ref={containerRef}
          className={classes.box}
          data-invalid={isInvalid || undefined}
          data-disabled={disabled || undefined}
          onMouseDown={tags.focusInput}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) suggestions.close();
            tags.handleBlur(event);
          }}
        >
          {value.length > 0 && (
            <ul className={classes.list} aria-label={`${label}: ${formatCount(value.length)} added`}>
              {value.map((item, index) => (
                // The key includes the index, because the value may contain duplicates.
                <li
                  key={`${index} ${item}`}
                  className={classes.tag}
                  translate="no"
                  data-invalid={validate(item) !== null || undefined}
                  data-noted={(validate(item) === null && props.getItemNote?.(item) != null) || undefined}
                  onDoubleClick={() => tags.edit(index)}
                >
                  {validate(item) === null ? (
                    <span className={classes.text}>{props.getItemLabel?.(item) ?? item}</span>
                  ) : (
                    <button
                      type="button"
                      tabIndex={-1}
                      className={classes.correctButton}
                      disabled={disabled}
                      aria-label={`Edit ${item}, invalid`}
                      data-chip={index}
                      onClick={() => tags.edit(index)}
                      onKeyDown={(event) => tags.handleTagKeyDown(event, index)}
                    >
                      <ErrorIcon size={14} />
                      <span className={classes.text}>{item}</span>
                    </button>
                  )}
                  <button
                    type="button"
                    tabIndex={-1}
                    className={classes.removeButton}
                    disabled={disabled}
                    aria-label={`Remove ${item}`}
                    data-chip={validate(item) === null ? index : undefined}
                    onClick={() => tags.remove(index)}
                    onKeyDown={(event) => tags.handleTagKeyDown(event, index)}
                  >
                    <CloseIcon size={12} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            ref={props.ref}
            id={id}
            className={classes.input}
            value={tags.draft}
            disabled={disabled}
            placeholder={value.length === 0 ? placeholder : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required={required}
            aria-invalid={isInvalid || undefined}
            aria-describedby={describedBy}
            {...suggestions.getComboboxProps(id)}
            onClick={suggestions.open}
            onChange={(event) => {
              tags.setDraft(event.currentTarget.value);
              suggestions.open();
            }}
            onKeyDown={(event) => {
              if (suggestions.handleKeyDown(event)) return;
              // Closes the list, which would cover the next field after the text becomes an item.
              if (event.key === "Enter" || event.key === ",") suggestions.close();
              tags.handleInputKeyDown(event);
            }}
            onPaste={tags.handlePaste}
          />
        </div>
        {suggestions.items.length > 0 && (
          <TagSuggestionList id={`${id}-offers`} label={label} suggestions={suggestions} />
        )}
      </div>
      <HiddenText>
        <span id={`${id}-keys`}>
          Press Enter or comma to add. Press the left arrow to reach added items, F2 to edit, and Delete to
          remove.
        </span>
      </HiddenText>
      {description !== undefined && (
        <div id={`${id}-description`} className={fieldClasses.description}>
          {description}
        </div>
      )}
      <div id={`${id}-notes`} className={classes.notes} aria-live="polite">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {isInvalid && (
        <ul id={`${id}-issues`} className={classes.errors}>
          {[...itemErrors, ...(error ? [error] : [])].map((message) => (
            <li key={message} className={fieldClasses.error}>
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function collectNotes(
  items: readonly string[],
  { validate, getItemNote }: Pick<TagsInputProps, "validate" | "getItemNote">,
): readonly string[] {
  if (getItemNote === undefined) return [];
  const notes = items.map((item) => (validate(item) === null ? getItemNote(item) : null));
  return [...new Set(notes)].filter((note) => note !== null);
}

/** Collects a message per invalid item. Excludes the form's error, which the field already shows. */
function collectItemErrors(
  value: readonly string[],
  validate: (item: string) => string | null,
  error: string | undefined,
): readonly string[] {
  const messages = value.map(validate).filter((itemError) => itemError !== null && itemError !== error);
  return [...new Set(messages)].filter((itemError) => itemError !== null);
}
