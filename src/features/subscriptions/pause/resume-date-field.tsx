import { TextField } from "@/ui/form/fields";

interface ResumeDateFieldProps {
  /** `YYYY-MM-DD`. Empty without a date. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (day: string) => void;
}

/**
 * Asks for a resume date, on which this browser shows the subscription as due. Servers don't resume subscriptions
 * automatically.
 */
export function ResumeDateField({ value, error, onChange }: ResumeDateFieldProps) {
  return (
    <TextField
      name="resumeOn"
      type="date"
      label="Resume on"
      description="Optional. Sets a reminder in this browser. Subscriptions don't resume automatically."
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
