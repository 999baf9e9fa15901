import { Button } from "@mantine/core";
import { DownloadIcon } from "./icons";

/** Asks what to download, in the line on a collection or on a selection. */
export function DownloadButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" size="compact-sm" leftSection={<DownloadIcon />} onClick={onClick}>
      Download
    </Button>
  );
}
