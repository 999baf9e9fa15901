import { type ReactNode, useMemo } from "react";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import type { GroupFilters } from "@/features/subscriptions/groups/group-filters";
import { GroupTable } from "@/features/subscriptions/groups/group-table";
import { readCreatorNames } from "@/features/subscriptions/model/recipient-names";
import { createPersonNames } from "@/features/subscriptions/recipients/model/person-names";
import { formatRecipientFilters } from "@/features/subscriptions/recipients/model/recipient-filters";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { recipientName } from "@/features/subscriptions/recipients/model/recipient-labels";
import {
  createRecipientSearchIndex,
  RECIPIENT_SEARCH,
} from "@/features/subscriptions/recipients/model/recipient-search";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { defaultRecipientColumns, recipientColumns } from "./recipient-columns";
import { NoMatchingRecipients, NoRecipients } from "./recipient-empty";
import { RecipientSelection } from "./recipient-selection";
import type { RecipientTask } from "./recipient-task";
import { useRecipientActions } from "./use-recipient-actions";

const RecipientDownload = lazyOverlay(() => import("./recipient-download"), "RecipientDownload");

interface RecipientTableProps {
  readonly filters: GroupFilters;
  readonly onChange: (changes: Partial<GroupFilters>) => boolean;
  readonly collection: Collection<Subscription>;
  readonly state: CollectionState<Subscription>;
  readonly recipients: readonly Recipient[];
  readonly isBusy: boolean;
  readonly ownDomains: readonly string[];
  readonly now: Date;
  readonly onStartTask: (task: RecipientTask) => void;
  readonly findings: ReactNode;
  readonly onChooseDomains: () => void;
}

export function RecipientTable(props: RecipientTableProps) {
  const { filters, state, recipients, ownDomains, now, onStartTask, onChooseDomains, ...table } = props;
  const { projectId } = useApi();
  const creatorNames = useMemo(() => readCreatorNames(state.records), [state.records]);
  const personName = useMemo(() => createPersonNames(creatorNames), [creatorNames]);
  const index = useMemo(() => createRecipientSearchIndex(ownDomains, personName), [ownDomains, personName]);
  const rowActions = useRecipientActions(onStartTask);
  const columns = useMemo(
    () => recipientColumns(ownDomains, localZone(), now, personName),
    [ownDomains, now, personName],
  );
  const defaultColumnIds = useMemo(() => defaultRecipientColumns(ownDomains), [ownDomains]);
  return (
    <GroupTable
      {...table}
      label="Recipients"
      singular="recipient"
      plural="recipients"
      storageKey="recipients"
      placeholder="Search or filter: is:outside domain:example.com subscriptions:>3"
      filters={filters}
      state={state}
      groups={recipients}
      now={now}
      language={RECIPIENT_SEARCH}
      index={index}
      columns={columns}
      defaultColumnIds={defaultColumnIds}
      rowLabel={recipientName}
      rowHref={({ key }, query) => recipientListLink(projectId, { ...filters, query, open: key })}
      rowActions={rowActions}
      linkTo={paths.recipients}
      renderEmpty={({ parsed, isFiltered, clear }) =>
        isFiltered ? (
          <NoMatchingRecipients
            query={parsed}
            hasOwnDomains={ownDomains.length > 0}
            total={recipients.length}
            isComplete={state.phase === "complete"}
            onChooseDomains={onChooseDomains}
            onClear={clear}
          />
        ) : (
          <NoRecipients invalidCount={state.broken.length} />
        )
      }
      renderSelection={(visible) => <RecipientSelection {...visible} onStartTask={onStartTask} />}
      renderDownload={(visible, close) => (
        <RecipientDownload {...visible} ownDomains={ownDomains} now={now} onClose={close} />
      )}
    />
  );
}

function recipientListLink(projectId: string, filters: GroupFilters): string {
  return `${paths.recipients(projectId)}${formatRecipientFilters(filters)}`;
}
