import { formatCount } from "@/lib/text/numbers";
import "@mantine/core/styles/Input.layer.css";
import { Input } from "@mantine/core";
import { useId, useRef } from "react";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { CloseIcon, ErrorIcon } from "@/ui/theme/icons";
import fieldClasses from "./fields.module.css";
import { ChipOffers } from "./tag-suggestion-list";
import classes from "./tags-input.module.css";
import type { ChipsFieldProps } from "./tags-types";
import { useChipSuggestions } from "./use-tag-suggestions";
import { useChips } from "./use-tags";

/**
 * Several short texts as chips. Enter, comma, leaving the field and pasting add, and so does the shortcut that sends the
 * form; Backspace in the empty field edits the last one; the arrows walk over the chips, Delete removes one, F2 or a
 * double click edits it. On a wrong one Enter or a click edits: to correct it is what it asks for.
 */
export function ChipsField(props: ChipsFieldProps) {
  const { label, value, description, error, required, disabled, validate, placeholder } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const chips = useChips(props, box);
  const offers = useChipSuggestions(props, chips);
  const mistakes = mistakesOf(value, validate, error);
  const isInvalid = Boolean(error) || mistakes.length > 0;
  const describedBy = [description && `${id}-description`, isInvalid && `${id}-mistakes`, `${id}-keys`]
    .filter(Boolean)
    .join(" ");

  return (
    <div>
      <Input.Label htmlFor={id} required={required ?? false} className={fieldClasses.label}>
        {label}
      </Input.Label>
      <div className={classes.anchor}>
        <div
          ref={box}
          className={classes.box}
          data-invalid={isInvalid || undefined}
          data-disabled={disabled || undefined}
          onMouseDown={chips.focusInput}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) offers.close();
            chips.onBlur(event);
          }}
        >
          {value.length > 0 && (
            <ul className={classes.list} aria-label={`${label}: ${formatCount(value.length)} added`}>
              {value.map((item, place) => (
                // The same text can stand twice, so the place belongs to the key.
                <li
                  key={`${place} ${item}`}
                  className={classes.chip}
                  data-invalid={validate(item) !== null || undefined}
                  onDoubleClick={() => chips.edit(place)}
                >
                  {validate(item) === null ? (
                    <span className={classes.text}>{item}</span>
                  ) : (
                    <button
                      type="button"
                      tabIndex={-1}
                      className={classes.correct}
                      disabled={disabled}
                      aria-label={`Correct ${item}, not valid`}
                      data-chip={place}
                      onClick={() => chips.edit(place)}
                      onKeyDown={(event) => chips.onChipKey(event, place)}
                    >
                      <ErrorIcon size={14} />
                      <span className={classes.text}>{item}</span>
                    </button>
                  )}
                  <button
                    type="button"
                    tabIndex={-1}
                    className={classes.remove}
                    disabled={disabled}
                    aria-label={`Remove ${item}`}
                    data-chip={validate(item) === null ? place : undefined}
                    onClick={() => chips.remove(place)}
                    onKeyDown={(event) => chips.onChipKey(event, place)}
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
            value={chips.draft}
            disabled={disabled}
            placeholder={value.length === 0 ? placeholder : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required={required}
            aria-invalid={isInvalid || undefined}
            aria-describedby={describedBy}
            {...offers.combobox(id)}
            onChange={(event) => {
              chips.setDraft(event.currentTarget.value);
              offers.open();
            }}
            onKeyDown={(event) => {
              if (!offers.onKey(event)) chips.onInputKey(event);
            }}
            onPaste={chips.onPaste}
          />
        </div>
        {offers.items.length > 0 && <ChipOffers id={`${id}-offers`} label={label} offers={offers} />}
      </div>
      <HiddenText>
        <span id={`${id}-keys`}>
          Enter or comma adds. The left arrow goes to what was added: F2 corrects it there, Delete removes it.
        </span>
      </HiddenText>
      {description !== undefined && (
        <div id={`${id}-description`} className={fieldClasses.description}>
          {description}
        </div>
      )}
      {isInvalid && (
        <ul id={`${id}-mistakes`} className={classes.mistakes}>
          {[...mistakes, ...(error ? [error] : [])].map((mistake) => (
            <li key={mistake} className={fieldClasses.error}>
              {mistake}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** One sentence per wrong item; the form's own error is left to stand once. */
function mistakesOf(
  value: readonly string[],
  validate: (item: string) => string | null,
  error: string | undefined,
): readonly string[] {
  const found = value.map(validate).filter((mistake) => mistake !== null && mistake !== error);
  return [...new Set(found)].filter((mistake) => mistake !== null);
}
