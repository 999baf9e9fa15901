import { Button, FileButton, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { UploadIcon } from "@/ui/theme/icons";
import classes from "./file-drop.module.css";

interface FileDropProps {
  readonly label: string;
  readonly hint: ReactNode;
  /** Value of the `accept` attribute, such as ".json,application/json". */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  /** Alternatives, such as a text field for pasting. */
  readonly children?: ReactNode;
}

/**
 * Accepts a file that is dropped anywhere on the page, or chosen with a button. Drops outside the
 * zone must be handled, because otherwise the browser would open the file.
 */
export function FileDrop({ label, hint, accept, onFile, children }: FileDropProps) {
  const resetChoice = useRef<() => void>(null);
  const isDraggingOver = useFileDrop(onFile);
  const id = useId();
  return (
    <Stack
      component="section"
      align="center"
      gap={0}
      className={classes.zone ?? ""}
      data-over={isDraggingOver || undefined}
      aria-labelledby={id}
    >
      <UploadIcon />
      <Text id={id} fw={600} mt="xs">
        {isDraggingOver ? "Drop the file here" : label}
      </Text>
      <Text component="div" size="sm" c="dimmed" maw="60ch" mt={4} mb="md">
        {hint}
      </Text>
      <FileButton
        accept={accept}
        inputProps={{ "aria-label": label }}
        resetRef={resetChoice}
        onChange={(file) => {
          // Lets the user choose the same file again.
          resetChoice.current?.();
          if (file) onFile(file);
        }}
      >
        {(button) => (
          <Button {...button} variant="default">
            Choose file…
          </Button>
        )}
      </FileButton>
      {children}
    </Stack>
  );
}

function hasFile(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Handles files that are dropped anywhere on the page. Returns whether a file is being dragged. */
function useFileDrop(onFile: (file: File) => void): boolean {
  const [isDraggingOver, setIsDraggingOver] = useState(false);
  const handleFile = useEffectEvent(onFile);
  useEffect(() => {
    const handleDragOver = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsDraggingOver(true);
    };
    const handleDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsDraggingOver(false);
    };
    const handleDrop = (event: DragEvent) => {
      setIsDraggingOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      handleFile(file);
    };
    window.addEventListener("dragover", handleDragOver);
    window.addEventListener("dragleave", handleDragLeave);
    window.addEventListener("drop", handleDrop);
    return () => {
      window.removeEventListener("dragover", handleDragOver);
      window.removeEventListener("dragleave", handleDragLeave);
      window.removeEventListener("drop", handleDrop);
    };
  }, []);
  return isDraggingOver;
}
