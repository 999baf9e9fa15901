import { useEffect, useRef, useState } from "react";
import { readTextFile } from "@/lib/file/read-text";
import { runCooperatively } from "@/lib/scheduler/cooperative-task";
import { type FileRejection, type ParsedImportFile, parseImportFile } from "./parse-import-file";

export type ImportFileState =
  | { readonly phase: "none" }
  | { readonly phase: "reading"; readonly name: string }
  | {
      readonly phase: "refused";
      readonly name: string;
      readonly rejection: FileRejection;
      readonly text: string | null;
    }
  | { readonly phase: "read"; readonly name: string; readonly file: ParsedImportFile };

export const PASTED_NAME = "Pasted text";

/** Reads a file or pasted text. Another file or text cancels the previous read. */
export function useImportText() {
  const [state, setState] = useState<ImportFileState>({ phase: "none" });
  const activeController = useRef<AbortController>(undefined);
  useEffect(() => () => activeController.current?.abort(), []);

  async function read(name: string, readText: (signal: AbortSignal) => Promise<string | FileRejection>) {
    activeController.current?.abort();
    const { signal } = (activeController.current = new AbortController());
    setState({ phase: "reading", name });
    try {
      const text = await readText(signal);
      if (typeof text !== "string") return setState({ phase: "refused", name, rejection: text, text: null });
      const reading = await runCooperatively(parseImportFile(text), signal);
      if (reading.ok) setState({ phase: "read", name, file: reading.file });
      else setState({ phase: "refused", name, rejection: reading.rejection, text });
    } catch (error) {
      if (!signal.aborted)
        setState({ phase: "refused", name, rejection: unreadableState(error), text: null });
    }
  }

  return {
    state,
    readFile: (file: File) =>
      void read(file.name, async (signal) => {
        const reading = await readTextFile(file, signal);
        return reading.ok
          ? reading.text
          : { title: "Couldn't read the file", detail: reading.message, offset: null };
      }),
    readText: (text: string) => void read(PASTED_NAME, () => Promise.resolve(text)),
    clear: () => {
      activeController.current?.abort();
      setState({ phase: "none" });
    },
  };
}

/** Describes an unreadable file. Browsers can't read a file that has changed since it was chosen. */
function unreadableState(error: unknown): FileRejection {
  const errorDetail = error instanceof Error && error.message !== "" ? ` (${error.message})` : "";
  return {
    title: "Couldn't read the file",
    detail: `It may have been moved or changed. Choose it again.${errorDetail}`,
    offset: null,
  };
}
