import { EmptyState } from "@/ui/feedback/states";
import { CsvTable } from "./csv-table";
import { ImageView } from "./image-view";
import { JsonView } from "./json-view";
import type { Preview } from "./load-preview";
import { PdfLink } from "./pdf-link";
import { formatFileLabel } from "./preview-kind";
import { unsupportedFileMessage } from "./preview-messages";
import { TextView } from "./text-view";

interface PreviewBodyProps {
  readonly preview: Preview;
  readonly format: string;
  readonly name: string;
}

export function PreviewBody({ preview, format, name }: PreviewBodyProps) {
  const { view, size } = preview;
  switch (view.kind) {
    case "empty":
      return <EmptyState title="The file is empty" detail="Run the export again to get a new file." />;
    case "image":
      return <ImageView blob={view.blob} name={name} />;
    case "pdf":
      return <PdfLink blob={view.blob} />;
    case "table":
      return <CsvTable lines={view.lines} hasMore={view.hasMore} />;
    case "json":
      return <JsonView text={view.text} outline={view.outline} />;
    case "text":
      // The notice about a truncated file is enough. Errors in its JSON follow from the truncation.
      return (
        <TextView
          text={view.text}
          hasMore={view.hasMore}
          reason={preview.truncationError === null ? view.reason : null}
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
