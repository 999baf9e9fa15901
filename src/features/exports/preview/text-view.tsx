import { Box } from "@mantine/core";
import { formatBytes } from "@/lib/file/byte-size";
import { CopyButton } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-preview.module.css";
import { MAX_TEXT_BYTES, type TextReason } from "./load-preview";
import { textReasonMessage } from "./preview-messages";
import { ScrollRegion } from "./scroll-region";

interface TextViewProps {
  readonly text: string;
  readonly hasMore: boolean;
  /** Why a JSON file is shown as text. Null for other text and for truncated files. */
  readonly reason: TextReason | null;
  /** In bytes. Null when unknown. */
  readonly size: number | null;
}

export function TextView({ text, hasMore, reason, size }: TextViewProps) {
  return (
    <>
      {reason && (
        <Notice tone={reason.kind === "invalid" ? "warning" : "info"}>
          {textReasonMessage(reason, size)}
        </Notice>
      )}
      {hasMore && (
        <p className={shared.hint}>
          Showing the first {formatBytes(MAX_TEXT_BYTES)}
          {size !== null && ` of ${formatBytes(size)}`}. Download the file to see the rest.
        </p>
      )}
      {text.includes("\ufffd") && <p className={shared.hint}>Characters that aren't UTF-8 appear as �.</p>}
      <Box pos="relative">
        <Box pos="absolute" top={6} right={6} bg="var(--ui-bg-sunken)" data-no-print>
          <CopyButton value={text} label="Copy text" />
        </Box>
        <ScrollRegion className={classes.text} label="File text">
          <pre className={shared.preWrap}>{text}</pre>
        </ScrollRegion>
      </Box>
    </>
  );
}
