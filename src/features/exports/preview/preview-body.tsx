import { EmptyState } from "@/ui/feedback/states";
import { CsvTable } from "./csv-table";
import { ImageView } from "./image-view";
import { JsonView } from "./json-view";
import type { Preview } from "./load-preview";
import { PdfView } from "./pdf-view";
import { formatFileLabel } from "./preview-kind";
import { unsupportedFileMessage } from "./preview-messages";
import { TextView } from "./text-view";

interface PreviewBodyProps {
  readonly preview: Preview;
  /** The media type that was asked for. */
  readonly format: string;
  /** The name of the file. */
  readonly name: string;
}

/** What was fetched of a file, each kind in its own way. */
export function PreviewBody({ preview, format, name }: PreviewBodyProps) {
  const { view, size } = preview;
  switch (view.kind) {
    case "empty":
      return <EmptyState title="The file is empty" detail="Run the export again to get a new file." />;
    case "image":
      return <ImageView blob={view.blob} name={name} />;
    case "pdf":
      return <PdfView bytes={view.bytes} />;
    case "table":
      return <CsvTable lines={view.lines} hasMore={view.hasMore} />;
    case "json":
      return <JsonView text={view.text} outline={view.outline} />;
    case "text":
      // Why a file that broke off is no whole JSON is said already.
      return (
        <TextView
          text={view.text}
          hasMore={view.hasMore}
          reason={preview.isTruncated === null ? view.reason : null}
          size={size}
        />
      );
    default: {
      const fileLabel = formatFileLabel(preview.fileKind, format);
      return (
        <EmptyState title="No preview for this file type" detail={unsupportedFileMessage(fileLabel, size)} />
      );
    }
  }
}
