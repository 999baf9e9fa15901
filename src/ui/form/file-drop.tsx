import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { UploadIcon } from "@/ui/theme/icons";
import classes from "./file-drop.module.css";

interface FileDropProps {
  /** Names the file, for example "Edited file". */
  readonly label: string;
  /** What may be dropped, and what it does. */
  readonly hint: ReactNode;
  /** As in the attribute of the input: ".json,application/json". */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  /** Other ways to give the same, for example a field to paste into. */
  readonly children?: ReactNode;
}

/**
 * Takes a file by drop, anywhere on the page while it is drawn, or by a button. Dropped beside the page, a browser would
 * leave the page and show the file.
 */
export function FileDrop({ label, hint, accept, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDroppedFile(onFile);
  const id = useId();
  return (
    <section className={classes.zone} data-over={isOver || undefined} aria-labelledby={id}>
      <div className={classes.icon}>
        <UploadIcon />
      </div>
      <p id={id} className={classes.title}>
        {isOver ? "Drop it here" : label}
      </p>
      <div className={classes.hint}>{hint}</div>
      <div className={classes.ways}>
        <Button variant="default" onClick={() => input.current?.click()}>
          Choose a file…
        </Button>
        <input
          ref={input}
          type="file"
          className="ui-hidden"
          // The button beside it is what the keyboard reaches.
          tabIndex={-1}
          aria-label={label}
          accept={accept}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // The same file, corrected, must be a change again.
            event.currentTarget.value = "";
            if (file) onFile(file);
          }}
        />
      </div>
      {children}
    </section>
  );
}

function hasFile(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Takes a file that is dropped anywhere on the page; tells whether one hovers over it. */
function useDroppedFile(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      take(file);
    };
    window.addEventListener("dragover", onDragOver);
    window.addEventListener("dragleave", onDragLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onDragOver);
      window.removeEventListener("dragleave", onDragLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, []);
  return isOver;
}
