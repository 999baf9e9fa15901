import { Link } from "react-router-dom";
import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import { useSourceNames } from "@/data/catalog/source-names";
import type { CollectionState } from "@/data/collection/collection";
import { OUTDATED_LIST_MESSAGE } from "@/data/subscriptions/subscriptions";
import {
  createImportFileChunks,
  getImportFileOrigin,
} from "@/features/subscriptions/import/model/import-file-format";
import type { SubscriptionListFilters } from "@/features/subscriptions/model/subscription-filters";
import { formatCount } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { DownloadMenu, type DownloadMenuProps } from "@/ui/download/download-menu";

interface SubscriptionListDownloadProps extends DownloadMenuProps<Subscription> {
  readonly view: SubscriptionListFilters["view"];
  readonly state: CollectionState<Subscription>;
}

export function SubscriptionListDownload({ view, state, ...menu }: SubscriptionListDownloadProps) {
  const api = useApi();
  const { names } = useSourceNames();
  const { projectId } = api;
  // An import detects removed records only if the file contained all records.
  const isComplete = (rows: readonly Subscription[]) =>
    view === "active" &&
    state.phase === "complete" &&
    !state.isOutdated &&
    rows.length === state.records.length;
  return (
    <DownloadMenu
      {...menu}
      editable={{
        label: "JSON for editing",
        fileName: `${menu.fileName} to edit`,
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
