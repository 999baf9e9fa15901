import { Button, FileButton, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type ReactNode, useId, useRef, useState } from "react";
import { UploadIcon } from "@/ui/theme/icons";

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
      p="32px 24px"
      ta="center"
      bd={isDraggingOver ? "1px solid var(--ui-accent)" : "1px dashed var(--ui-border-control)"}
      bg={isDraggingOver ? "var(--ui-accent-soft)" : "var(--ui-bg-sunken)"}
      bdrs={10}
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

/** Handles files that are dropped anywhere on the page. Returns whether a file is being dragged. */
function useFileDrop(onFile: (file: File) => void): boolean {
  const [isDraggingOver, setIsDraggingOver] = useState(false);
  useWindowEvent("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    setIsDraggingOver(true);
  });
  useWindowEvent("dragleave", (event) => {
    if (event.relatedTarget === null) setIsDraggingOver(false);
  });
  useWindowEvent("drop", (event) => {
    setIsDraggingOver(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  return isDraggingOver;
}
