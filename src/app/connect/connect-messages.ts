import { formatList, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import type { StoredServerData } from "./stored-server-data";

/** @param scope missing scope, or null when the server reports none */
export function listRefusalMessage(scope: string | null): string {
  return scope === null
    ? "The key can't list projects."
    : `The key can't list projects: it's missing the scope ${scope}.`;
}

/** Explains projects that were found although the key can't list its projects. */
export const ORGANIZATION_PROJECTS_NOTE =
  "These are the organization's projects. The key may not open all of them.";

/**
 * Explains how to reach a server that rejects requests from other origins.
 * @param address the server's address
 */
export function proxyAdviceMessage(address: string): string {
  return `If the server doesn't allow this page's origin (CORS), start Environs with its proxy: ENVIRONS_UPSTREAM=${address} npm start. Then open the address that it prints.`;
}

/** Shown when stored data can't be removed. The server then isn't removed either. */
export const REMOVAL_PROBLEM: Problem = {
  title: "Couldn't remove the stored data",
  detail: "Browser storage isn't available. Try again, or clear the checkbox to forget only the address.",
  canRetry: true,
};

const SETTING_LABELS: Readonly<Record<StoredServerData["settings"][number], string>> = {
  views: "saved views",
  "resume-dates": "reminders to resume subscriptions",
  "own-domains": "your own domains",
  "vital-budgets": "web vitals budgets",
  "vital-paths": "the paths on your web vitals board",
  offboarding: "offboarding drafts",
  "recent-sources": "recently used sources",
};

export function storedDataLabels(data: StoredServerData): readonly string[] {
  const { changes, offboardings, observations, settings } = data;
  const unreadable = [
    changes === null && "changes in Activity",
    offboardings === null && "offboardings",
    observations === null && "web vitals history",
  ].filter((label) => label !== false);
  return [
    changes !== null &&
      changes > 0 &&
      `${pluralize(changes, "change", "changes")} in Activity, which you can't undo once removed`,
    offboardings !== null &&
      offboardings > 0 &&
      `${pluralize(offboardings, "offboarding", "offboardings")}, with names and emails`,
    observations !== null &&
      observations > 0 &&
      `${pluralize(observations, "value", "values")} in the web vitals history`,
    ...settings.map((kind) => SETTING_LABELS[kind]),
    unreadable.length > 0 && `possibly ${formatList(unreadable)}, which can't be read right now`,
  ].filter((label) => label !== false);
}
