import type { Subscription } from "@/api/subscriptions";
import type { NamesRefusal, SourceKind, SourceReference } from "@/data/catalog/source-labels";
import { sourceKey } from "@/data/catalog/source-labels";
import { getRecipients } from "@/data/subscriptions/subscriptions";
import { createGroupFilters } from "@/features/subscriptions/groups/group-labels";
import type { SubscriptionGroup } from "@/features/subscriptions/groups/subscription-groups";
import { createGroupTask, identifyRecipient } from "@/features/subscriptions/groups/subscription-groups";
import { subscriptionListUrl } from "@/features/subscriptions/model/subscription-filters";
import { pluralForm } from "@/lib/text/numbers";

/** A dashboard or insight with its subscriptions. `key` comes from `sourceKey`. */
export interface SourceGroup extends SubscriptionGroup {
  readonly kind: SourceKind;
  readonly id: number;
  /** Includes the name and short ID if the server returns them with subscriptions. */
  readonly reference: SourceReference;
  /** Number of distinct recipients across its subscriptions. */
  readonly recipientCount: number;
}

export const groupBySource = createGroupTask<SourceGroup>({
  getMemberships(record) {
    const source = readSource(record);
    if (source === null || record.deleted) return [];
    const key = sourceKey(source.kind, source.id);
    const recipients = getRecipients(record);
    if (recipients.length === 0) return [{ key, item: null }];
    return recipients.map((text) => ({ key, item: identifyRecipient(record, text) }));
  },
  build(group, counts) {
    const [first] = group.records;
    const source = (first && readSource(first)) ?? { kind: "dashboard", id: 0 };
    const reference = {
      dashboard: null,
      insight: null,
      [source.kind]: source.id,
      resource_name: group.records.find((record) => record.resource_name)?.resource_name,
      insight_short_id: group.records.find((record) => record.insight_short_id)?.insight_short_id,
    };
    return { ...group, ...source, reference, recipientCount: counts.size };
  },
});

/** Returns a subscription's source. Null for a prompt, or without a source. */
function readSource(
  record: Pick<Subscription, "dashboard" | "insight" | "resource_type">,
): Pick<SourceGroup, "kind" | "id"> | null {
  const { dashboard, insight, resource_type: type } = record;
  if (type !== undefined && type !== null && type !== "dashboard" && type !== "insight") return null;
  if (dashboard !== null) return { kind: "dashboard", id: dashboard };
  return insight === null ? null : { kind: "insight", id: insight };
}

export const SOURCE_FILTERS = createGroupFilters("source");

export function sourceSubscriptionsUrl(projectId: string, { kind, id }: SourceGroup): string {
  return subscriptionListUrl(projectId, `${kind}:${id}`);
}

export function sourceKindLabel(kind: SourceKind): string {
  return kind === "dashboard" ? "Dashboard" : "Insight";
}

/** Explains why names are missing, and which scopes to add. Null if no names were refused. */
export function missingNamesMessage(
  refusals: Readonly<Partial<Record<SourceKind, NamesRefusal>>>,
): string | null {
  const refused = (["dashboard", "insight"] as const).filter((kind) => refusals[kind] !== undefined);
  const scopes = refused.filter((kind) => refusals[kind] === "scope").map((kind) => `${kind}:read`);
  if (scopes.length > 0)
    return `Add the ${pluralForm(scopes.length, "scope", "scopes")} ${scopes.join(" and ")} to the API key to see all names.`;
  const [kind] = refused;
  if (kind === undefined) return null;
  return `This server doesn't return ${refused.length === 2 ? "dashboard or insight" : kind} names.`;
}
