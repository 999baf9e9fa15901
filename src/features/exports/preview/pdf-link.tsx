import { Button } from "@mantine/core";
import { useCallback } from "react";
import { formatBytes } from "@/lib/file/byte-size";
import { EmptyState } from "@/ui/feedback/states";
import { FileIcon } from "@/ui/theme/icons-lazy";

interface PdfLinkProps {
  /** Must have the type `application/pdf`, for which browsers open their PDF viewer. */
  readonly blob: Blob;
}

/** Opens a PDF in the browser's viewer. The Content Security Policy forbids embedding the PDF in the page. */
export function PdfLink({ blob }: PdfLinkProps) {
  const attachLink = useCallback(
    (link: HTMLAnchorElement) => {
      const url = URL.createObjectURL(blob);
      link.href = url;
      // A tab that has loaded the PDF continues to show it.
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return (
    <EmptyState
      icon={<FileIcon />}
      title="PDF document"
      detail={formatBytes(blob.size)}
      action={
        <Button component="a" ref={attachLink} target="_blank" rel="noopener" variant="default">
          Open in a new tab
        </Button>
      }
    />
  );
}
