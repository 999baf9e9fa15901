import * as z from "zod/mini";
import type { Connection } from "@/http/connection";

const STORAGE_KEY = "environs.session";

const stored = z.union([
  z.strictObject({ kind: z.literal("demo") }),
  z.strictObject({
    kind: z.literal("live"),
    connection: z.strictObject({
      id: z.string(),
      label: z.string(),
      baseUrl: z.string(),
      prefix: z.union([z.literal("environments"), z.literal("projects")]),
      key: z.string(),
    }),
  }),
]);

/** Which backend the person chose last: the demo, or a server with its key. */
export type StoredSession = { kind: "demo" } | { kind: "live"; connection: Connection };

function readFrom(storage: () => Storage): StoredSession | null {
  try {
    const parsed = z.safeParse(stored, JSON.parse(storage().getItem(STORAGE_KEY) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    // Storage forbidden or its content damaged: start without.
    return null;
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // Storage forbidden or full: the session then lives in memory only.
  }
}

/** The session of this tab, else the one kept on the device; null on a first visit. */
export function readSession(): StoredSession | null {
  return readFrom(() => sessionStorage) ?? readFrom(() => localStorage);
}

/** Keeps the session for the tab, and on the device only when asked for. */
export function storeSession(session: StoredSession, keepOnDevice: boolean): void {
  const text = JSON.stringify(session);
  attempt(() => sessionStorage.setItem(STORAGE_KEY, text));
  attempt(() => {
    if (keepOnDevice) localStorage.setItem(STORAGE_KEY, text);
    else localStorage.removeItem(STORAGE_KEY);
  });
}

/** Forgets the session and its key everywhere. */
export function forgetSession(): void {
  attempt(() => sessionStorage.removeItem(STORAGE_KEY));
  attempt(() => localStorage.removeItem(STORAGE_KEY));
}
