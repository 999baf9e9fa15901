import { Group, Stack, Text } from "@mantine/core";
import { Suspense } from "react";
import type { ExportedAsset } from "@/api/exports";
import { getRaw } from "@/api/parsers";
import { useSourceNames } from "@/data/catalog/source-names";
import { useSourceUrl } from "@/data/catalog/source-urls";
import { getExportSource, getExportState } from "@/data/exports/export-state";
import { formatContext } from "@/features/exports/model/context-text";
import {
  describeExportState,
  type ExportStateDescription,
  exportName,
  exportSourceLabel,
  hasFile,
} from "@/features/exports/model/export-rules";
import { ExportStatus } from "@/features/exports/model/export-status";
import { getFormatNames } from "@/lib/file/export-formats";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { formatDay, formatInstant } from "@/lib/time/dates";
import { CopyButton } from "@/ui/feedback/copy-button";
import { RawJson } from "@/ui/feedback/raw-json";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import { LocalAndUtcTime } from "@/ui/feedback/time-stamp";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { TwoColumns } from "@/ui/page/two-columns";
import { KeyValueList } from "@/ui/primitives/key-value-list";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { Section } from "@/ui/primitives/section";
import { Status } from "@/ui/primitives/status";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-facts.module.css";

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

export function ExportFacts({ record, now, isRefetching, isDeleted }: ExportFactsProps) {
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

function SourceLink({ url, label }: { readonly url: string; readonly label: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {label}
    </a>
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
        { label: "Source", value: url === null ? label : <SourceLink url={url} label={label} /> },
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
