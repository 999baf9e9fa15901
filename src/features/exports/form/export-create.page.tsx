import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { exportQueries, findLoadedExport } from "@/data/exports/exports";
import { writeListFilters } from "@/features/exports/model/export-filters";
import { againOrigin, newOrigin } from "@/features/exports/model/export-form-values";
import { nameOf } from "@/features/exports/model/export-rules";
import { describeError } from "@/http/describe-error";
import { readListAddress } from "@/lib/search/list-search-params";
import { readId } from "@/lib/search/record-id";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { useLeave } from "@/ui/form/use-close-drawer";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { ExportFormDrawer } from "./export-form-drawer";

/** The form of a new export, empty or as another one was asked for (`?from=12`), in a drawer over the list. */
export function ExportCreatePage() {
  const { search } = useLocation();
  const from = readId(new URLSearchParams(search).get("from"));
  return from === null ? <CreateDrawer original={null} /> : <AgainDrawer key={from} id={from} />;
}

function AgainDrawer({ id }: { readonly id: number }) {
  const api = useApi();
  const queries = useQueryClient();
  const { data, error } = useQuery(exportQueries.detail(api, id));
  // What the list served is enough, also when the export itself is gone.
  const original = data ?? findLoadedExport(queries, api, id);

  // Decided once: what was typed meanwhile is not to be replaced.
  const [isEmpty, setIsEmpty] = useState(false);
  if (error && !original && !isEmpty) setIsEmpty(true);

  if (original && !isEmpty) return <CreateDrawer original={original} />;
  if (!error) return <ProgressLine active label="Loading the export to make again" />;
  const problem = describeError(error);
  return (
    <CreateDrawer
      original={null}
      remark={`Export ${id} could not be read, so the form is empty. ${problem.title}. ${problem.detail}`}
    />
  );
}

interface CreateDrawerProps {
  /** The export to make again; null for an empty form. */
  readonly original: ExportedAsset | null;
  readonly remark?: string;
}

function CreateDrawer({ original, remark }: CreateDrawerProps) {
  const { projectId } = useApi();
  const { search } = useLocation();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const list = `${paths.exports(projectId)}${writeListFilters(readListAddress(parameters))}`;
  const leave = useLeave(list);
  const origin = useMemo(
    () => (original ? againOrigin(original, localZone()) : newOrigin(localZone(), parameters)),
    [original, parameters],
  );
  return (
    <ExportFormDrawer
      title={original ? `“${nameOf(original).text}” in another way` : "New export"}
      origin={origin}
      remark={remark && <Notice tone="warning">{remark}</Notice>}
      onLeave={(reason) => (reason === "asked" ? leave.to(list) : leave.back())}
    />
  );
}
