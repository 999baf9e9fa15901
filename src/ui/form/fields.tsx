import {
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ChevronDownIcon } from "@/ui/theme/icons";

/** Props of all fields. Handlers receive values instead of events, as in form libraries. */
export interface FieldProps {
  readonly label: string;
  readonly description?: ReactNode | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly name?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
}

type ValueProps<InputProps, Value> = Omit<InputProps, "value" | "onChange" | "onBlur"> & {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
};

type TextFieldProps = ValueProps<TextInputProps, string>;

export function TextField({ onChange, ...props }: TextFieldProps) {
  return (
    <TextInput autoComplete="off" {...props} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

interface TextAreaFieldProps extends ValueProps<TextareaProps, string> {
  /** Whether to use a monospaced font without line wrapping, for code. */
  readonly monospace?: boolean;
}

export function TextAreaField({ monospace, onChange, ...props }: TextAreaFieldProps) {
  return (
    <Textarea
      rows={3}
      resize="vertical"
      {...(monospace && { "data-monospace": true, wrap: "off" })}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

type SelectFieldProps<Value extends string> = Omit<ValueProps<NativeSelectProps, Value>, "data"> & {
  readonly options: readonly SelectOption<Value>[];
};

/** Shows a native select, which works best on phones and needs no additional code. */
export function SelectField<Value extends string>({ options, onChange, ...props }: SelectFieldProps<Value>) {
  return (
    <NativeSelect
      {...props}
      data={options.map((option) => ({ ...option }))}
      onChange={(event) => {
        const selected = options.find((option) => option.value === event.currentTarget.value);
        if (selected) onChange(selected.value);
      }}
      rightSection={<ChevronDownIcon size={14} />}
      rightSectionPointerEvents="none"
    />
  );
}

// For incomplete or invalid input, the browser reports "bad input" and an empty value. Callers
// can't distinguish this input from an empty field, so the field shows these messages itself.
const INVALID_DATE_MESSAGE = "Enter a complete, valid date.";
const INVALID_TIME_MESSAGE = "Enter a complete, valid time.";

/**
 * Shows a date and time field with the browser's picker and format. The form must mention the time
 * zone. Minimum and maximum have the format of the value, such as "2026-11-23T09:00".
 */
export function DateTimeField(props: TextFieldProps) {
  const { error, onChange, onBlur, type = "datetime-local" } = props;
  const [hasBadInput, setHasBadInput] = useState(false);
  const [wasBlurred, setWasBlurred] = useState(false);
  const checkValidity = (input: HTMLInputElement) => setHasBadInput(input.validity.badInput);
  const invalidMessage = type === "time" ? INVALID_TIME_MESSAGE : INVALID_DATE_MESSAGE;
  return (
    <TextInput
      {...props}
      type={type}
      // An incomplete date isn't an error until the field loses focus or the form passes an error.
      error={hasBadInput && (wasBlurred || error) ? invalidMessage : error}
      onChange={(event) => {
        checkValidity(event.currentTarget);
        onChange(event.currentTarget.value);
      }}
      // A change between two invalid dates fires no change event, because the value stays empty.
      onKeyUp={(event) => checkValidity(event.currentTarget)}
      onBlur={(event) => {
        checkValidity(event.currentTarget);
        setWasBlurred(true);
        onBlur?.();
      }}
    />
  );
}
