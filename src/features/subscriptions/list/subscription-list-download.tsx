import { Link } from "react-router-dom";
import { getRaw } from "@/api/parsers";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { sourceNameOf } from "@/data/catalog/source-labels";
import { useSourceNames } from "@/data/catalog/source-names";
import type { CollectionState } from "@/data/collection/collection";
import {
  getRecipients,
  OUTDATED_LIST_MESSAGE,
  subscriptionSourceLabel,
  subscriptionTitle,
} from "@/data/subscriptions/subscriptions";
import {
  createImportFileChunks,
  getImportFileOrigin,
} from "@/features/subscriptions/import/model/import-file-format";
import type { SubscriptionListFilters } from "@/features/subscriptions/model/subscription-filters";
import {
  describeSubscriptionState,
  getNextDelivery,
} from "@/features/subscriptions/model/subscription-rules";
import { toFileColumns } from "@/lib/file/file-chunk";
import { channelLabel, recipientHint } from "@/lib/recipients/recipients";
import { formatSchedule } from "@/lib/schedule/format-schedule";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { personLabel } from "@/lib/text/normalize-text";
import { formatCount } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import type { ListDownload } from "@/ui/collection-table/collection-table";
import { DownloadMenu } from "@/ui/download/download-menu";

interface SubscriptionListDownloadProps extends ListDownload<Subscription> {
  readonly view: SubscriptionListFilters["view"];
  readonly state: CollectionState<Subscription>;
}

export function SubscriptionListDownload(props: SubscriptionListDownloadProps) {
  const { view, state, columns, now, ...list } = props;
  const api = useApi();
  const { names } = useSourceNames();
  const { projectId } = api;
  const listName = view === "trash" ? "Deleted subscriptions" : "Subscriptions";
  const day = now.toISOString().slice(0, 10);
  // An import detects removed records only if the file contained all records.
  const isComplete = (rows: readonly Subscription[]) =>
    view === "active" &&
    state.phase === "complete" &&
    !state.isOutdated &&
    rows.length === state.records.length;
  return (
    <DownloadMenu
      {...list}
      title={`Download ${listName.toLowerCase()}`}
      columns={subscriptionFileColumns(columns, { zone: localZone(), now, names })}
      getAllFields={(record) => subscriptionFileFields(record, names)}
      fileName={`${listName} of project ${projectId} ${day}`}
      editable={{
        label: "JSON for editing",
        fileName: `${listName} of project ${projectId} to edit ${day}`,
        chunks: (records) =>
          createImportFileChunks({
            records,
            scope: isComplete(records) ? "all" : "selection",
            origin: getImportFileOrigin(api),
            now: new Date(),
            names,
          }),
        hint: <ImportFileHint state={state} projectId={projectId} />,
      }}
    />
  );
}

function ImportFileHint({
  state,
  projectId,
}: Pick<SubscriptionListDownloadProps, "state"> & { readonly projectId: string }) {
  const { phase, records, count, isOutdated } = state;
  return (
    <>
      {"Edit the file, then "}
      <Link to={paths.importSubscriptions(projectId)}>import the changes</Link>.
      {phase !== "complete" &&
        ` The file contains only the ${formatCount(records.length)} of ${formatCount(count ?? records.length)} subscriptions loaded so far.`}
      {phase === "complete" &&
        isOutdated &&
        ` ${OUTDATED_LIST_MESSAGE} To delete subscriptions by removing them from the file, refresh the list first.`}
    </>
  );
}

interface FileOptions {
  /** IANA time zone in which schedules are formatted. */
  readonly zone: string;
  readonly now: Date;
  readonly names: ReferenceNames;
}

/**
 * Returns the file columns of the visible columns. Files contain all recipients and unformatted dates. Webhook URLs are
 * shortened, because they are secret.
 */
export function subscriptionFileColumns(
  visibleColumns: readonly { readonly id: string; readonly header: string }[],
  { zone, now, names }: FileOptions,
) {
  // The list also shows the state without its column.
  const hasState = visibleColumns.some(({ id }) => id === "state");
  const columns = hasState ? visibleColumns : [...visibleColumns, { id: "state", header: "State" }];
  return toFileColumns<Subscription>(columns, {
    title: (record) => subscriptionTitle(record, names).text,
    source: (record) => subscriptionSourceLabel(record, names),
    recipients: (record) =>
      getRecipients(record)
        .map((recipient) =>
          record.target_type === "email" ? recipient : recipientHint(record.target_type, recipient),
        )
        .join(", "),
    channel: (record) => channelLabel(record.target_type),
    next: (record) => getNextDelivery(record, now, names),
    until: (record) => record.until_date,
    author: (record) => personLabel(record.created_by),
    created: (record) => record.created_at,
    schedule: (record) => formatSchedule(record, { zone, at: record.next_delivery_date }),
    state: (record) => describeSubscriptionState(record, now, names).label,
    id: (record) => record.id,
  });
}

/** Returns all fields of the server's response. Includes the source's name, if known. */
function subscriptionFileFields(
  record: Subscription,
  names: ReferenceNames,
): Readonly<Record<string, unknown>> {
  const raw = getRaw(record);
  const fields = typeof raw === "object" && raw !== null ? raw : record;
  return { ...fields, source_name: sourceNameOf(record, names) || null };
}
