import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { readStored, subscribeStored, writeStored } from "./local-storage";
import { storageErrorMessage } from "./storage-messages";

/** Days on which this browser reminds the user to resume paused subscriptions, as `YYYY-MM-DD`, by subscription ID. */
export type ResumeDates = ReadonlyMap<number, string>;

export interface StoredResumeDates {
  readonly dates: ResumeDates;
  /** Stores a resume date, or removes it when `day` is null. Returns an error message, or null after saving. */
  readonly setDate: (ids: readonly number[], day: string | null) => string | null;
}

const dateEntries = z.array(z.object({ id: z.int(), day: z.string() }));

function storageKey({ client, projectId }: Api): string {
  return `environs.resume-dates.${client.connection.id}.${projectId}`;
}

/** Returns a project's resume dates. Stored on this device, because servers have no field for them. */
export function useResumeDates(api: Api): StoredResumeDates {
  const key = storageKey(api);
  const text = useSyncExternalStore(subscribeStored, () => readStored(key));
  const dates = useMemo(() => parseDates(text), [text]);
  return { dates, setDate: (ids, day) => storeResumeDate(api, ids, day) };
}

function parseDates(text: string | null): ResumeDates {
  try {
    return new Map(z.parse(dateEntries, JSON.parse(text ?? "[]")).map(({ id, day }) => [id, day]));
  } catch {
    return new Map();
  }
}

function toEntry([id, day]: readonly [number, string]) {
  return { id, day };
}

/** Stores a resume date, or removes it when `day` is null. Returns an error message, or null after saving. */
export function storeResumeDate(api: Api, ids: readonly number[], day: string | null): string | null {
  const key = storageKey(api);
  const dates = new Map(parseDates(readStored(key)));
  for (const id of ids) {
    if (day === null) dates.delete(id);
    else dates.set(id, day);
  }
  const result = writeStored(key, dates.size === 0 ? null : JSON.stringify(Array.from(dates, toEntry)));
  return storageErrorMessage(result, "reminder");
}
