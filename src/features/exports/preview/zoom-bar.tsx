import { Box, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { IconButton } from "@/ui/primitives/link-button";
import { PlusIcon } from "@/ui/theme/icons";
import { MinusIcon } from "@/ui/theme/icons-lazy";
import shared from "@/ui/theme/shared.module.css";
import { stepZoom, type Zoom } from "./zoom";

interface ZoomBarProps {
  /** The current zoom as a number, even for "fit". */
  readonly shownZoom: number;
  readonly onZoom: (zoom: Zoom) => void;
  readonly children?: ReactNode;
}

export function ZoomBar({ shownZoom, onZoom, children }: ZoomBarProps) {
  return (
    <Group gap={4} role="toolbar" aria-label="Zoom" data-no-print>
      <IconButton label="Zoom out" icon={<MinusIcon />} onClick={() => onZoom(stepZoom(shownZoom, -1))} />
      <Box component="output" className={shared.numeric} miw="6ch" fz="sm" ta="center">
        {Math.round(shownZoom * 100)}%
      </Box>
      <IconButton label="Zoom in" icon={<PlusIcon />} onClick={() => onZoom(stepZoom(shownZoom, 1))} />
      <Button variant="default" onClick={() => onZoom("fit")}>
        Fit
      </Button>
      <Button variant="default" onClick={() => onZoom(1)}>
        100%
      </Button>
      {children}
    </Group>
  );
}
