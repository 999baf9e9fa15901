import { Stack } from "@mantine/core";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-preview.module.css";
import { loadingFileMessage } from "./preview-messages";

export interface LoadProgress {
  readonly receivedBytes: number;
  /** Size in bytes, or null if unknown. */
  readonly totalBytes: number | null;
}

export function LoadingFile({ progress }: { readonly progress: LoadProgress | null }) {
  const { receivedBytes = 0, totalBytes = null } = progress ?? {};
  const progressText = loadingFileMessage(receivedBytes, totalBytes);
  return (
    <Stack gap="xs" align="center" justify="center" mih={240} ta="center" aria-busy="true">
      <progress
        className={classes.progress}
        aria-label="Loading file"
        aria-valuetext={progressText}
        {...(totalBytes !== null && receivedBytes > 0 && { value: receivedBytes, max: totalBytes })}
      />
      <p className={`${shared.hint} ${shared.numeric}`}>{progressText}</p>
    </Stack>
  );
}
