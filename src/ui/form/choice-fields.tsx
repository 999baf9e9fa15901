import { Input, SegmentedControl } from "@mantine/core";
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef } from "react";
import type { FieldProps, SelectOption } from "./fields";

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

interface GroupAttributes {
  readonly "aria-labelledby": string;
  readonly "aria-describedby": string | undefined;
}

interface ChoiceGroupProps extends ChoiceProps {
  readonly children: (group: GroupAttributes) => ReactNode;
}

/** Labels and describes a group of choices. */
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
