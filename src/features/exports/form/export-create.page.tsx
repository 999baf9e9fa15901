import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import type { ExportedAsset } from "@/contract/exports";
import { useApi } from "@/data/client/api-context";
import { exportQueries, findCachedExport } from "@/data/exports/exports";
import { formatExportListFilters } from "@/features/exports/model/export-filters";
import { createNewExportOrigin, createRepeatExportOrigin } from "@/features/exports/model/export-form-values";
import { exportName } from "@/features/exports/model/export-rules";
import { describeError } from "@/http/describe-error";
import { parseListSearchParams } from "@/lib/search/list-search-params";
import { parseRecordId } from "@/lib/search/record-id";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { useCloseDrawer } from "@/ui/form/use-close-drawer";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { ExportFormDrawer } from "./export-form-drawer";

/** Shows the form in a drawer over the list. `?from=12` prefills the form from export 12. */
export function ExportCreatePage() {
  const { search } = useLocation();
  const from = parseRecordId(new URLSearchParams(search).get("from"));
  return from === null ? <CreateDrawer original={null} /> : <RepeatDrawer key={from} id={from} />;
}

function RepeatDrawer({ id }: { readonly id: number }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(exportQueries.detail(api, id));
  // The loaded list's copy is enough, even if the export has been deleted.
  const original = data ?? findCachedExport(queryClient, api, id);

  // Once the user has started with a blank form, a late response must not replace their input.
  const [isBlankForm, setIsBlankForm] = useState(false);
  if (error && !original && !isBlankForm) setIsBlankForm(true);

  if (original && !isBlankForm) return <CreateDrawer original={original} />;
  if (!error) return <ProgressLine isActive label="Loading export" />;
  const problem = describeError(error);
  return (
    <CreateDrawer
      original={null}
      notice={`Couldn't load export ${id}. ${problem.title}. ${problem.detail}`}
    />
  );
}

interface CreateDrawerProps {
  /** The export to repeat, or null for an empty form. */
  readonly original: ExportedAsset | null;
  readonly notice?: string;
}

function CreateDrawer({ original, notice }: CreateDrawerProps) {
  const { projectId } = useApi();
  const { search } = useLocation();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const listUrl = `${paths.exports(projectId)}${formatExportListFilters(parseListSearchParams(parameters))}`;
  const leave = useCloseDrawer(listUrl);
  const origin = useMemo(
    () =>
      original
        ? createRepeatExportOrigin(original, localZone())
        : createNewExportOrigin(localZone(), parameters),
    [original, parameters],
  );
  return (
    <ExportFormDrawer
      title={original ? `Export “${exportName(original).text}” in another format` : "New export"}
      origin={origin}
      notice={notice && <Notice tone="warning">{notice}</Notice>}
      onLeave={(reason) => (reason === "saved" ? leave.goTo(listUrl) : leave.goBack())}
    />
  );
}
