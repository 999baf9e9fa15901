import { Button, FileButton, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type ReactNode, useId, useRef, useState } from "react";
import { UploadIcon } from "@/ui/theme/icons";

/** Handles drops anywhere on the page, because otherwise the browser would open the file. */
export function FileDrop(props: {
  readonly label: string;
  readonly hint: ReactNode;
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly children?: ReactNode;
}) {
  const { label, hint, accept, onFile, children } = props;
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
        {(button) => <Button {...button}>Choose file…</Button>}
      </FileButton>
      {children}
    </Stack>
  );
}

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
