import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { USAGE_PREFIX } from "@/api/request-budget";
import { type Api, defineStore, useApi } from "@/data/backend/backend";

// Browsers send storage events only to other tabs. These listeners are notified of changes in this tab.
const listeners = new Set<() => void>();

/** Subscribes to local storage changes in any tab. Returns an unsubscribe function. */
export function subscribeStored(onChange: () => void): () => void {
  // Other tabs store their number of requests often, which is no setting.
  const handleStorage = ({ key }: StorageEvent) => {
    if (!key?.startsWith(USAGE_PREFIX)) onChange();
  };
  listeners.add(onChange);
  window.addEventListener("storage", handleStorage);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", handleStorage);
  };
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

type StorageResult = "stored" | "full" | "blocked";

/** Stores a value, or removes it when `text` is null. Returns `stored`, or why storage failed. */
export function writeStored(key: string, text: string | null): StorageResult {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "blocked";
  }
  for (const notify of listeners) notify();
  return "stored";
}

/** Returns an error message, or null after a successful write. `advice` says what to do when storage is full. */
export function storageErrorMessage(result: StorageResult, noun: string, advice = ""): string | null {
  if (result === "stored") return null;
  return result === "full"
    ? `Couldn't save the ${noun}: browser storage is full. ${advice}`.trim()
    : `Couldn't save the ${noun}: the browser blocks storage. Allow this site to store data.`;
}

/** Kinds of stored settings whose scope starts with a connection and project. */
const PROJECT_SETTING_KINDS = [
  "views",
  "resume-dates",
  "own-domains",
  "vital-budgets",
  "vital-paths",
  "offboarding",
  "recent-sources",
] as const;

export type SettingKind = (typeof PROJECT_SETTING_KINDS)[number];

/** What a server has shown, whose scope is the connection. */
type ServerSettingKind = "capabilities" | "quiet-saves" | "refusals";

export function projectScope({ client, projectId }: Api): string {
  return `${client.connection.id}.${projectId}`;
}

/**
 * Defines a setting that is stored on this device as JSON, and shared with other tabs. A value that doesn't match the
 * schema, such as one of another version of the app, counts as not stored.
 * @param missing value where nothing is stored
 */
export function defineSetting<Value>(
  kind: SettingKind | ServerSettingKind,
  schema: z.ZodMiniType<Value>,
  missing: Value,
) {
  const keyOf = (scope: string) => `environs.${kind}.${scope}`;
  function parse(text: string | null): Value {
    if (text === null) return missing;
    try {
      return z.parse(schema, JSON.parse(text));
    } catch {
      return missing;
    }
  }
  return {
    isStored: (scope: string) => readStored(keyOf(scope)) !== null,
    read: (scope: string) => parse(readStored(keyOf(scope))),
    /** Stores a value, or removes it when it equals `missing`. */
    write(scope: string, value: Value): StorageResult {
      const text = JSON.stringify(value);
      return writeStored(keyOf(scope), text === JSON.stringify(missing) ? null : text);
    },
    useValue(scope: string): Value {
      const text = useSyncExternalStore(subscribeStored, () => readStored(keyOf(scope)));
      return useMemo(() => parse(text), [text]);
    },
  };
}

