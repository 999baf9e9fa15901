import { TextField } from "@/ui/form/fields";

interface ResumeDateFieldProps {
  /** `YYYY-MM-DD`; empty for none. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (day: string) => void;
}

/** Asks when to resume. Servers resume nothing themselves, so this browser shows the date as due. */
export function ResumeDateField({ value, error, onChange }: ResumeDateFieldProps) {
  return (
    <TextField
      name="resumeOn"
      type="date"
      label="Resume on"
      description="Optional. A reminder in this browser: nothing resumes automatically."
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
