import { useCallback } from "react";
import { formatBytes } from "@/lib/file/byte-size";
import { EmptyState } from "@/ui/feedback/states";
import { Button } from "@/ui/primitives/button";

interface PdfLinkProps {
  /**
   * Has the type `application/pdf`, whatever the server sent, since browsers open their PDF viewer only for
   * this type.
   */
  readonly blob: Blob;
}

/** Opens a PDF in the browser's viewer. The content security policy forbids embedding it in the page. */
export function PdfLink({ blob }: PdfLinkProps) {
  const attachLink = useCallback(
    (link: HTMLAnchorElement) => {
      const url = URL.createObjectURL(blob);
      link.href = url;
      // A tab that has already loaded the PDF keeps showing it.
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return (
    <EmptyState
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
