import { Box, Button, Text } from "@mantine/core";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { describeError } from "@/api/describe-error";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useSourceNames } from "@/data/catalog/source-names";
import type { OtherLevels } from "@/data/changes/access-levels";
import { endAccessMessage, explainOtherAccess, levelLabel } from "@/data/changes/access-levels";
import { useCollection } from "@/data/collection/use-collection";
import {
  OUTDATED_LIST_MESSAGE,
  subscriptionCollection,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import { quoteValue } from "@/lib/query/query-tokens";
import { normalizeAddress, splitRecipients } from "@/lib/recipients/recipients";
import { personLabel } from "@/lib/text/normalize-text";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { DEFAULT_LIST_SEARCH_PARAMS, formatListSearch } from "@/lib/url/url-state";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import classes from "./person-subscriptions.module.css";

const MAX_SHOWN = 8;

/** Lists loaded subscriptions that a person receives or has created. */
export function PersonSubscriptions({ uuid, email }: PersonIdentity) {
  const api = useApi();
  const collection = subscriptionCollection(api, "active");
  const { records, count, phase, error, isOutdated } = useCollection(collection);
  const subscriptions = useMemo(
    () => findSubscriptionsOfMember(records, { uuid, email }),
    [records, uuid, email],
  );
  const isComplete = phase === "complete";
  return (
    <Section title="Subscriptions">
      {error !== null && <SectionError error={error} onRetry={collection.resume} />}
      {records.length === 0 && !isComplete ? (
        error === null && <SkeletonLines count={3} />
      ) : (
        <>
          {email === "" ? (
            <Text mt="sm" c="dimmed" fz="sm">
              The server didn't return an email, so the subscriptions this person receives are unknown.
            </Text>
          ) : (
            <SubscriptionGroup
              title="Receives"
              records={subscriptions.received}
              search={`to:${quoteValue(email.trim())}`}
            />
          )}
          <SubscriptionGroup
            title="Created"
            records={subscriptions.created}
            search={createdByQuery(subscriptions.created, email)}
          />
          <Text mt="sm" c="dimmed" fz="sm">
            {checkedSubscriptionsMessage(records.length, count, isComplete)}
            {isOutdated && ` ${OUTDATED_LIST_MESSAGE}`}
          </Text>
        </>
      )}
    </Section>
  );
}

function subscriptionListUrl(projectId: string, query: string): string {
  return `${paths.subscriptions(projectId)}${formatListSearch({ ...DEFAULT_LIST_SEARCH_PARAMS, query })}`;
}

interface SubscriptionGroupProps {
  readonly title: string;
  readonly records: readonly Subscription[];
  /** Query that finds these records in the subscription list, or null to show no link. */
  readonly search: string | null;
}

function SubscriptionGroup({ title, records, search }: SubscriptionGroupProps) {
  const { names } = useSourceNames();
  const { projectId } = useApi();
  const moreCount = records.length - MAX_SHOWN;
  const moreLabel = `and ${formatCount(moreCount)} more`;
  return (
    <div className={classes.group}>
      <Box component="h3" mb={4} fz="sm">
        {title} <span className={shared.count}>{formatCount(records.length)}</span>
      </Box>
      {records.length > 0 && (
        <ul className={`${shared.list} ${shared.quietLinks} ${classes.list}`} aria-label={title}>
          {records.slice(0, MAX_SHOWN).map((record) => (
            <li key={record.id}>
              <Link to={paths.subscription(projectId, record.id)}>
                {subscriptionTitle(record, names).text}
              </Link>
            </li>
          ))}
          {moreCount > 0 && (
            <li>
              {search === null ? (
                moreLabel
              ) : (
                <Link to={subscriptionListUrl(projectId, search)}>{moreLabel}</Link>
              )}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

export interface PersonIdentity {
  readonly uuid: string;
  /** Empty when unknown. */
  readonly email: string;
}

/** Finds subscriptions that a person receives by email or has created. */
export function findSubscriptionsOfMember(records: readonly Subscription[], { uuid, email }: PersonIdentity) {
  const address = normalizeAddress(email);
  const isRecipient = ({ target_type, target_value }: Subscription) =>
    target_type === "email" && splitRecipients(target_value).map(normalizeAddress).includes(address);
  const isCreator = ({ created_by: creator }: Subscription) =>
    creator !== null &&
    (creator.uuid === null
      ? address !== "" && normalizeAddress(creator.email) === address
      : creator.uuid.toLowerCase() === uuid.toLowerCase());
  return {
    /** Ignores differences in case and surrounding whitespace. */
    received: address === "" ? [] : records.filter(isRecipient),
    created: records.filter(isCreator),
  };
}

/** Returns a query for the subscriptions that a person has created, by email or name. Null when both are unknown. */
export function createdByQuery([first]: readonly Subscription[], email: string): string | null {
  const creator = email.trim() || (first?.created_by ? personLabel(first.created_by) : null);
  return creator ? `by:${quoteValue(creator)}` : null;
}

interface SectionErrorProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Shows a loading error inside a section, so that the rest of the page stays usable. */
export function SectionError({ error, onRetry }: SectionErrorProps) {
  const { title, detail, canRetry } = describeError(error);
  return (
    <Notice tone="warning" title={title} action={canRetry && <Button onClick={onRetry}>Try again</Button>}>
      {detail}
    </Notice>
  );
}

/** Explains the access without an explicit level, and how to end it. */
export function noExplicitLevelMessage(others: OtherLevels): string {
  return [explainOtherAccess(others), endAccessMessage(others)].filter((part) => part !== null).join(" ");
}

/** Describes a change of the effective level. A null level is unknown. */
export function effectiveLevelChangeLabel(before: number | null, after: number | null): string {
  if (after === null) return `Effective level: ${levelLabel(before)} → unknown`;
  if (after === before) return `Effective level: ${levelLabel(before)} (unchanged)`;
  return `Effective level: ${levelLabel(before)} → ${levelLabel(after)}`;
}

/**
 * @param totalCount null when unknown
 * @param isComplete whether all subscriptions have loaded
 */
function checkedSubscriptionsMessage(
  loadedCount: number,
  totalCount: number | null,
  isComplete: boolean,
): string {
  const checked = isComplete
    ? `Checked ${pluralize(loadedCount, "subscription", "subscriptions")} outside Trash`
    : `Checked ${formatCount(loadedCount)}${totalCount === null ? "" : ` of ${formatCount(totalCount)}`} subscriptions so far`;
  return `${checked}. Slack channels and webhooks aren't included.`;
}
