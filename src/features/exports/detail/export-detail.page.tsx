import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { useParams } from "react-router-dom";
import { HttpError } from "@/api/errors";
import type { ExportedAsset } from "@/api/exports";
import { getRaw } from "@/api/parsers";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { useLoadSourceNames, useSourceNames, useSourceUrl } from "@/data/catalog/source-names";
import { exportQueries, findCachedExport, getExportSource, getExportState } from "@/data/exports/exports";
import { useProjectError } from "@/data/projects/projects";
import { useExportActions, useExportPolling } from "@/features/exports/actions/use-export-actions";
import { formatContext } from "@/features/exports/model/export-form-values";
import { repeatRefusal } from "@/features/exports/model/export-request-bodies";
import {
  describeExportState,
  EXPORT_WRITE_SCOPE,
  type ExportStateDescription,
  exportName,
  exportSourceLabel,
  hasFile,
  missingFileReason,
  useLastExportList,
} from "@/features/exports/model/export-rules";
import { ExportStatus } from "@/features/exports/model/export-status";
import {
  ExportRequestList,
  useExportRequestToasts,
} from "@/features/exports/requests/export-request-progress";
import { getFormatNames } from "@/lib/file/export-formats";
import type { ReferenceNames } from "@/lib/search/record-schema";
import type { Problem } from "@/lib/text/problem";
import { formatDay, formatInstant } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { DEFAULT_LIST_SEARCH_PARAMS, formatListSearch, parseRecordId } from "@/lib/url/url-state";
import { RefreshErrorNotice } from "@/ui/collection-table/collection-frame";
import { CopyButton, RawJson } from "@/ui/feedback/copy-button";
import { ErrorState, Notice, ProjectError, SkeletonLines } from "@/ui/feedback/states";
import { LocalAndUtcTime, useNow } from "@/ui/feedback/time-stamp";
import { lazyPage } from "@/ui/overlay/lazy-overlay";
import { Page, TwoColumns } from "@/ui/page/page";
import { ButtonWithDisabledReason, LinkButton } from "@/ui/primitives/link-button";
import { KeyValueList, Section } from "@/ui/primitives/section";
import { ProgressLine, Status } from "@/ui/primitives/status";
import { DownloadIcon, EditIcon, RefreshIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-facts.module.css";

export function ExportDetailPage() {
  const api = useApi();
  const id = parseRecordId(useParams().id);
  const now = useNow();
  const query = useQuery({
    ...exportQueries.detail(api, id ?? 0),
    enabled: id !== null,
    // The list's copy is shown while the record loads.
    placeholderData: () => findCachedExport(api, id ?? 0),
  });
  // The cached record stays visible after the export is deleted.
  const record = query.data ?? (id === null ? undefined : findCachedExport(api, id));
  const failure = useProjectError(query.error);
  const isDeleted =
    query.error instanceof HttpError && query.error.status === 404 && failure?.otherProjects === null;
  const listUrl = `${paths.exports(api.projectId)}${formatListSearch(useLastExportList() ?? DEFAULT_LIST_SEARCH_PARAMS)}`;
  const listLink = <LinkButton to={listUrl}>All exports</LinkButton>;
  const tabTitle = useExportPolling();
  useExportRequestToasts();

  const { names } = useSourceNames();
  const loadedRecords = useMemo(() => (record === undefined ? [] : [record]), [record]);
  useLoadSourceNames(loadedRecords);
  const title = record ? exportName(record, names).text : id === null ? "Not found" : `Export ${id}`;
  const handleRetry = () => void query.refetch();

  return (
    <Page
      title={title}
      documentTitle={tabTitle === null ? title : `(${tabTitle}) ${title}`}
      breadcrumbs={[{ label: "Exports", to: listUrl }]}
      actions={record && <ExportActions record={record} now={now} isDeleted={isDeleted} />}
    >
      <ExportRequestList />
      {id === null && <ErrorState problem={INVALID_ID} actions={listLink} />}
      {failure && !record && (
        <ProjectError
          error={isNotFound(query.error) ? { ...failure, problem: MISSING_PROBLEM } : failure}
          onRetry={handleRetry}
          linkTo={paths.exports}
          actions={listLink}
        />
      )}
      {failure &&
        record &&
        (isDeleted ? (
          <Notice tone="warning" title="This export no longer exists">
            It was deleted or has expired. You're seeing the last loaded version.
          </Notice>
        ) : (
          <RefreshErrorNotice problem={failure.problem} onRetry={handleRetry} />
        ))}
      {id !== null && query.isPending && !record && <SkeletonLines count={8} />}
      {record && (
        <ExportFacts record={record} now={now} isRefetching={query.isFetching} isDeleted={isDeleted} />
      )}
    </Page>
  );
}

function isNotFound(error: Error | null): boolean {
  return error instanceof HttpError && error.status === 404 && error.detail === "Not found.";
}

const MISSING_PROBLEM: Problem = {
  title: "Export not found",
  detail:
    "It was deleted, has expired, or belongs to someone else. The server returns only exports created by the API key's owner.",
  canRetry: false,
};

const INVALID_ID = { title: "Export not found", detail: "The ID in the URL is invalid.", canRetry: false };

interface ExportActionsProps {
  readonly record: ExportedAsset;
  readonly now: Date;
  readonly isDeleted: boolean;
}

function ExportActions({ record, now, isDeleted }: ExportActionsProps) {
  const { projectId } = useApi();
  const { runAgain, download } = useExportActions();
  const refusal = useMissingScopeMessage(EXPORT_WRITE_SCOPE) ?? repeatRefusal(record);
  const unavailableReason = isDeleted ? "This export no longer exists." : missingFileReason(record, now);
  return (
    <>
      <ButtonWithDisabledReason
        leftSection={<DownloadIcon />}
        variant={unavailableReason === undefined ? "filled" : "default"}
        disabledReason={unavailableReason}
        onClick={() => download([record])}
      >
        Download
      </ButtonWithDisabledReason>
      <ButtonWithDisabledReason
        leftSection={<RefreshIcon />}
        disabledReason={refusal}
        onClick={() => runAgain([record])}
      >
        Run again
      </ButtonWithDisabledReason>
      <LinkButton
        leftSection={<EditIcon />}
        to={paths.newExport(projectId, { from: record.id })}
        disabledReason={refusal}
      >
        Export in another format…
      </LinkButton>
    </>
  );
}

const { Component: ExportPreview } = lazyPage(
  () => import("@/features/exports/preview/export-preview"),
  "ExportPreview",
);

interface ExportFactsProps {
  readonly record: ExportedAsset;
  readonly now: Date;
  readonly isRefetching: boolean;
  readonly isDeleted: boolean;
}

function ExportFacts({ record, now, isRefetching, isDeleted }: ExportFactsProps) {
  const { names } = useSourceNames();
  const reading = describeExportState(record, now);
  return (
    <Stack gap="sm" maw={1600}>
      <ProgressLine isActive={isRefetching} label="Updating export" />
      <Group component="p" className={shared.anywhere} gap="2px 12px" align="baseline" fz="lg">
        {exportSummary(record, names, now)}{" "}
        {isDeleted ? (
          <Status tone="neutral" label="No longer exists" />
        ) : (
          <ExportStatus reading={{ ...reading, detail: null }} />
        )}
      </Group>
      <TwoColumns
        aside={
          <Section title="Details">
            <Details record={record} />
            <RawJson value={getRaw(record)} />
          </Section>
        }
      >
        {!isDeleted && <StateNotice reading={reading} />}
        {hasFile(record, now) && !isDeleted && (
          <Section title="Preview">
            <Suspense fallback={<SkeletonLines count={6} />}>
              <ExportPreview record={record} />
            </Suspense>
          </Section>
        )}
        <ContextSection record={record} />
      </TwoColumns>
    </Stack>
  );
}

const STATE_TONES = {
  pending: "info",
  stuck: "warning",
  expiring: "warning",
  expired: "warning",
  failed: "danger",
} as const;

function StateNotice({ reading }: { readonly reading: ExportStateDescription }) {
  const { state, label, explanation, detail } = reading;
  if (state === "ready") return null;
  return (
    <Notice
      tone={STATE_TONES[state]}
      {...(detail !== null && state !== "failed" && { title: `${label} ${detail}` })}
    >
      <p>{explanation}</p>
      {state === "failed" && (
        <Text className={shared.preWrap} mt={4} ff="monospace" fz="xs">
          {detail}
        </Text>
      )}
    </Notice>
  );
}

function Details({ record }: { readonly record: ExportedAsset }) {
  const { names } = useSourceNames();
  const label = exportSourceLabel(record, names);
  const url = useSourceUrl()(record);
  const source = getExportSource(record);
  return (
    <KeyValueList
      items={[
        {
          label: "Source",
          value:
            url === null ? (
              label
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {label}
              </a>
            ),
        },
        ...(source.kind === "path"
          ? [{ label: "API path", value: `${source.method ?? "GET"} ${source.path}` }]
          : []),
        ...(source.kind === "recording" ? [{ label: "Recording", value: source.recordingId }] : []),
        ...(record.filename
          ? []
          : [{ label: "File name", value: `None, shown as “${exportName(record, names).text}”` }]),
        { label: "Format", value: getFormatNames(record.export_format).label },
        { label: "Created", value: <LocalAndUtcTime iso={record.created_at} /> },
        { label: "Expires", value: <LocalAndUtcTime iso={record.expires_after} /> },
        { label: "ID", value: String(record.id) },
      ]}
    />
  );
}

function ContextSection({ record }: { readonly record: ExportedAsset }) {
  const context = formatContext(record.export_context);
  if (context === "") return null;
  return (
    <Section title="Custom definition" actions={<CopyButton value={context} label="Copy definition" />}>
      <section className={classes.context} aria-label="Custom definition (JSON)">
        {/* oxlint-disable-next-line no-noninteractive-tabindex -- keyboard users need focus to scroll */}
        <pre tabIndex={0}>{context}</pre>
      </section>
    </Section>
  );
}

/**
 * Summarizes an export: "PNG image, Growth overview (dashboard 201). Created Mon, 23 Nov, 09:00, available until …".
 */
function exportSummary(record: ExportedAsset, names: ReferenceNames, now: Date): string {
  const { label } = getFormatNames(record.export_format);
  const { created_at: createdAt, expires_after: expiresAfter } = record;
  const { kind } = getExportState(record, now);
  const created =
    createdAt === null ? "Creation time unknown" : `Created ${formatInstant(createdAt, { now })}`;
  const availability =
    expiresAfter === null || (kind !== "ready" && kind !== "expired")
      ? ""
      : `, ${kind === "expired" ? "expired" : "available until"} ${formatDay(expiresAfter)}`;
  return `${label}, ${exportSourceLabel(record, names)}. ${created}${availability}.`;
}
