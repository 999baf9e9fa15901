import { Stack } from "@mantine/core";
import type { ComponentProps } from "react";
import { formatBytes } from "@/lib/text/numbers";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-preview.module.css";

export interface LoadProgress {
  readonly receivedBytes: number;
  /** Size in bytes, or null if unknown. */
  readonly totalBytes: number | null;
}

export function LoadingFile({ progress }: { readonly progress: LoadProgress | null }) {
  const { receivedBytes = 0, totalBytes = null } = progress ?? {};
  const received = receivedBytes === 0 ? "Loading file" : formatBytes(receivedBytes);
  const isTotalKnown = totalBytes !== null && receivedBytes > 0;
  const progressText = isTotalKnown ? `${received} of ${formatBytes(totalBytes)}` : received;
  return (
    <Stack gap="xs" align="center" justify="center" mih={240} ta="center" aria-busy="true">
      <progress
        className={classes.progress}
        aria-label="Loading file"
        aria-valuetext={progressText}
        {...(isTotalKnown && { value: receivedBytes, max: totalBytes })}
      />
      <p className={`${shared.hint} ${shared.numeric}`}>{progressText}</p>
    </Stack>
  );
}

interface ScrollRegionProps extends Omit<ComponentProps<"section">, "aria-label" | "tabIndex"> {
  readonly label: string;
  readonly className: string | undefined;
}

export function ScrollRegion({ label, className, ...section }: ScrollRegionProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the content may have nothing to focus
  return <section {...section} className={`${classes.box} ${className}`} aria-label={label} tabIndex={0} />;
}
