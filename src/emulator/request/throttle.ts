import { refuse } from "./errors";

const WINDOW = 60_000;
/** Requests a minute for personal keys (upstream-facts, Everywhere). */
const GENERAL_RATE = 480;
const SESSIONS_RATE = 240;

/** Counts requests per key; throws a Refusal 429 with the seconds to wait when there were too many. */
export type Throttle = (key: string, endpoint: string, now: Date) => void;

/** A sliding window of a minute, with a stricter one for sessions. */
export function createThrottle(): Throttle {
  const times = new Map<string, number[]>();
  return (key, endpoint, now) => {
    const isSessions = endpoint.startsWith("sessions.");
    const bucket = `${isSessions ? "sessions" : "general"} ${key}`;
    const time = now.getTime();
    const recent = (times.get(bucket) ?? []).filter((before) => time - before < WINDOW);
    times.set(bucket, recent);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= (isSessions ? SESSIONS_RATE : GENERAL_RATE)) {
      refuse.throttled(Math.ceil((oldest + WINDOW - time) / 1000));
    }
    recent.push(time);
  };
}
