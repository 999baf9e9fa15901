import { formatBytes } from "@/lib/file/byte-size";
import { CopyButton } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { MAX_TEXT_BYTES, type TextReason } from "./load-preview";
import { textReasonMessage } from "./preview-messages";
import { ScrollRegion } from "./scroll-region";
import classes from "./text-view.module.css";

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
        <p className={classes.summary}>
          Showing the first {formatBytes(MAX_TEXT_BYTES)}
          {size !== null && ` of ${formatBytes(size)}`}. Download the file to see the rest.
        </p>
      )}
      {text.includes("\ufffd") && (
        <p className={classes.summary}>Characters that aren't UTF-8 appear as �.</p>
      )}
      <div className={classes.frame}>
        <div className={classes.copy}>
          <CopyButton value={text} label="Copy text" />
        </div>
        <ScrollRegion className={classes.text} label="File text">
          <pre>{text}</pre>
        </ScrollRegion>
      </div>
    </>
  );
}
