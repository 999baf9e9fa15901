import { useCallback } from "react";
import { formatBytes } from "@/lib/file/byte-size";
import { EmptyState } from "@/ui/feedback/states";
import { Button } from "@/ui/primitives/button";

interface PdfLinkProps {
  /** Typed `application/pdf` whatever the server called it: the browser's own viewer opens nothing else. */
  readonly blob: Blob;
}

/** Opens a PDF in the browser's own viewer: the page's policy allows no embedded one. */
export function PdfLink({ blob }: PdfLinkProps) {
  const attachLink = useCallback(
    (link: HTMLAnchorElement) => {
      const url = URL.createObjectURL(blob);
      link.href = url;
      // A tab that is open already keeps its document.
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
