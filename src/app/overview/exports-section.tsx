import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { exportCollection } from "@/data/exports/exports";
import { useProjectError } from "@/data/projects/project-error";
import { describeExportState, exportName } from "@/features/exports/model/export-rules";
import { paths } from "@/lib/url/paths";
import { isFirstLoad } from "@/ui/collection-table/collection-frame";
import { Status, type StatusTone } from "@/ui/primitives/status";
import { type FailureHidingProps, OverviewItem, OverviewSection } from "./overview-section";

const MAX_SHOWN = 5;

const TONES: Readonly<Partial<Record<string, StatusTone>>> = {
  pending: "neutral",
  stuck: "warning",
  failed: "danger",
};

export function ExportsSection({ now, hidesFailure }: FailureHidingProps & { readonly now: Date }) {
  const api = useApi();
  const collection = exportCollection(useQueryClient(), api);
  const state = useCollection(collection);
  const failure = useProjectError(state.error);
  if (hidesFailure && failure !== null) return null;
  const unfinished = state.records.flatMap((record) => {
    const { label, state: name } = describeExportState(record, now);
    const tone = TONES[name];
    return tone === undefined ? [] : [{ record, label, tone }];
  });
  return (
    <OverviewSection
      title="Unfinished exports"
      to={paths.exports(api.projectId)}
      linkLabel="Exports"
      isLoading={isFirstLoad(state)}
      problem={state.records.length === 0 ? (failure?.problem ?? null) : null}
      onRetry={collection.resume}
      empty="No exports are generating, and none have failed."
      items={unfinished.slice(0, MAX_SHOWN).map(({ record, label, tone }) => (
        <OverviewItem
          key={record.id}
          to={paths.export(api.projectId, record.id)}
          label={exportName(record).text}
        >
          <Status tone={tone} label={label} />
        </OverviewItem>
      ))}
      moreCount={unfinished.length - MAX_SHOWN}
    />
  );
}
