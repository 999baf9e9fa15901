import { Button } from "@mantine/core";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useOwnDomains } from "@/data/browser-storage/project-settings";
import { useLoadSourceNames } from "@/data/catalog/source-names";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useCollection } from "@/data/collection/use-collection";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import type { GroupFilters } from "@/features/subscriptions/groups/group-labels";
import {
  GroupTable,
  getGroupCoverage,
  groupColumns,
  groupFileFields,
} from "@/features/subscriptions/groups/group-table";
import { useGroups } from "@/features/subscriptions/groups/subscription-groups";
import { readCreatorNames } from "@/features/subscriptions/model/recipient-names";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import type { PersonNames, Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import {
  createPersonNames,
  ExternalBadge,
  formatRecipientFilters,
  groupByRecipient,
  isSecretRecipient,
  parseRecipientFilters,
  recipientName,
  recipientSubscriptionsUrl,
} from "@/features/subscriptions/recipients/model/recipient-index";
import {
  createRecipientSearch,
  getOwnership,
  ownershipLabel,
} from "@/features/subscriptions/recipients/model/recipient-search";
import { hasStateFilter } from "@/lib/query/query-text";
import { channelLabel, recipientHint } from "@/lib/recipients/recipients";
import { pluralize } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { DownloadButton } from "@/ui/collection-table/search-tools";
import type { Column, RowAction } from "@/ui/data-table/data-table-types";
import { EmptyState } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { useCloseDrawer, useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { Page } from "@/ui/page/page";
import { ButtonWithDisabledReason, LinkButton } from "@/ui/primitives/link-button";
import { AtIcon, EditIcon, ListIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { OwnDomainsDrawer } from "./own-domains-drawer";
import { RecipientDrawer } from "./recipient-drawer";
import { type RecipientTask, RecipientTaskDialog } from "./recipient-task";
import classes from "./recipients.module.css";

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

function RecipientTable(props: RecipientTableProps) {
  const { filters, state, recipients, ownDomains, now, onStartTask, findings, onChooseDomains, ...table } =
    props;
  const { projectId } = useApi();
  const creatorNames = useMemo(() => readCreatorNames(state.records), [state.records]);
  const personName = useMemo(() => createPersonNames(creatorNames), [creatorNames]);
  const search = useMemo(() => createRecipientSearch(ownDomains, personName), [ownDomains, personName]);
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
      search={search}
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
            action={
              <Button variant="filled" onClick={onChooseDomains}>
                Add your domains
              </Button>
            }
          />
        ) : null
      }
      renderActions={(selected, openDownload) => (
        <>
          <DownloadButton onClick={openDownload} />
          <ButtonWithDisabledReason
            disabledReason={refusal}
            onClick={() => onStartTask({ kind: "remove", recipients: selected })}
          >
            Remove everywhere…
          </ButtonWithDisabledReason>
        </>
      )}
      getAllFields={(row) => ({
        channel: row.channel,
        address: row.address,
        variants: row.variants,
        domain: row.domain,
        ownership: getOwnership(row, ownDomains),
        ...groupFileFields(row),
      })}
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
      action={
        <LinkButton variant="filled" to={paths.newSubscription(projectId)}>
          Create subscription
        </LinkButton>
      }
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

/**
 * Returns all columns.
 * @param zone IANA time zone of the displayed times
 */
function recipientColumns(
  ownDomains: readonly string[],
  zone: string,
  now: Date,
  personName: PersonNames,
): readonly Column<Recipient>[] {
  const { deliveries, week, idle, next } = groupColumns(zone, now);
  const columns: readonly Column<Recipient>[] = [
    {
      id: "address",
      header: "Recipient",
      twoLines: true,
      value: recipientName,
      cell: (row) => (
        <RecipientCell name={recipientName(row)} person={personName(row.channel, row.address)} />
      ),
    },
    {
      id: "channel",
      header: "Channel",
      width: "clamp(84px, 12cqw, 130px)",
      narrow: "detail",
      value: ({ channel }) => channelLabel(channel),
    },
    { id: "domain", header: "Domain", isOptional: true, width: "18cqw", value: ({ domain }) => domain },
    {
      id: "side",
      isOptional: ownDomains.length === 0,
      header: "Internal/external",
      width: "150px",
      narrow: "aside",
      value: (row) => ownershipLabel(getOwnership(row, ownDomains)),
      cell: (row) => {
        const ownership = getOwnership(row, ownDomains);
        return ownership === "outside" ? <ExternalBadge /> : (ownershipLabel(ownership) ?? "—");
      },
    },
    deliveries,
    week,
    idle,
    next,
    {
      id: "spellings",
      isOptional: true,
      header: "Spellings",
      width: "16cqw",
      value: ({ channel, variants }) =>
        variants
          .map(({ text }) =>
            JSON.stringify(isSecretRecipient(channel, text) ? recipientHint(channel, text) : text),
          )
          .join(" "),
      cell: ({ variants }) =>
        variants.length === 1 ? (
          "One"
        ) : (
          <span className={shared.dim}>{pluralize(variants.length, "spelling", "spellings")}</span>
        ),
    },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}

/** Shows a person's name before the address, or only the address when the person is unknown. */
function RecipientCell({ name, person }: { readonly name: string; readonly person: string | null }) {
  if (person === null) return name;
  return (
    <>
      {`${person} `}
      <span className={classes.address}>{name}</span>
    </>
  );
}

export function RecipientListPage() {
  const api = useApi();
  const now = useNow();
  const { search } = useLocation();
  const filters = useMemo(() => parseRecipientFilters(new URLSearchParams(search)), [search]);
  const collection = subscriptionCollection(api, "active");
  const state = useCollection(collection);
  useLoadSourceNames(state.records);
  const { rows, indexedCount, isBusy } = useGroups(groupByRecipient, state.records, now);
  const coverage = getGroupCoverage(state, indexedCount);
  const ownDomains = useOwnDomains(api);
  const [isChoosingDomains, setIsChoosingDomains] = useState(false);
  const [task, setTask] = useState<RecipientTask | null>(null);
  const domainsButtonRef = useRef<HTMLButtonElement>(null);
  const closeDrawer = useCloseDrawer(recipientListUrl(api.projectId, { ...filters, open: null }));
  const hasDomains = rows.some(({ domain }) => domain !== null);

  const editAddress = useEditSearchParams(paths.recipients(api.projectId));
  const updateFilters = (changes: Partial<GroupFilters>) =>
    editAddress((params) => formatRecipientFilters({ ...parseRecipientFilters(params), ...changes }));

  function closeDomains() {
    setIsChoosingDomains(false);
    // The focused button may have been removed with its notice, so focus moves to the button in the header.
    domainsButtonRef.current?.focus({ preventScroll: true });
  }

  return (
    <Page
      title="Recipients"
      actions={
        hasDomains && (
          <Button ref={domainsButtonRef} onClick={() => setIsChoosingDomains(true)}>
            Your domains…
          </Button>
        )
      }
    >
      <RecipientTable
        filters={filters}
        onFiltersChange={updateFilters}
        collection={collection}
        state={state}
        recipients={rows}
        isBusy={isBusy}
        ownDomains={ownDomains.domains}
        now={now}
        onStartTask={setTask}
        findings={
          hasDomains &&
          ownDomains.domains.length === 0 && (
            <button
              type="button"
              className={`${shared.textButton} ${classes.suggestion}`}
              onClick={() => setIsChoosingDomains(true)}
            >
              Add your domains to mark external recipients
            </button>
          )
        }
        onChooseDomains={() => setIsChoosingDomains(true)}
      />
      {filters.open !== null && task === null && (
        <RecipientDrawer
          recipientKey={filters.open}
          recipients={rows}
          isLoading={isBusy || state.phase === "idle" || state.phase === "first"}
          coverage={coverage}
          ownDomains={ownDomains.domains}
          now={now}
          onStartTask={setTask}
          onClose={closeDrawer.goBack}
        />
      )}
      {isChoosingDomains && (
        <OwnDomainsDrawer ownDomains={ownDomains} recipients={rows} onClose={closeDomains} />
      )}
      {task && <RecipientTaskDialog task={task} coverage={coverage} onClose={() => setTask(null)} />}
    </Page>
  );
}

function recipientListUrl(projectId: string, filters: GroupFilters): string {
  return `${paths.recipients(projectId)}${formatRecipientFilters(filters)}`;
}
