import { Suspense } from "react";
import type { ExportedAsset } from "@/contract/exports";
import { rawOf } from "@/contract/parsers";
import { sourceOf } from "@/data/exports/export-state";
import { contextText } from "@/features/exports/model/context-text";
import { namesOf } from "@/features/exports/model/export-formats";
import {
  hasFile,
  nameOf,
  type StateReading,
  sourceLabel,
  stateOf,
} from "@/features/exports/model/export-rules";
import { ExportStatus } from "@/features/exports/model/export-status";
import { formatInstant, formatUtc, localZone } from "@/lib/time/dates";
import { CopyButton } from "@/ui/feedback/copy-button";
import { RawJson } from "@/ui/feedback/raw-json";
import { Notice, SkeletonLines } from "@/ui/feedback/states";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { KeyValueList } from "@/ui/primitives/key-value";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { Section } from "@/ui/primitives/section";
import classes from "./export-facts.module.css";

const { Component: ExportPreview } = lazyPage(
  () => import("@/features/exports/preview/export-preview"),
  "ExportPreview",
);

interface ExportFactsProps {
  readonly record: ExportedAsset;
  readonly now: Date;
  readonly isRefetching: boolean;
  /** The server does not have it any more. */
  readonly isGone: boolean;
}

/** All fields of an export, what they mean, and the record as it was served. */
export function ExportFacts({ record, now, isRefetching, isGone }: ExportFactsProps) {
  const reading = stateOf(record, now);
  return (
    <div className={classes.facts}>
      <ProgressLine active={isRefetching} label="Updating the export" />
      {!isGone && <StateNotice reading={reading} />}
      <Section title="File">
        <KeyValueList
          items={[
            {
              label: "State",
              value: isGone ? (
                "Not on the server any more"
              ) : (
                <ExportStatus reading={{ ...reading, detail: shortDetail(reading) }} />
              ),
            },
            { label: "File name", value: record.filename || `None, shown as “${nameOf(record).text}”` },
            { label: "Format", value: `${namesOf(record.export_format).label} (${record.export_format})` },
            { label: "Created", value: momentWords(record.created_at) },
            { label: "Expires", value: momentWords(record.expires_after) },
          ]}
        />
      </Section>
      {hasFile(record, now) && !isGone && (
        <div className={classes.wide}>
          <Section title="Preview">
            <Suspense fallback={<SkeletonLines n={6} />}>
              <ExportPreview record={record} />
            </Suspense>
          </Section>
        </div>
      )}
      <SourceSection record={record} />
      <Section title="Record">
        <KeyValueList items={[{ label: "Number", value: String(record.id) }]} />
        <RawJson value={rawOf(record)} label="Show as it was served (JSON)" />
      </Section>
    </div>
  );
}

/** The words of a failure stand above, and whole. */
function shortDetail({ state, detail }: StateReading): string | null {
  return state === "failed" ? null : detail;
}

const TONES = {
  pending: "info",
  stuck: "warning",
  expiring: "warning",
  expired: "warning",
  failed: "danger",
} as const;

/** What a state means, and what to do about it. */
function StateNotice({ reading }: { readonly reading: StateReading }) {
  const { state, label, why, detail } = reading;
  if (state === "ready") return null;
  return (
    <Notice tone={TONES[state]} title={detail === null || state === "failed" ? label : `${label} ${detail}`}>
      <p>{why}</p>
      {state === "failed" && <p className={classes.words}>{detail}</p>}
    </Notice>
  );
}

/** An instant in both zones at once: what a printed page can show as well. */
function momentWords(iso: string | null): string {
  if (iso === null) return "—";
  const zone = localZone();
  return [...new Set([formatInstant(iso, { zone, style: "long" }), formatUtc(iso)])].join(" · ");
}

function SourceSection({ record }: { readonly record: ExportedAsset }) {
  const source = sourceOf(record);
  const context = contextText(record.export_context);
  const items = [
    { label: "Exported", value: sourceLabel(record) },
    ...(source.kind === "path"
      ? [{ label: "Address", value: `${source.method ?? "GET"} ${source.path}` }]
      : []),
    ...(source.kind === "recording" ? [{ label: "Recording", value: source.recordingId }] : []),
  ];
  return (
    <Section
      title="Source"
      {...(context !== "" && { actions: <CopyButton value={context} label="Copy the context" /> })}
    >
      <KeyValueList items={items} />
      {context !== "" && (
        <section className={classes.context} aria-label="Context (JSON)">
          {/* oxlint-disable-next-line no-noninteractive-tabindex -- it scrolls, also by keys */}
          <pre tabIndex={0}>{context}</pre>
        </section>
      )}
    </Section>
  );
}
