import "@mantine/core/styles/Chip.layer.css";
import { Checkbox, Chip, Group, Input, SegmentedControl } from "@mantine/core";
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef } from "react";
import { WEEKDAYS, type Weekday } from "@/lib/time/weekdays";
import type { FieldProps, SelectOption } from "./fields";

interface SegmentedFieldProps<Value extends string> extends FieldProps {
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
    <LabeledGroup {...props}>
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
    </LabeledGroup>
  );
}

/** @throws TypeError without options */
function getFirstControl(group: HTMLElement | null): HTMLInputElement {
  const control = group?.querySelector<HTMLInputElement>("input:checked") ?? group?.querySelector("input");
  if (control == null) throw new TypeError("A group of choices needs options.");
  return control;
}

interface WeekdayFieldProps extends FieldProps {
  /** Selected weekdays, Monday first. */
  readonly value: readonly Weekday[];
  readonly onChange: (value: Weekday[]) => void;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function WeekdayField({ ref, value, onChange, onBlur, ...field }: WeekdayFieldProps) {
  return (
    <ChoiceGroup {...field}>
      {(describedBy) => (
        <Chip.Group
          multiple
          value={[...value]}
          onChange={(selected) => onChange(WEEKDAYS.filter((day) => selected.includes(day)))}
        >
          <Group gap={4}>
            {WEEKDAYS.map((day, index) => {
              const label = `${day.charAt(0).toUpperCase()}${day.slice(1)}`;
              return (
                <Chip
                  key={day}
                  ref={index === 0 ? ref : undefined}
                  value={day}
                  disabled={field.disabled ?? false}
                  aria-label={label}
                  aria-invalid={field.error ? true : undefined}
                  aria-describedby={describedBy}
                  onBlur={() => onBlur?.()}
                >
                  {label.slice(0, 3)}
                </Chip>
              );
            })}
          </Group>
        </Chip.Group>
      )}
    </ChoiceGroup>
  );
}

interface ChoiceGroupProps extends FieldProps {
  /** Ref for the group, to which a form moves focus when the group has no controls. */
  readonly groupRef?: Ref<HTMLDivElement> | undefined;
  readonly children: (describedBy: string | undefined) => ReactNode;
}

export function ChoiceGroup({ groupRef, children, ...field }: ChoiceGroupProps) {
  return (
    <LabeledGroup {...field}>
      {(group) => (
        <div role="group" {...group} {...(groupRef && { ref: groupRef, tabIndex: -1 })}>
          {children(group["aria-describedby"])}
        </div>
      )}
    </LabeledGroup>
  );
}

interface GroupAttributes {
  readonly "aria-labelledby": string;
  readonly "aria-describedby": string | undefined;
}

interface LabeledGroupProps extends FieldProps {
  readonly children: (group: GroupAttributes) => ReactNode;
}

function LabeledGroup({ label, isLabelHidden, description, error, required, children }: LabeledGroupProps) {
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
      required={required ?? false}
    >
      {children({
        "aria-labelledby": `${id}-label`,
        "aria-describedby": describedBy.filter(Boolean).join(" ") || undefined,
      })}
    </Input.Wrapper>
  );
}

interface CheckboxFieldProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly onBlur?: () => void;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly "aria-invalid"?: true | undefined;
  readonly "aria-describedby"?: string | undefined;
}

export function CheckboxField({ onChange, ...props }: CheckboxFieldProps) {
  return <Checkbox {...props} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
