import { Box, Button, Group } from "@mantine/core";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { formatCount } from "@/lib/text/numbers";
import { Notice } from "@/ui/feedback/states";
import { IconButton } from "@/ui/primitives/link-button";
import { PlusIcon } from "@/ui/theme/icons";
import { MinusIcon } from "@/ui/theme/icons-lazy";
import shared from "@/ui/theme/shared.module.css";
import classes from "./export-preview.module.css";
import { ScrollRegion } from "./scroll-region";
import { useZoom } from "./use-zoom";
import { stepZoom, type Zoom } from "./zoom";

interface ImageViewProps {
  /** Image in a format that can't execute code. */
  readonly blob: Blob;
  readonly name: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export function ImageView({ blob, name }: ImageViewProps) {
  const containerRef = useRef<HTMLElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [naturalSize, setNaturalSize] = useState<Size | null>(null);
  const [fittedSize, setFittedSize] = useState(1);
  /** The blob that failed to decode. A retry creates a new blob, which clears the error. */
  const [damagedBlob, setDamagedBlob] = useState<Blob | null>(null);
  const getShownZoom = () => (image.current?.clientWidth ?? 0) / (naturalSize?.width || 1) || 1;
  const { zoom, zoomTo, handlers } = useZoom({ containerRef, targetRef: image, getShownZoom });

  const attachImage = useCallback(
    (element: HTMLImageElement) => {
      image.current = element;
      const url = URL.createObjectURL(blob);
      element.src = url;
      // The fitted size depends on the window.
      const observer = new ResizeObserver(() =>
        setFittedSize(element.clientWidth / (element.naturalWidth || 1)),
      );
      observer.observe(element);
      return () => {
        observer.disconnect();
        URL.revokeObjectURL(url);
        image.current = null;
      };
    },
    [blob],
  );

  if (damagedBlob === blob) {
    return (
      <Notice tone="warning" title="Couldn't display the image">
        The file is damaged, or this browser doesn't support its format. Download it to open it in another
        program.
      </Notice>
    );
  }
  return (
    <>
      <ZoomBar shownZoom={zoom === "fit" ? fittedSize : zoom} onZoom={(next) => zoomTo(next)}>
        {naturalSize && (
          <Box component="span" className={shared.numeric} ms="auto" c="dimmed" fz="sm">
            {formatCount(naturalSize.width)} × {formatCount(naturalSize.height)} pixels
          </Box>
        )}
      </ZoomBar>
      <ScrollRegion
        ref={containerRef}
        className={classes.zoomed}
        label="Image. Press plus or minus to zoom, 0 to fit, or 1 for 100%."
        data-fits={zoom === "fit" || undefined}
        {...handlers}
      >
        <img
          ref={attachImage}
          alt={`Preview of ${name}`}
          draggable={false}
          style={
            zoom === "fit" || !naturalSize
              ? undefined
              : { width: naturalSize.width * zoom, height: naturalSize.height * zoom }
          }
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setNaturalSize({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => setDamagedBlob(blob)}
        />
      </ScrollRegion>
    </>
  );
}

interface ZoomBarProps {
  /** The current zoom as a number, even for "fit". */
  readonly shownZoom: number;
  readonly onZoom: (zoom: Zoom) => void;
  readonly children?: ReactNode;
}

function ZoomBar({ shownZoom, onZoom, children }: ZoomBarProps) {
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
