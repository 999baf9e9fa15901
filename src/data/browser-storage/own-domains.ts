import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { readStored, subscribeStored, writeStored } from "./local-storage";

/** The mail and web domains that a person calls their own, and the way to change them. */
export interface OwnDomains {
  /** As `readDomain` gives them; empty: nothing was chosen. */
  readonly domains: readonly string[];
  /** Gives why they could not be kept, as a sentence; null when they were. */
  readonly setDomains: (domains: readonly string[]) => string | null;
}

/** The own domains for a connection and project: kept on this device, and the same in all tabs. */
export function useOwnDomains({ client, projectId }: Api): OwnDomains {
  const key = `environs.own-domains.${client.connection.id}.${projectId}`;
  const text = useSyncExternalStore(subscribeStored, () => readStored(key));
  const domains = useMemo(() => parseDomains(text), [text]);
  return { domains, setDomains: (chosen) => storeDomains(key, chosen) };
}

/** What others wrote there is left out rather than trusted. */
function parseDomains(text: string | null): readonly string[] {
  try {
    const read = z.safeParse(z.array(z.string()), JSON.parse(text ?? "[]"));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

function storeDomains(key: string, domains: readonly string[]): string | null {
  switch (writeStored(key, domains.length === 0 ? null : JSON.stringify(domains))) {
    case "kept":
      return null;
    case "full":
      return "Couldn't save the domains: browser storage is full.";
    case "refused":
      return "Couldn't save the domains: the browser blocks storage.";
  }
}
