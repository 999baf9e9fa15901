import { fail } from "./errors";

const WINDOW_MS = 60_000;
/** Maximum number of requests per minute for personal keys (upstream-facts, Everywhere). */
const MAX_REQUESTS = 480;
const MAX_SESSION_REQUESTS = 240;

/** Counts requests per key. Above the limit, throws an ApiError 429 with the seconds to wait. */
export type Throttle = (key: string, endpoint: string, now: Date) => void;

/** Creates a throttle with a sliding window of one minute. Session endpoints have a lower limit. */
export function createThrottle(): Throttle {
  const requestTimes = new Map<string, number[]>();
  return (key, endpoint, now) => {
    const isSessions = endpoint.startsWith("sessions.");
    const bucket = `${isSessions ? "sessions" : "general"} ${key}`;
    const time = now.getTime();
    const recent = (requestTimes.get(bucket) ?? []).filter((requestTime) => time - requestTime < WINDOW_MS);
    requestTimes.set(bucket, recent);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= (isSessions ? MAX_SESSION_REQUESTS : MAX_REQUESTS)) {
      fail.throttled(Math.ceil((oldest + WINDOW_MS - time) / 1000));
    }
    recent.push(time);
  };
}
