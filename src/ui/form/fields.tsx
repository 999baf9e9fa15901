import type { NativeSelectProps, TextareaProps, TextInputProps } from "@mantine/core";
import { Input, NativeSelect, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import type { AriaAttributes, ReactNode, Ref } from "react";
import { useId, useImperativeHandle, useRef, useState } from "react";
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

/**
 * The form must mention the time zone. For incomplete or invalid input, the browser reports "bad input" and an empty
 * value, which callers can't distinguish from an empty field. So the field itself shows this error.
 */
export function DateTimeField(props: TextFieldProps) {
  const { error, onChange, onBlur, type = "datetime-local" } = props;
  const [hasBadInput, setHasBadInput] = useState(false);
  const [wasBlurred, setWasBlurred] = useState(false);
  const checkValidity = (input: HTMLInputElement) => setHasBadInput(input.validity.badInput);
  return (
    <TextInput
      {...props}
      type={type}
      // An incomplete date isn't an error until the field loses focus or the form passes an error.
      error={
        hasBadInput && (wasBlurred || error)
          ? `Enter a complete, valid ${type === "time" ? "time" : "date"}.`
          : error
      }
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

interface ChoiceProps extends FieldProps {
  /** Whether to hide the label visually. Use only when the surrounding text is equivalent. */
  readonly isLabelHidden?: boolean | undefined;
}

interface SegmentedFieldProps<Value extends string> extends ChoiceProps {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  /** Ref for the selected or first control, to which a form moves focus. */
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function SegmentedField<Value extends string>({ ref, ...props }: SegmentedFieldProps<Value>) {
  const { value, onChange, options, name, disabled = false, onBlur } = props;
  const root = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => getFirstControl(root.current));
  return (
    <ChoiceGroup {...props}>
      {(group) => (
        <SegmentedControl
          ref={root}
          {...group}
          aria-required={props.required}
          aria-invalid={props.error ? true : undefined}
          data={options.map((option) => ({ ...option }))}
          value={value}
          onChange={onChange}
          disabled={disabled}
          {...(name !== undefined && { name })}
          {...(onBlur && { onBlur: () => onBlur() })}
        />
      )}
    </ChoiceGroup>
  );
}

/** @throws TypeError without options */
function getFirstControl(group: HTMLElement | null): HTMLInputElement {
  const control = group?.querySelector<HTMLInputElement>("input:checked") ?? group?.querySelector("input");
  if (control == null) throw new TypeError("A group of choices needs options.");
  return control;
}

interface ChoiceGroupProps extends ChoiceProps {
  readonly children: (group: Pick<AriaAttributes, "aria-labelledby" | "aria-describedby">) => ReactNode;
}

export function ChoiceGroup(props: ChoiceGroupProps) {
  const { label, isLabelHidden, description, error, required = false, children } = props;
  const id = useId();
  const describedBy = [description != null && `${id}-description`, error && `${id}-error`];
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={isLabelHidden ? { className: "ui-hidden" } : {}}
      description={description}
      // The description may contain a list.
      descriptionProps={{ component: "div" }}
      error={error || undefined}
      required={required}
    >
      {children({
        "aria-labelledby": `${id}-label`,
        "aria-describedby": describedBy.filter(Boolean).join(" ") || undefined,
      })}
    </Input.Wrapper>
  );
}
