import { Box, Button, Group, Progress, Stack, Text, Tooltip } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import {
  formatDuration,
  formatInstant,
  formatRelative,
  formatUtc,
  isValidInstant,
  localZone,
  parseInstant,
} from "@/lib/time/dates";
import { boundWait } from "@/lib/time/wait";
import classes from "./time-stamp.module.css";
import { announce } from "./toasts";

/** Shows an instant. The tooltip contains the time in the zone and in UTC. */
export function TimeStamp(props: {
  /** ISO 8601 with an offset. Null shows the fallback. */
  readonly iso: string | null;
  readonly zone?: string;
  readonly now?: Date;
  readonly mode?: "relative" | "exact";
  readonly fallback?: ReactNode;
  /** Whether the instant is a past event, which is never shown in the future, even if `now` or a clock is behind. */
  readonly isPast?: boolean;
}) {
  const { iso, zone = localZone(), now = new Date(), mode = "relative", fallback = "—" } = props;
  if (iso === null) return fallback;
  if (!isValidInstant(iso)) return iso;
  const time = props.isPast ? (parseInstant(iso)?.getTime() ?? 0) : 0;
  const reference = new Date(Math.max(now.getTime(), time));
  return (
    <Tooltip label={formatExactTimes(iso, zone).join("\n")}>
      <time dateTime={iso} className={classes.time}>
        {mode === "relative" ? formatRelative(iso, reference, { zone }) : formatInstant(iso, { zone })}
      </time>
    </Tooltip>
  );
}

/** Formats a time in the zone and in UTC. Returns a single text if both are the same. */
export function formatExactTimes(iso: string, zone: string): readonly string[] {
  return [...new Set([formatInstant(iso, { zone, style: "long" }), formatUtc(iso)])];
}

/** Shows both times, because printed pages have no tooltips. Null shows a dash. */
export function LocalAndUtcTime({ iso }: { readonly iso: string | null }) {
  if (iso === null) return "—";
  const [local, utc] = formatExactTimes(iso, localZone());
  if (utc === undefined) return local;
  return (
    <>
      {local} {/* In a narrow column, the line breaks before the second time instead of within it. */}
      <Box component="span" display="inline-block">
        ({utc})
      </Box>
    </>
  );
}

const MINUTE_MS = 60_000;

export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function RetryCountdown(props: {
  /** In ms since 1970. */
  readonly retryAt: number;
  readonly endMessage: string;
  readonly onEnd: () => void;
}) {
  const { retryAt, endMessage, onEnd } = props;
  const remainingMs = useRemainingMs(retryAt, () => {
    announce(endMessage);
    onEnd();
  });
  return (
    <Text role="timer" aria-live="off" c="dimmed" mt="xs">
      {remainingMs > 0 ? `Try again in ${formatDuration(remainingMs)}` : endMessage}
    </Text>
  );
}

export function Countdown({ until }: { readonly until: number }) {
  const remainingMs = useRemainingMs(until, () => {});
  return formatDuration(Math.max(0, remainingMs));
}

/** Returns the remaining time in ms, updated every second. At most an hour. */
function useRemainingMs(until: number, onEnd: () => void): number {
  const [remainingMs, setRemainingMs] = useState(() => boundWait(until - Date.now(), 0));
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    const startedAt = performance.now();
    const waitMs = boundWait(until - Date.now(), 0);
    // Browsers delay timers in background tabs. The system clock may be set back, and the other one stops during sleep.
    const timer = setInterval(() => {
      const nextRemainingMs = Math.min(until - Date.now(), startedAt + waitMs - performance.now());
      setRemainingMs(nextRemainingMs);
      if (nextRemainingMs > 0) return;
      clearInterval(timer);
      handleEnd();
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return remainingMs;
}

const ANNOUNCE_INTERVAL_MS = 5_000;

/** Screen readers announce the numbers every 5 seconds, and immediately when the title changes. */
export function JobProgress(props: {
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly detail?: string | undefined;
  /** Time at which the job resumes, in ms since 1970. Null while it isn't paused. */
  readonly retryAt?: number | null;
  readonly onRetryNow?: (() => void) | undefined;
}) {
  const { title, done, total, detail, retryAt = null, onRetryNow } = props;
  const amount = `${formatCount(done)} of ${formatCount(total)}`;
  const announcedText = useSampledText(title, `${title} ${amount}. ${detail ?? ""}`.trim());
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="2px sm" fz="sm">
        <span>
          <Text span inherit fw={500}>
            {title}
          </Text>{" "}
          {amount}
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
        <Button ms="auto" onClick={onRetryNow}>
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
  useInterval(() => setSample({ title, text }), ANNOUNCE_INTERVAL_MS, { autoInvoke: true });
  if (sample.title !== title) setSample({ title, text });
  return sample.text;
}
