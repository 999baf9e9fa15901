import { Button } from "@mantine/core";
import { DownloadIcon } from "@/ui/theme/icons";

interface DownloadButtonProps {
  readonly label?: string;
  readonly onClick: () => void;
}

export function DownloadButton({ label = "Download", onClick }: DownloadButtonProps) {
  return (
    <Button variant="default" leftSection={<DownloadIcon />} onClick={onClick}>
      {label}
    </Button>
  );
}
