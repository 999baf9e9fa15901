import { Box } from "@mantine/core";
import { TimeStamp, useNow } from "@/ui/feedback/time-stamp";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";

const OUTCOME_LABELS = {
  running: " (in progress)",
  done: "",
  refused: " (failed)",
  unknown: " (outcome unknown)",
} as const;

interface LoggedChange {
  readonly id: string;
  readonly label: string;
  readonly outcome: keyof typeof OUTCOME_LABELS;
  /** ISO 8601. */
  readonly at: string;
  /** One line per changed field. */
  readonly details: readonly string[];
}

/** Lists the changes of a record, newest first. Renders nothing without changes. */
export function ChangeLog({ entries }: { readonly entries: readonly LoggedChange[] }) {
  const now = useNow();
  if (entries.length === 0) return null;
  return (
    <Section title="Changes in this browser">
      <Box component="ol" className={`${shared.list} ${shared.log}`} fz="sm">
        {entries.map(({ id, label, outcome, at, details }) => (
          <li key={id}>
            <p>
              {label}
              {OUTCOME_LABELS[outcome]} <TimeStamp iso={at} now={now} isPast />
            </p>
            {details.map((line) => (
              <p key={line} className={`${shared.dim} ${shared.anywhere}`}>
                {line}
              </p>
            ))}
          </li>
        ))}
      </Box>
    </Section>
  );
}
