import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { quoteValue } from "@/lib/query/query-tokens";
import { listParams, PLAIN_ADDRESS } from "@/lib/search/list-search-params";
import { withoutUnseen } from "@/lib/text/invisible-characters";
import { formatCount, plural } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { writeSearch } from "@/lib/url/url-state";
import { SkeletonLines } from "@/ui/feedback/states";
import { Link } from "@/ui/primitives/link";
import { Section } from "@/ui/primitives/section";
import classes from "./person-subscriptions.module.css";
import { SectionFailed } from "./section-error";
import { deliveriesOf, type PersonSought, searchByMaker } from "./subscriptions-of-member";

/** More are listed where they can be searched. */
const MOST_SHOWN = 8;

/** The deliveries that reach a person, and those they have made, among what is loaded. */
export function PersonDeliveries({ uuid, email }: PersonSought) {
  const api = useApi();
  const collection = subscriptionCollection(useQueryClient(), api, "active");
  const { records, count, phase, error } = useCollection(collection);
  const found = useMemo(() => deliveriesOf(records, { uuid, email }), [records, uuid, email]);
  const isWhole = phase === "complete";
  return (
    <Section title="Deliveries">
      {error !== null && <SectionFailed error={error} onRetry={collection.resume} />}
      {records.length === 0 && !isWhole ? (
        error === null && <SkeletonLines n={3} />
      ) : (
        <>
          {email === "" ? (
            <p className={classes.note}>
              What they receive is not known: the server does not say their address.
            </p>
          ) : (
            <List title="Receives" records={found.received} search={`to:${quoteValue(email.trim())}`} />
          )}
          <List title="Created" records={found.created} search={searchByMaker(found.created, email)} />
          <p className={classes.note}>{lookedAt(records.length, count, isWhole)}</p>
        </>
      )}
    </Section>
  );
}

function lookedAt(loaded: number, count: number | null, isWhole: boolean): string {
  const all = isWhole
    ? `All ${plural(loaded, "delivery", "deliveries")} outside of the bin were looked at`
    : `${formatCount(loaded)} of ${count === null ? "the" : formatCount(count)} deliveries were looked at so far`;
  return `${all}, in every spelling of the address. Slack and webhooks name nobody.`;
}

function listOf(projectId: string, query: string): string {
  return `${paths.subscriptions(projectId)}${writeSearch(listParams({ ...PLAIN_ADDRESS, query }))}`;
}

interface ListProps {
  readonly title: string;
  readonly records: readonly Subscription[];
  /** What finds them in the list of deliveries; null where nothing does. */
  readonly search: string | null;
}

function List({ title, records, search }: ListProps) {
  const { projectId } = useApi();
  const more = records.length - MOST_SHOWN;
  const words = `and ${formatCount(more)} more`;
  return (
    <div className={classes.group}>
      <h3 className={classes.title}>
        {title} <span className={classes.count}>{formatCount(records.length)}</span>
      </h3>
      {records.length > 0 && (
        <ul className={classes.list} aria-label={title}>
          {records.slice(0, MOST_SHOWN).map((record) => (
            <li key={record.id}>
              <Link to={paths.subscription(projectId, record.id)}>
                {withoutUnseen(record.title ?? "").trim() || `Delivery ${record.id}`}
              </Link>
            </li>
          ))}
          {more > 0 && (
            <li>{search === null ? words : <Link to={listOf(projectId, search)}>{words}</Link>}</li>
          )}
        </ul>
      )}
    </div>
  );
}