/** Parses the valid items of a list, and drops the others. */
export function listOf<Item>(itemSchema: z.ZodMiniType<Item>) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((items: unknown[]): readonly Item[] =>
      items.flatMap((item) => {
        const parsed = z.safeParse(itemSchema, item);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );
}

function listKeys(area: Storage, connectionId: string, kind: SettingKind): readonly string[] {
  return Object.keys(area).filter((key) => key.startsWith(`environs.${kind}.${connectionId}.`));
}

/** Returns the kinds of settings that are stored for a connection. Empty when storage is blocked. */
export function listConnectionSettings(connectionId: string): readonly SettingKind[] {
  try {
    return PROJECT_SETTING_KINDS.filter((kind) =>
      [localStorage, sessionStorage].some((area) => listKeys(area, connectionId, kind).length > 0),
    );
  } catch {
    return [];
  }
}

/** Removes all settings of a connection. Does nothing when storage is blocked. */
export function removeConnectionSettings(connectionId: string): void {
  try {
    for (const area of [localStorage, sessionStorage])
      for (const kind of PROJECT_SETTING_KINDS)
        for (const key of listKeys(area, connectionId, kind)) area.removeItem(key);
  } catch {
    // Blocked storage can't be changed.
  }
}

const REGEX_HELPER = "environs.regex-helper";

/** Whether the regex helper is enabled on this device. Off by default. */
export function useRegexHelper(): boolean {
  return useSyncExternalStore(subscribeStored, () => readStored(REGEX_HELPER) === "on");
}

/** Enables or disables the regex helper on this device, in all tabs. Returns false when storage fails. */
export function setRegexHelper(isOn: boolean): boolean {
  return writeStored(REGEX_HELPER, isOn ? "on" : null) === "stored";
}

const DEMO_CONTENT = "environs.demo-content";

/** Marks the demo content as added. Returns false if it was marked before, or if storage fails. */
export function markDemoContent(): boolean {
  return readStored(DEMO_CONTENT) === null && writeStored(DEMO_CONTENT, "added") === "stored";
}

const DAY_MS = 86_400_000;

/**
 * Defines a finding about a server, by connection ID. It expires, because a server may be updated. Storage errors are
 * ignored, because the server shows the same again.
 */
function defineFinding<Value>(
  kind: ServerSettingKind,
  schema: z.ZodMiniType<Value>,
  { unknown, maxAgeMs }: { readonly unknown: Value; readonly maxAgeMs: number },
) {
  const found = z.object({ at: z.number(), value: schema });
  const setting = defineSetting<{ readonly at: number; readonly value: Value } | null>(kind, found, null);
  return {
    read(connectionId: string): Value {
      const stored = setting.read(connectionId);
      return stored !== null && Date.now() - stored.at < maxAgeMs ? stored.value : unknown;
    },
    write(connectionId: string, value: Value): void {
      const isUnknown = JSON.stringify(value) === JSON.stringify(unknown);
      setting.write(connectionId, isUnknown ? null : { at: Date.now(), value });
    },
  };
}

/** The names of the server's capabilities. */
export const storedCapabilities = defineFinding<readonly string[]>("capabilities", z.array(z.string()), {
  unknown: [],
  maxAgeMs: DAY_MS,
});

/**
 * Whether the server saves without sending when a request asks for it (`send_test_now: false`). `proven`: it did.
 * `broken`: it sent a delivery anyway.
 */
export type QuietSaves = "proven" | "broken" | "unknown";

/** Stored apart from the capabilities, which expire sooner. */
export const storedQuietSaves = defineFinding<QuietSaves>(
  "quiet-saves",
  z.enum(["proven", "broken", "unknown"]),
  { unknown: "unknown", maxAgeMs: 7 * DAY_MS },
);

const text = z.nullable(z.string());
const refusalSchema = z.object({
  /** In ms since 1970. A refusal expires after a day, because the server or the key's scopes may change. */
  at: z.number(),
  status: z.int(),
  body: z.object({ type: text, code: text, detail: text, attr: text }),
});
type StoredRefusals = Readonly<Record<string, z.output<typeof refusalSchema>>>;
const refusals = defineSetting<StoredRefusals>("refusals", z.record(z.string(), refusalSchema), {});

/** Returns the responses of the endpoints that refused a request within the last day, by endpoint. */
export function readRefusals(connectionId: string): StoredRefusals {
  const all = Object.entries(refusals.read(connectionId));
  return Object.fromEntries(all.filter(([, { at }]) => Date.now() - at < DAY_MS));
}

/** Stores a refusal. Ignores storage errors, because the endpoint then refuses again. */
export function storeRefusal(connectionId: string, name: string, refusal: StoredRefusals[string]): void {
  refusals.write(connectionId, { ...readRefusals(connectionId), [name]: refusal });
}

export function forgetRefusals(connectionId: string): void {
  refusals.write(connectionId, {});
}

/** Creates hooks that store the last URL of a list, to which other pages link back. */
export function createListUrlMemory<Place>() {
  /** By project. */
  const getUrls = defineStore(() => new Map<string, Place>());
  return {
    /** Behind a drawer, the current URL may belong to another page and isn't stored. */
    useRememberListUrl(listUrl: Place, isListShown: boolean): void {
      const api = useApi();
      useEffect(() => {
        if (isListShown) getUrls(api).set(api.projectId, listUrl);
      }, [api, listUrl, isListShown]);
    },
    useLastListUrl(): Place | null {
      const api = useApi();
      const [listUrl] = useState(() => getUrls(api).get(api.projectId) ?? null);
      return listUrl;
    },
  };
}
