import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { IconButton } from "@/ui/primitives/link-button";
import { PlusIcon } from "@/ui/theme/icons";
import { MinusIcon } from "@/ui/theme/icons-lazy";
import { stepZoom, type Zoom } from "./zoom";
import classes from "./zoom-bar.module.css";

interface ZoomBarProps {
  /** The current zoom as a number, even for "fit". */
  readonly shownZoom: number;
  readonly onZoom: (zoom: Zoom) => void;
  readonly children?: ReactNode;
}

export function ZoomBar({ shownZoom, onZoom, children }: ZoomBarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label="Zoom" data-no-print>
      <IconButton label="Zoom out" icon={<MinusIcon />} onClick={() => onZoom(stepZoom(shownZoom, -1))} />
      <output className={classes.shown}>{Math.round(shownZoom * 100)}%</output>
      <IconButton label="Zoom in" icon={<PlusIcon />} onClick={() => onZoom(stepZoom(shownZoom, 1))} />
      <Button variant="default" onClick={() => onZoom("fit")}>
        Fit
      </Button>
      <Button variant="default" onClick={() => onZoom(1)}>
        100%
      </Button>
      {children}
    </div>
  );
}
