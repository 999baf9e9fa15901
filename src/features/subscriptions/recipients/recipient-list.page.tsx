import { Button } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useOwnDomains } from "@/data/browser-storage/project-settings";
import {
  GroupTable,
  groupColumns,
  groupFileFields,
  useGroupPage,
} from "@/features/subscriptions/groups/group-table";
import { readCreatorNames } from "@/features/subscriptions/model/recipient-names";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import type { PersonNames, Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import {
  createPersonNames,
  ExternalBadge,
  groupByRecipient,
  isSecretRecipient,
  RECIPIENT_FILTERS,
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
import { Page } from "@/ui/page/page";
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import { AtIcon, EditIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { OwnDomainsDrawer } from "./own-domains-drawer";
import { RecipientDrawer } from "./recipient-drawer";
import { type RecipientTask, RecipientTaskDialog } from "./recipient-task";
import classes from "./recipients.module.css";

export function RecipientListPage() {
  const page = useGroupPage(paths.recipients, groupByRecipient, RECIPIENT_FILTERS);
  const { now, coverage, table } = page;
  const recipients = table.records;
  const own = useOwnDomains(useApi());
  const ownDomains = own.domains;
  const [isChoosingDomains, setIsChoosingDomains] = useState(false);
  const [task, setTask] = useState<RecipientTask | null>(null);
  const domainsButtonRef = useRef<HTMLButtonElement>(null);
  const chooseDomains = () => setIsChoosingDomains(true);
  const hasDomains = recipients.some(({ domain }) => domain !== null);
  const creatorNames = useMemo(() => readCreatorNames(table.state.records), [table.state.records]);
  const personName = useMemo(() => createPersonNames(creatorNames), [creatorNames]);
  const search = useMemo(() => createRecipientSearch(ownDomains, personName), [ownDomains, personName]);
  const columns = useMemo(
    () => recipientColumns(ownDomains, localZone(), now, personName),
    [ownDomains, now, personName],
  );
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);

  function closeDomains() {
    setIsChoosingDomains(false);
    // The focused button may have been removed with its notice, so focus moves to the button in the header.
    domainsButtonRef.current?.focus({ preventScroll: true });
  }

  const getActions = (recipient: Recipient): readonly RowAction[] => [
    {
      id: "replace",
      label: "Replace everywhere…",
      icon: <EditIcon />,
      key: "e",
      disabledReason: refusal,
      onSelect: () => setTask({ kind: "replace", recipient }),
    },
    {
      id: "remove",
      label: "Remove everywhere…",
      icon: <TrashIcon />,
      tone: "danger",
      key: "Delete",
      shortcut: "Del",
      disabledReason: refusal,
      onSelect: () => setTask({ kind: "remove", recipients: [recipient] }),
    },
  ];
  return (
    <Page
      title="Recipients"
      actions={
        hasDomains && (
          <Button ref={domainsButtonRef} onClick={chooseDomains}>
            Your domains…
          </Button>
        )
      }
    >
      <GroupTable
        page={page}
        label="Recipients"
        singular="recipient"
        plural="recipients"
        storageKey="recipients"
        placeholder="Search or filter: is:outside domain:example.com subscriptions:>3"
        search={search}
        columns={columns}
        rowLabel={recipientName}
        getListUrl={recipientSubscriptionsUrl}
        rowActions={getActions}
        renderFindings={() =>
          hasDomains &&
          ownDomains.length === 0 && (
            <button
              type="button"
              className={`${shared.textButton} ${classes.suggestion}`}
              onClick={chooseDomains}
            >
              Add your domains to mark external recipients
            </button>
          )
        }
        openIcon={<UsersIcon />}
        emptyIcon={<AtIcon size={24} />}
        emptyDetail="Recipients of your subscriptions appear here."
        renderNoMatches={({ parsed }) =>
          ownDomains.length === 0 && (hasStateFilter(parsed, "outside") || hasStateFilter(parsed, "own")) ? (
            <EmptyState
              title="No domains added"
              detail="Add your domains to mark external recipients."
              action={
                <Button variant="filled" onClick={chooseDomains}>
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
              onClick={() => setTask({ kind: "remove", recipients: selected })}
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
      {page.openKey !== null && task === null && (
        <RecipientDrawer page={page} ownDomains={ownDomains} onStartTask={setTask} />
      )}
      {isChoosingDomains && (
        <OwnDomainsDrawer ownDomains={own} recipients={recipients} onClose={closeDomains} />
      )}
      {task && <RecipientTaskDialog task={task} coverage={coverage} onClose={() => setTask(null)} />}
    </Page>
  );
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
