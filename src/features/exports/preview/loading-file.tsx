import { formatBytes } from "@/lib/file/byte-size";
import classes from "./export-preview.module.css";

/** How much of a file has come. */
export interface Progress {
  readonly received: number;
  /** Bytes of the whole file; null where nobody knows. */
  readonly size: number | null;
}

/** Stands in the place of a file that is on its way. */
export function LoadingFile({ progress }: { readonly progress: Progress | null }) {
  const { received = 0, size = null } = progress ?? {};
  const words =
    received === 0
      ? "Loading the file"
      : `${formatBytes(received)}${size === null ? "" : ` of ${formatBytes(size)}`}`;
  return (
    <div className={classes.loading} aria-busy="true">
      <progress
        className={classes.progress}
        aria-label="Loading the file"
        aria-valuetext={words}
        {...(size !== null && received > 0 && { value: received, max: size })}
      />
      <p className={classes.words}>{words}</p>
    </div>
  );
}
