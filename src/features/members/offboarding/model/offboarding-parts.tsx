import { Group, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import type { OffboardingRecord } from "@/data/offboarding/offboarding-record";
import { addressKey } from "@/lib/recipients/email-match";
import { splitRecipients } from "@/lib/recipients/recipients";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import shared from "@/ui/theme/shared.module.css";
import { VirtualListWindow } from "@/ui/virtual-list/virtual-list";
import classes from "./offboarding.module.css";
import { NAMED_HINT, NOT_TRANSFERABLE } from "./offboarding-messages";

const ROW_HEIGHT = 44;

interface UntouchedRecordsProps {
  readonly untouched: Pick<OffboardingRecord, "created" | "mentioning">;
  readonly isLive: boolean;
}

/** Lists the subscriptions that offboarding doesn't change, with the reasons. */
export function UntouchedRecords({ untouched: { created, mentioning }, isLive }: UntouchedRecordsProps) {
  return (
    <>
      <UntouchedList title="Needs review" hint={NAMED_HINT} items={mentioning} isLive={isLive} />
      <UntouchedList title="Created by this person" hint={NOT_TRANSFERABLE} items={created} isLive={isLive} />
    </>
  );
}

interface UntouchedListProps {
  readonly title: string;
  readonly hint: string;
  readonly items: OffboardingRecord["created"];
  readonly isLive: boolean;
}

function UntouchedList({ title, hint, items, isLive }: UntouchedListProps) {
  const { projectId } = useApi();
  if (items.length === 0) return null;
  return (
    <section className={shared.card} aria-label={title}>
      <Group component="h2" gap="2px 16px" mih={44} p="6px 16px" fz="md">
        <span>
          {title} <span className={shared.count}>{formatCount(items.length)}</span>
        </span>
        <span className={shared.stepHint}>{hint}</span>
      </Group>
      <FullList
        label={title}
        items={items}
        getItemKey={({ id }) => String(id)}
        estimatedItemHeight={ROW_HEIGHT}
        isLive={isLive}
      >
        {({ id, name, isInTrash }) => (
          <div className={`${shared.step} ${classes.step}`}>
            <span className={shared.name}>
              <Link to={paths.subscription(projectId, id)}>{name}</Link>
            </span>
            {isInTrash && <span className={shared.hint}>In Trash</span>}
          </div>
        )}
      </FullList>
    </section>
  );
}

interface FullListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly getItemKey: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  readonly estimatedItemHeight: number;
  /** Whether items may still change. If so, only visible rows are rendered and printed. */
  readonly isLive: boolean;
}

/** Renders all rows once the list no longer changes, so that it prints completely. */
export function FullList<Item>({ isLive, ...list }: FullListProps<Item>) {
  if (isLive) return <VirtualListWindow {...list} />;
  const { label, items, getItemKey, children } = list;
  return (
    <div>
      <ul className={`${shared.list} ${classes.fullList}`} aria-label={label}>
        {items.map((item) => (
          <li key={getItemKey(item)}>{children(item)}</li>
        ))}
      </ul>
    </div>
  );
}

interface RecipientChangeProps {
  readonly before: string;
  readonly after: string;
  /** Email of the departing member. */
  readonly email: string;
}

export function RecipientChange({ before, after, email }: RecipientChangeProps) {
  const { removed, added, unchangedCount } = diffAddressVariants(before, after, email);
  return (
    <p className={classes.parts}>
      {removed.map((text, index) => (
        <del key={`${index} ${text}`}>
          <span aria-hidden="true">− </span>
          <VisuallyHidden>Removed: </VisuallyHidden>
          {text}
        </del>
      ))}
      {added.map((text) => (
        <ins key={text}>
          <span aria-hidden="true">+ </span>
          <VisuallyHidden>Added: </VisuallyHidden>
          {text}
        </ins>
      ))}
      {unchangedCount > 0 && (
        <span className={shared.hint}>{pluralize(unchangedCount, "other remains", "others remain")}</span>
      )}
    </p>
  );
}

/**
 * Compares recipients before and after a change. `removed` contains the entries of `before` that
 * match the email, in their original form.
 */
function diffAddressVariants(
  before: string,
  after: string,
  email: string,
): {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly unchangedCount: number;
} {
  const key = addressKey(email);
  const old = new Set(splitRecipients(before));
  const removed = splitRecipients(before).filter((part) => addressKey(part) === key);
  const left = splitRecipients(after);
  const added = left.filter((part) => !old.has(part));
  return { removed, added, unchangedCount: left.length - added.length };
}
