import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import { useApi } from "@/data/client/api-context";
import type { CollectionState } from "@/data/collection/collection";
import { OUTDATED_LIST_MESSAGE } from "@/data/subscriptions/subscription-collections";
import {
  createImportFileChunks,
  getImportFileOrigin,
} from "@/features/subscriptions/import/model/import-file-format";
import type { SubscriptionListFilters } from "@/features/subscriptions/model/subscription-filters";
import { formatCount } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import type { ListDownload } from "@/ui/collection-table/collection-table";
import { DownloadMenu } from "@/ui/download/download-menu";
import { subscriptionFileColumns, subscriptionFileFields } from "./subscription-file";

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
