import { Stack } from "@mantine/core";
import type { ComponentProps } from "react";
import { formatBytes, formatCount, pluralize } from "@/lib/text/numbers";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-preview.module.css";
import { MAX_JSON_BYTES, type TextReason } from "./load-preview";

/** @param hasMore whether the file has more than `rowCount` rows */
export function tableSummary(rowCount: number, columnCount: number, hasMore: boolean): string {
  if (columnCount === 0) return "The file has no rows.";
  const columns = pluralize(columnCount, "column", "columns");
  return hasMore
    ? `Showing the first ${pluralize(rowCount, "row", "rows")} (${columns}). Download the file to see all rows.`
    : `${pluralize(rowCount, "row", "rows")}, ${columns}`;
}

/**
 * @param fileLabel such as "a PDF"
 * @param totalBytes null when unknown
 */
export function unsupportedFileMessage(fileLabel: string, totalBytes: number | null): string {
  const size = totalBytes === null ? "" : ` (${formatBytes(totalBytes)})`;
  return `This is ${fileLabel}${size}. Download it to open it in another program.`;
}

/** @param size formatted size, such as "130 MB" */
export function tooLargeMessage(fileLabel: string, size: string, maxBytes: number): string {
  return `This is ${fileLabel} (${size}). The limit is ${formatBytes(maxBytes)}. Download the file to view it.`;
}

function loadingFileMessage(receivedBytes: number, totalBytes: number | null): string {
  if (receivedBytes === 0) return "Loading file";
  return totalBytes === null
    ? formatBytes(receivedBytes)
    : `${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)}`;
}

/**
 * Explains why a JSON file is shown as text.
 * @param size size in bytes, or null when unknown
 */
export function textReasonMessage(reason: TextReason, size: number | null): string {
  if (reason.kind === "invalid")
    return `This isn't valid JSON, so it is shown as text. Line ${formatCount(reason.line)}, column ${formatCount(reason.column)}: ${reason.message}`;
  const maxSizeLabel = formatBytes(MAX_JSON_BYTES);
  return size === null
    ? `The file is too large for a tree view. The limit is ${maxSizeLabel}.`
    : `At ${formatBytes(size)}, the file is too large for a tree view. The limit is ${maxSizeLabel}.`;
}

export interface LoadProgress {
  readonly receivedBytes: number;
  /** Size in bytes, or null if unknown. */
  readonly totalBytes: number | null;
}

export function LoadingFile({ progress }: { readonly progress: LoadProgress | null }) {
  const { receivedBytes = 0, totalBytes = null } = progress ?? {};
  const progressText = loadingFileMessage(receivedBytes, totalBytes);
  return (
    <Stack gap="xs" align="center" justify="center" mih={240} ta="center" aria-busy="true">
      <progress
        className={classes.progress}
        aria-label="Loading file"
        aria-valuetext={progressText}
        {...(totalBytes !== null && receivedBytes > 0 && { value: receivedBytes, max: totalBytes })}
      />
      <p className={`${shared.hint} ${shared.numeric}`}>{progressText}</p>
    </Stack>
  );
}

interface ScrollRegionProps extends Omit<ComponentProps<"section">, "aria-label" | "tabIndex"> {
  readonly label: string;
  readonly className: string | undefined;
}

export function ScrollRegion({ label, className, ...section }: ScrollRegionProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the content may have nothing to focus
  return <section {...section} className={`${classes.box} ${className}`} aria-label={label} tabIndex={0} />;
}
