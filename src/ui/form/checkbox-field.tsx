import { Checkbox } from "@mantine/core";
import type { Ref } from "react";

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
