import classes from "./export-preview.module.css";
import { loadingFileMessage } from "./preview-messages";

/** How much of a file has come. */
export interface LoadProgress {
  readonly receivedBytes: number;
  /** Bytes of the whole file; null where nobody knows. */
  readonly totalBytes: number | null;
}

/** Stands in the place of a file that is on its way. */
export function LoadingFile({ progress }: { readonly progress: LoadProgress | null }) {
  const { receivedBytes = 0, totalBytes = null } = progress ?? {};
  const progressText = loadingFileMessage(receivedBytes, totalBytes);
  return (
    <div className={classes.loading} aria-busy="true">
      <progress
        className={classes.progress}
        aria-label="Loading file"
        aria-valuetext={progressText}
        {...(totalBytes !== null && receivedBytes > 0 && { value: receivedBytes, max: totalBytes })}
      />
      <p className={classes.words}>{progressText}</p>
    </div>
  );
}
