import type { ComponentType, ElementType } from "react";
import type { Control, FieldPath, FieldPathValue, FieldValues } from "react-hook-form";
import { useController } from "react-hook-form";

type BoundProp = "name" | "value" | "onChange" | "onBlur" | "ref" | "error";

type FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Props> = Omit<
  Props,
  BoundProp
> & {
  readonly as: ComponentType<Props>;
  readonly control: Control<Values>;
  readonly name: Name;
  /** Fields that are validated again when this one changes. */
  readonly deps?: FieldPath<Values>[];
  /** Error that isn't from the form's validation. */
  readonly error?: string | undefined;
  readonly onChange?: (value: FieldPathValue<Values, Name>) => void;
};

/** Connects a field to a form: its value, its error, and its focus. */
export function FormField<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Props extends { readonly onChange: (value: FieldPathValue<Values, Name>) => void },
>({ as, control, name, deps, error, onChange, ...props }: FormFieldProps<Values, Name, Props>) {
  const { field, fieldState } = useController({ control, name, rules: deps ? { deps } : {} });
  const Component: ElementType = as;
  return (
    <Component
      {...props}
      {...field}
      {...(onChange && { onChange })}
      error={fieldState.error?.message ?? error}
    />
  );
}
