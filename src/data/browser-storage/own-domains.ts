import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import type { Api } from "@/data/client/api-context";
import { readStored, subscribeStored, writeStored } from "./local-storage";
import { storageErrorMessage } from "./storage-messages";

export interface OwnDomains {
  /** Domains in the form that `parseDomain` returns. Empty by default. */
  readonly domains: readonly string[];
  /** Returns an error message, or null after saving. */
  readonly setDomains: (domains: readonly string[]) => string | null;
}

/**
 * Returns the user's own domains for a connection and project. They are stored on this device and
 * synchronized between tabs.
 */
export function useOwnDomains({ client, projectId }: Api): OwnDomains {
  const key = `environs.own-domains.${client.connection.id}.${projectId}`;
  const text = useSyncExternalStore(subscribeStored, () => readStored(key));
  const domains = useMemo(() => parseDomains(text), [text]);
  return { domains, setDomains: (chosen) => storeDomains(key, chosen) };
}

function parseDomains(text: string | null): readonly string[] {
  try {
    const read = z.safeParse(z.array(z.string()), JSON.parse(text ?? "[]"));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

function storeDomains(key: string, domains: readonly string[]): string | null {
  const result = writeStored(key, domains.length === 0 ? null : JSON.stringify(domains));
  return storageErrorMessage(result, "domains");
}
