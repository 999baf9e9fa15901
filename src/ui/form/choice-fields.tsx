import { type ReactNode, type Ref, useId } from "react";
import { WEEKDAYS, type Weekday } from "@/lib/time/weekdays";
import type { FieldProps } from "./fields";
import classes from "./fields.module.css";

export interface ChoiceOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

interface SegmentedFieldProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly ChoiceOption<Value>[];
  /** Ref for the selected or first control, to which a form moves focus. */
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function SegmentedField<Value extends string>(props: SegmentedFieldProps<Value>) {
  const group = useId();
  const selectedIndex = props.options.findIndex((option) => option.value === props.value);
  return (
    <ChoiceGroup {...props} role="radiogroup" controlsClassName={classes.segments}>
      {(describedBy) =>
        props.options.map((option, index) => (
          <label key={option.value} className={classes.choice}>
            <input
              ref={index === Math.max(selectedIndex, 0) ? props.ref : undefined}
              type="radio"
              className={classes.control}
              name={props.name ?? group}
              value={option.value}
              checked={option.value === props.value}
              disabled={props.disabled || option.disabled}
              aria-describedby={describedBy}
              onChange={() => props.onChange(option.value)}
              onBlur={() => props.onBlur?.()}
            />
            <span className={classes.choiceLabel}>{option.label}</span>
          </label>
        ))
      }
    </ChoiceGroup>
  );
}

interface WeekdayFieldProps extends FieldProps {
  /** Selected weekdays, Monday first. */
  readonly value: readonly Weekday[];
  readonly onChange: (value: Weekday[]) => void;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function WeekdayField(props: WeekdayFieldProps) {
  function toggle(day: Weekday) {
    const isSelected = props.value.includes(day);
    props.onChange(WEEKDAYS.filter((each) => (each === day ? !isSelected : props.value.includes(each))));
  }
  return (
    <ChoiceGroup {...props} controlsClassName={classes.days}>
      {(describedBy) =>
        WEEKDAYS.map((day, index) => (
          <label key={day} className={classes.choice}>
            <input
              ref={index === 0 ? props.ref : undefined}
              type="checkbox"
              className={classes.control}
              aria-label={`${day.charAt(0).toUpperCase()}${day.slice(1)}`}
              checked={props.value.includes(day)}
              disabled={props.disabled}
              aria-invalid={props.error ? true : undefined}
              aria-describedby={describedBy}
              onChange={() => toggle(day)}
              onBlur={() => props.onBlur?.()}
            />
            <span aria-hidden="true">
              {day.charAt(0).toUpperCase()}
              {day.slice(1, 3)}
            </span>
          </label>
        ))
      }
    </ChoiceGroup>
  );
}

interface ChoiceGroupProps extends FieldProps {
  readonly role?: "radiogroup" | "group";
  readonly controlsClassName: string | undefined;
  /** Ref for the group, to which a form moves focus when the group has no controls. */
  readonly groupRef?: Ref<HTMLDivElement> | undefined;
  readonly children: (describedBy: string | undefined) => ReactNode;
}

export function ChoiceGroup({
  label,
  isLabelHidden,
  description,
  error,
  required,
  role = "group",
  controlsClassName,
  groupRef,
  children,
}: ChoiceGroupProps) {
  const id = useId();
  const hasDescription = description !== undefined && description !== null;
  const describedBy = [hasDescription && `${id}-description`, error && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div
      className={classes.group}
      role={role}
      aria-labelledby={`${id}-label`}
      {...(groupRef && { ref: groupRef, tabIndex: -1, "aria-describedby": describedBy || undefined })}
      {...(role === "radiogroup"
        ? { "aria-required": required, "aria-invalid": error ? true : undefined }
        : {})}
    >
      <div id={`${id}-label`} className={isLabelHidden ? "ui-hidden" : classes.legend}>
        {label}
        {required && (
          <span className={classes.requiredMark} aria-hidden="true">
            {" *"}
          </span>
        )}
      </div>
      <div className={controlsClassName}>{children(describedBy || undefined)}</div>
      {hasDescription && (
        <div id={`${id}-description`} className={classes.description}>
          {description}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
