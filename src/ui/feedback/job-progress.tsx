import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import { Countdown } from "./retry-countdown";

interface JobProgressProps {
  readonly title: string;
  /** Number of finished steps, regardless of their outcome. */
  readonly done: number;
  readonly total: number;
  /** Shown after the numbers, for example "12 failed". */
  readonly detail?: string | undefined;
  /** Time at which the job resumes, in ms since 1970. Null while it isn't paused. */
  readonly retryAt?: number | null;
  /** Ends the wait. Absent if that isn't possible. */
  readonly onRetryNow?: (() => void) | undefined;
}

const ANNOUNCE_INTERVAL_MS = 5_000;

/** Screen readers announce the numbers every 5 seconds, and immediately when the title changes. */
export function JobProgress({ title, done, total, detail, retryAt = null, onRetryNow }: JobProgressProps) {
  const amount = `${formatCount(done)} of ${formatCount(total)}`;
  const announcedText = useSampledText(title, `${title} ${amount}. ${detail ?? ""}`.trim());
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="2px sm" fz="sm">
        <span>
          <Text span inherit fw={500}>
            {title}
          </Text>{" "}
          <span>{amount}</span>
        </span>
        {retryAt !== null ? (
          <Text span inherit c="var(--ui-warning)" role="timer" aria-live="off">
            The server limits requests. Resuming in <Countdown key={retryAt} until={retryAt} />.
          </Text>
        ) : (
          detail !== undefined && (
            <Text span inherit c="dimmed">
              {detail}
            </Text>
          )
        )}
      </Group>
      {retryAt !== null && onRetryNow && (
        <Button variant="default" ms="auto" onClick={onRetryNow}>
          Retry now
        </Button>
      )}
      <Progress aria-label={title} value={Math.round((100 * done) / Math.max(total, 1))} />
      <output className="ui-hidden">{announcedText}</output>
    </Stack>
  );
}

/** Returns the text, updated only at the announcement interval and when the title changes. */
function useSampledText(title: string, text: string): string {
  const [sample, setSample] = useState({ title, text });
  const takeSample = useEffectEvent(() => setSample({ title, text }));
  useEffect(() => {
    const timer = setInterval(() => takeSample(), ANNOUNCE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  if (sample.title !== title) setSample({ title, text });
  return sample.text;
}
