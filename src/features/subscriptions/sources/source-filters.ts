import { createGroupFilters } from "@/features/subscriptions/groups/group-filters";
import {
  DEFAULT_LIST_FILTERS,
  formatSubscriptionListFilters,
} from "@/features/subscriptions/model/subscription-filters";
import { paths } from "@/lib/url/paths";
import type { SourceGroup } from "./source-index";

export const { parse: parseSourceFilters, format: formatSourceFilters } = createGroupFilters("source");

export function sourceSubscriptionsUrl(projectId: string, { kind, id }: SourceGroup): string {
  const filters = { ...DEFAULT_LIST_FILTERS, query: `${kind}:${id}` };
  return `${paths.subscriptions(projectId)}${formatSubscriptionListFilters(filters)}`;
}
