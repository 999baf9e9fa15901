import { formatBytes } from "@/lib/file/byte-size";
import { formatCount } from "@/lib/text/numbers";
import { CopyButton } from "@/ui/feedback/copy-button";
import { Notice } from "@/ui/feedback/states";
import { MAX_JSON_BYTES, MAX_TEXT_BYTES, type TextReason } from "./load-preview";
import { ScrollRegion } from "./scroll-region";
import classes from "./text-view.module.css";

interface TextViewProps {
  readonly text: string;
  /** Whether the file has more text. */
  readonly hasMore: boolean;
  /** Why a JSON file is shown as text. */
  readonly reason: TextReason | null;
  /** Size of the file in bytes; null when unknown. */
  readonly size: number | null;
}

export function TextView({ text, hasMore, reason, size }: TextViewProps) {
  return (
    <>
      {reason && (
        <Notice tone={reason.kind === "mistake" ? "warning" : "info"}>
          {textReasonMessage(reason, size)}
        </Notice>
      )}
      {hasMore && (
        <p className={classes.summary}>
          The first {formatBytes(MAX_TEXT_BYTES)}
          {size !== null && ` of ${formatBytes(size)}`}. Download the file to see all.
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

function textReasonMessage(reason: TextReason, size: number | null): string {
  if (reason.kind === "mistake")
    return `This is not valid JSON, so it is shown as text. Line ${formatCount(reason.line)}, column ${formatCount(reason.column)}: ${reason.message}`;
  const maxSizeLabel = formatBytes(MAX_JSON_BYTES);
  return size === null
    ? `This is too large for a tree view. The limit is ${maxSizeLabel}.`
    : `At ${formatBytes(size)}, this is too large for a tree view. The limit is ${maxSizeLabel}.`;
}
