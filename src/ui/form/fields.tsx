import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import {
  type ComponentProps,
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  type ReactNode,
  type Ref,
  useState,
} from "react";
import { ChevronDownIcon } from "@/ui/theme/icons";

/** Props of all fields. Handlers receive values instead of events, as in form libraries. */
export interface FieldProps {
  readonly label: string;
  /** Whether to hide the label visually. Use only when the surrounding text is equivalent. */
  readonly isLabelHidden?: boolean | undefined;
  readonly description?: ReactNode | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly name?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
}

interface ValueProps<Value> extends FieldProps {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function toInputProps(props: FieldProps) {
  const { label, isLabelHidden, description, error, required, disabled, name, onBlur } = props;
  return {
    label,
    description,
    error: error || undefined,
    required: required ?? false,
    disabled: disabled ?? false,
    name,
    onBlur: onBlur && (() => onBlur()),
    labelProps: isLabelHidden ? { className: "ui-hidden" } : {},
  };
}

interface TextFieldProps extends ValueProps<string> {
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly type?: HTMLInputTypeAttribute | undefined;
  readonly placeholder?: string | undefined;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  readonly inputMode?: "text" | "url" | "email" | "numeric" | "search" | undefined;
  readonly spellCheck?: boolean | undefined;
  readonly monospace?: boolean | undefined;
  readonly inputAttributes?:
    | Pick<
        ComponentProps<"input">,
        "role" | "onClick" | "onKeyDown" | (`aria-${string}` & keyof ComponentProps<"input">)
      >
    | undefined;
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  return (
    <TextInput
      {...toInputProps(props)}
      ref={props.ref}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      type={props.type ?? "text"}
      placeholder={props.placeholder}
      autoComplete={props.autoComplete ?? "off"}
      inputMode={props.inputMode}
      spellCheck={props.spellCheck}
      data-monospace={props.monospace || undefined}
      leftSection={props.leftSection}
      rightSection={props.rightSection}
      {...props.inputAttributes}
    />
  );
}

interface TextAreaFieldProps extends ValueProps<string> {
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
  readonly placeholder?: string | undefined;
  readonly rows?: number | undefined;
  readonly spellCheck?: boolean | undefined;
  /** Whether to use a monospaced font without line wrapping, for code. */
  readonly monospace?: boolean | undefined;
}

export function TextAreaField(props: TextAreaFieldProps) {
  return (
    <Textarea
      {...toInputProps(props)}
      ref={props.ref}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      placeholder={props.placeholder}
      rows={props.rows ?? 3}
      resize="vertical"
      spellCheck={props.spellCheck}
      {...(props.monospace && { "data-monospace": true, wrap: "off" })}
    />
  );
}

interface NumberFieldProps extends ValueProps<string> {
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly placeholder?: string | undefined;
  /** CSS width, for example "80px". */
  readonly width?: string | undefined;
  readonly rightSection?: ReactNode;
}

/** Shows a field for an integer. The value is the typed text, which the form's schema validates. */
export function NumberField(props: NumberFieldProps) {
  return (
    <TextInput
      {...toInputProps(props)}
      ref={props.ref}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      inputMode="numeric"
      autoComplete="off"
      placeholder={props.placeholder}
      rightSection={props.rightSection}
      {...(props.width === undefined ? {} : { w: props.width })}
    />
  );
}

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

interface SelectFieldProps<Value extends string> extends ValueProps<Value> {
  readonly ref?: Ref<HTMLSelectElement> | undefined;
  readonly options: readonly SelectOption<Value>[];
}

/** Shows a native select, which works best on phones and needs no additional code. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  return (
    <NativeSelect
      {...toInputProps(props)}
      ref={props.ref}
      value={props.value}
      data={props.options.map((option) => ({ ...option }))}
      onChange={(event) => {
        const selected = props.options.find((option) => option.value === event.currentTarget.value);
        if (selected) props.onChange(selected.value);
      }}
      rightSection={<ChevronDownIcon size={14} />}
      rightSectionPointerEvents="none"
    />
  );
}

interface DateTimeFieldProps extends ValueProps<string> {
  readonly ref?: Ref<HTMLInputElement> | undefined;
  /** Parts of the value that users enter. Defaults to date and time. */
  readonly type?: "datetime-local" | "date" | "time" | undefined;
  /** In the format of the value, such as "2026-11-23T09:00". Has no time zone. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

// For incomplete or invalid input, the browser reports "bad input" and an empty value. Callers
// can't distinguish this input from an empty field, so the field shows these messages itself.
const INVALID_DATE_MESSAGE = "Enter a complete, valid date.";
const INVALID_TIME_MESSAGE = "Enter a complete, valid time.";

/**
 * Shows a date and time field with the browser's picker and format. The form must mention the time
 * zone.
 */
export function DateTimeField(props: DateTimeFieldProps) {
  const { error, onBlur, type = "datetime-local" } = props;
  const invalidMessage = type === "time" ? INVALID_TIME_MESSAGE : INVALID_DATE_MESSAGE;
  const [hasBadInput, setHasBadInput] = useState(false);
  const [wasBlurred, setWasBlurred] = useState(false);
  // An incomplete date isn't an error until the field loses focus or the form passes an error.
  const shownError = hasBadInput && (wasBlurred || error) ? invalidMessage : error;
  const checkValidity = (input: HTMLInputElement) => setHasBadInput(input.validity.badInput);
  return (
    <TextInput
      {...toInputProps({ ...props, error: shownError })}
      ref={props.ref}
      value={props.value}
      onChange={(event) => {
        checkValidity(event.currentTarget);
        props.onChange(event.currentTarget.value);
      }}
      // A change between two invalid dates fires no change event, because the value stays empty.
      onKeyUp={(event) => checkValidity(event.currentTarget)}
      onBlur={(event) => {
        checkValidity(event.currentTarget);
        setWasBlurred(true);
        onBlur?.();
      }}
      type={type}
      min={props.min}
      max={props.max}
    />
  );
}
