import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/api-context";
import { exportQueries, findLoadedExport } from "@/data/exports";
import { describeError } from "@/http/describe-error";
import { localZone } from "@/lib/dates";
import { readListAddress } from "@/lib/list-address";
import { paths } from "@/lib/paths";
import { readId } from "@/lib/record-id";
import { ProgressLine } from "@/ui/progress-line";
import { Notice } from "@/ui/states";
import { useLeave } from "@/ui/use-leave";
import { writeListFilters } from "./export-filters";
import { ExportFormDrawer } from "./export-form-drawer";
import { againOrigin, newOrigin } from "./export-form-values";
import { nameOf } from "./export-rules";

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
