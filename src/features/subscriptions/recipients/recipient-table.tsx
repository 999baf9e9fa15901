import { Button } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import type { GroupFilters } from "@/features/subscriptions/groups/group-filters";
import { GroupTable } from "@/features/subscriptions/groups/group-table";
import { readCreatorNames } from "@/features/subscriptions/model/recipient-names";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { createPersonNames } from "@/features/subscriptions/recipients/model/person-names";
import {
  formatRecipientFilters,
  parseRecipientFilters,
} from "@/features/subscriptions/recipients/model/recipient-filters";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { recipientName } from "@/features/subscriptions/recipients/model/recipient-labels";
import { recipientSubscriptionsUrl } from "@/features/subscriptions/recipients/model/recipient-list-url";
import {
  createRecipientSearchIndex,
  RECIPIENT_SEARCH,
} from "@/features/subscriptions/recipients/model/recipient-search";
import { hasStateFilter } from "@/lib/query/query-text";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { DownloadButton } from "@/ui/collection-table/search-tools";
import type { RowAction } from "@/ui/data-table/data-table-types";
import { EmptyState } from "@/ui/feedback/states";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { AtIcon, EditIcon, ListIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
import { recipientColumns } from "./recipient-columns";
import type { RecipientTask } from "./recipient-task";

const RecipientDownload = lazyOverlay(() => import("./recipient-download"), "RecipientDownload");

interface RecipientTableProps {
  readonly filters: GroupFilters;
  readonly onFiltersChange: (changes: Partial<GroupFilters>) => boolean;
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
  const { filters, state, recipients, ownDomains, now, onStartTask, findings, onChooseDomains, ...table } =
    props;
  const { projectId } = useApi();
  const creatorNames = useMemo(() => readCreatorNames(state.records), [state.records]);
  const personName = useMemo(() => createPersonNames(creatorNames), [creatorNames]);
  const index = useMemo(() => createRecipientSearchIndex(ownDomains, personName), [ownDomains, personName]);
  const rowActions = useRecipientActions(onStartTask);
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const columns = useMemo(
    () => recipientColumns(ownDomains, localZone(), now, personName),
    [ownDomains, now, personName],
  );
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
      rowLabel={recipientName}
      rowHref={({ key }, query) => recipientListLink(projectId, { ...filters, query, open: key })}
      rowActions={rowActions}
      linkTo={paths.recipients}
      renderFindings={() => findings}
      empty={<NoRecipients />}
      renderNoMatches={({ parsed }) =>
        ownDomains.length === 0 && (hasStateFilter(parsed, "outside") || hasStateFilter(parsed, "own")) ? (
          <EmptyState
            title="No domains added"
            detail="Add your domains to mark external recipients."
            action={<Button onClick={onChooseDomains}>Add your domains</Button>}
          />
        ) : null
      }
      renderActions={({ selected }, openDownload) => (
        <>
          <DownloadButton onClick={openDownload} />
          <ButtonWithDisabledReason
            variant="default"
            disabledReason={refusal}
            onClick={() => onStartTask({ kind: "remove", recipients: selected })}
          >
            Remove everywhere…
          </ButtonWithDisabledReason>
        </>
      )}
      renderDownload={(download) => <RecipientDownload {...download} ownDomains={ownDomains} />}
    />
  );
}

function recipientListLink(projectId: string, filters: GroupFilters): string {
  return `${paths.recipients(projectId)}${formatRecipientFilters(filters)}`;
}

function NoRecipients() {
  const { projectId } = useApi();
  return (
    <EmptyState
      icon={<AtIcon size={24} />}
      title="No recipients yet"
      detail="Recipients of your subscriptions appear here."
      action={<LinkButton to={paths.newSubscription(projectId)}>Create subscription</LinkButton>}
    />
  );
}

function useRecipientActions(
  onStartTask: (task: RecipientTask) => void,
): (recipient: Recipient) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const editAddress = useEditSearchParams(paths.recipients(projectId));
  const disabledReason = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);

  function open(recipient: Recipient) {
    editAddress(
      (params) => formatRecipientFilters({ ...parseRecipientFilters(params), open: recipient.key }),
      {
        replace: false,
      },
    );
  }

  return (recipient) => [
    { id: "open", label: "Open", icon: <UsersIcon />, shortcut: "Enter", onSelect: () => open(recipient) },
    {
      id: "list",
      label: "Show subscriptions",
      icon: <ListIcon />,
      key: "s",
      onSelect: () => void navigate(recipientSubscriptionsUrl(projectId, recipient)),
    },
    {
      id: "replace",
      label: "Replace everywhere…",
      icon: <EditIcon />,
      key: "e",
      disabledReason,
      onSelect: () => onStartTask({ kind: "replace", recipient }),
    },
    {
      id: "remove",
      label: "Remove everywhere…",
      icon: <TrashIcon />,
      tone: "danger",
      key: "Delete",
      shortcut: "Del",
      disabledReason,
      onSelect: () => onStartTask({ kind: "remove", recipients: [recipient] }),
    },
  ];
}
