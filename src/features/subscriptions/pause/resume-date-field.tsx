import { TextField } from "@/ui/form/fields";

interface ResumeDateFieldProps {
  /** `YYYY-MM-DD`. Empty without a date. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (day: string) => void;
}

/** Asks for the date of a reminder to resume the subscription. Servers don't resume subscriptions automatically. */
export function ResumeDateField({ value, error, onChange }: ResumeDateFieldProps) {
  return (
    <TextField
      name="resumeOn"
      type="date"
      label="Remind me in this browser on"
      description="Optional. Subscriptions don't resume automatically."
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
