import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { attachRaw } from "@/api/parsers";
import { getSubscription, listSubscriptions, type Subscription } from "@/api/subscriptions";
import { type Api, projectKey } from "@/data/backend/backend";
import { noteServedRecords } from "@/data/capabilities/capabilities";
import { fullSourceLabel, shortSourceLabel } from "@/data/catalog/source-labels";
import { createCollection } from "@/data/collection/collection";
import { defineCollection } from "@/data/collection/use-collection";
import { recipientLabel, splitRecipients } from "@/lib/recipients/recipients";
import { NO_NAMES, type ReferenceNames } from "@/lib/search/record-schema";
import { stripInvisible } from "@/lib/text/normalize-text";
import { formatCount } from "@/lib/text/numbers";
import { runWhenIdle } from "@/lib/time/wait";

/** The server lists deleted subscriptions separately. */
export type SubscriptionView = "active" | "trash";

const VIEWS: readonly SubscriptionView[] = ["active", "trash"];

export function subscriptionScope(api: Api) {
  return projectKey(api, "subscriptions");
}

export function subscriptionKey(api: Api, id: number) {
  return [...subscriptionScope(api), "detail", id] as const;
}

/** A project's active or deleted subscriptions. */
export const { open: subscriptionCollection, peek: peekSubscriptionCollection } = defineCollection(
  (api, view: SubscriptionView) => [...subscriptionScope(api), "all", view],
  (api, view) =>
    createCollection<Subscription>({
      getId: (record) => record.id,
      client: api.client,
      async fetchPage(page, signal) {
        const served = await api.client.request(listSubscriptions, {
          path: { project_id: api.projectId },
          query: { ...page, ...(view === "trash" && { deleted: true }) },
          signal,
        });
        // Rendering the rows takes precedence.
        runWhenIdle(() => noteServedRecords(api, served.results));
        return { ...served, results: markDeleted(view, served.results) };
      },
    }),
);

/** Marks the rows of Trash as deleted if the server doesn't return `deleted`. They would seem active. */
export function markDeleted(view: SubscriptionView, rows: readonly Subscription[]): readonly Subscription[] {
  if (view === "active") return rows;
  return rows.map((row) => (row.deleted === undefined ? attachRaw(row, { ...row, deleted: true }) : row));
}

export function openSubscriptionCollections(api: Api) {
  return VIEWS.flatMap((view) => {
    const collection = peekSubscriptionCollection(api, view);
    return collection === undefined ? [] : [{ view, collection }];
  });
}

/** Returns a record from the open lists. Sends no request. */
export function findCachedSubscription(api: Api, id: number): Subscription | undefined {
  const [record] = openSubscriptionCollections(api).flatMap(({ collection }) => collection.find(id) ?? []);
  return record;
}

const EMPTY_SOURCE = { subscribe: () => () => undefined, get: () => null };

/** Returns the server's count for an open list, or null. Sends no request. */
export function useSubscriptionCount(api: Api, view: SubscriptionView): number | null {
  const { subscribe, get } = peekSubscriptionCollection(api, view) ?? EMPTY_SOURCE;
  return useSyncExternalStore(subscribe, () => get()?.count ?? null);
}

export const OUTDATED_LIST_MESSAGE = "The list of subscriptions may be out of date.";

export function loadSubscriptionChanges() {
  return import("./subscription-changes");
}

/** Queries for single subscriptions. Lists are collections. */
export const subscriptionQueries = {
  detail: (api: Api, id: number) =>
    queryOptions({
      queryKey: subscriptionKey(api, id),
      queryFn: ({ signal }) =>
        api.client.request(getSubscription, { path: { project_id: api.projectId, id }, signal }),
    }),
};

/** Labels of sources other than dashboards and insights, by the server's `resource_type`. */
const OTHER_SOURCE_LABELS = new Map([
  ["ai_prompt", "AI prompt"],
  ["pulse_brief", "Pulse brief"],
]);

function otherSourceLabel({ resource_type: type }: Pick<Subscription, "resource_type">): string | null {
  if (type === undefined || type === null || type === "insight" || type === "dashboard") return null;
  return OTHER_SOURCE_LABELS.get(type) ?? type;
}

/** Whether the record has a source, or may have one. */
export function hasSource(
  record: Pick<Subscription, "dashboard" | "insight" | "resource_type" | "is_source_unknown">,
): boolean {
  return (
    record.is_source_unknown === true ||
    record.dashboard !== null ||
    record.insight !== null ||
    otherSourceLabel(record) !== null
  );
}

/** Returns the recipients without normalizing them. Only the email channel has more than one. */
export function getRecipients(record: Pick<Subscription, "target_type" | "target_value">): string[] {
  if (record.target_type === "email") return splitRecipients(record.target_value);
  return record.target_value === "" ? [] : [record.target_value];
}

type SourceFields = Pick<Subscription, "dashboard" | "insight" | "resource_type" | "resource_name">;

/** Formats the source: "Growth overview (dashboard 12)", "Insight 7" or "AI prompt". */
export function subscriptionSourceLabel(record: SourceFields, names: ReferenceNames = NO_NAMES): string {
  const parts = [fullSourceLabel(record, names), otherSourceLabel(record)].filter(Boolean);
  return parts.join(", ") || "No source";
}

/** Maximum length of a label, in characters. Servers allow titles of 100, but older ones may be longer than any page can show. */
const MAX_LABEL_LENGTH = 300;

/** Shortens a text that a page shows many times. */
export function shortenLabel(text: string): string {
  return text.length <= MAX_LABEL_LENGTH
    ? text
    : `${Array.from(text.slice(0, MAX_LABEL_LENGTH)).slice(0, -1).join("")}…`;
}

/** Returns the text of `subscriptionTitle`, shortened. Never processes a whole title of several megabytes. */
export function subscriptionLabel(
  record: Parameters<typeof subscriptionTitle>[0],
  names: ReferenceNames = NO_NAMES,
): string {
  const title = record.title?.slice(0, 2 * MAX_LABEL_LENGTH) ?? null;
  return shortenLabel(subscriptionTitle({ ...record, title }, names).text);
}

/** Returns the title, or a generated one such as "Growth overview to ana@example.com and 2 more". */
export function subscriptionTitle(
  record: SourceFields & Pick<Subscription, "title" | "target_type" | "target_value">,
  names: ReferenceNames = NO_NAMES,
): { readonly text: string; readonly isGenerated: boolean } {
  const title = stripInvisible(record.title ?? "").trim();
  if (title) return { text: title, isGenerated: false };
  const source = shortSourceLabel(record, names) || subscriptionSourceLabel(record);
  const [first, ...otherRecipients] = getRecipients(record);
  if (first === undefined) return { text: `${source} with no recipients`, isGenerated: true };
  const moreLabel = otherRecipients.length === 0 ? "" : ` and ${formatCount(otherRecipients.length)} more`;
  return {
    text: `${source} to ${recipientLabel(record.target_type, first)}${moreLabel}`,
    isGenerated: true,
  };
}
