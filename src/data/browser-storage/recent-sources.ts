import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { readStored, writeStored } from "./local-storage";

const MAX_STORED = 10;

const storedKeys = z.array(z.string());

function storageKey({ client, projectId }: Api): string {
  return `environs.recent-sources.${client.connection.id}.${projectId}`;
}

/** Returns the keys of recently used sources, newest first. Ignores invalid stored data. */
export function readRecentSources(api: Api): readonly string[] {
  try {
    return z.parse(storedKeys, JSON.parse(readStored(storageKey(api)) ?? "[]"));
  } catch {
    return [];
  }
}

/** Stores a source as the most recently used one. Ignores storage errors. */
export function storeRecentSource(api: Api, key: string): void {
  const keys = [key, ...readRecentSources(api).filter((each) => each !== key)];
  writeStored(storageKey(api), JSON.stringify(keys.slice(0, MAX_STORED)));
}
