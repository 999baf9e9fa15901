import { useEffect, useRef, useState } from "react";
import { readTextFile } from "@/lib/file/read-text";
import { runInSlices } from "@/lib/scheduler/cooperative-task";
import { type PlanRefusal, type PlanText, readPlan } from "./parse-edit-file";

/** A file or a pasted text on its way to a plan. */
export type PlanState =
  | { readonly phase: "none" }
  | { readonly phase: "reading"; readonly name: string }
  | {
      readonly phase: "refused";
      readonly name: string;
      readonly refusal: PlanRefusal;
      readonly text: string | null;
    }
  | { readonly phase: "read"; readonly name: string; readonly plan: PlanText };

/** What was pasted is called so. */
export const PASTED = "The pasted text";

/** Reads one file or text at a time; a later one takes the place of what is being read. */
export function usePlanText() {
  const [state, setState] = useState<PlanState>({ phase: "none" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function read(name: string, textOf: (signal: AbortSignal) => Promise<string | PlanRefusal>) {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setState({ phase: "reading", name });
    try {
      const text = await textOf(signal);
      if (typeof text !== "string") return setState({ phase: "refused", name, refusal: text, text: null });
      const reading = await runInSlices(readPlan(text), signal);
      if (reading.ok) setState({ phase: "read", name, plan: reading.plan });
      else setState({ phase: "refused", name, refusal: reading.refusal, text });
    } catch (error) {
      if (!signal.aborted) setState({ phase: "refused", name, refusal: unreadable(error), text: null });
    }
  }

  return {
    state,
    readFile: (file: File) =>
      void read(file.name, async (signal) => {
        const reading = await readTextFile(file, signal);
        return reading.ok
          ? reading.text
          : { title: "The file cannot be read", detail: reading.message, offset: null };
      }),
    readText: (text: string) => void read(PASTED, () => Promise.resolve(text)),
    clear: () => {
      running.current?.abort();
      setState({ phase: "none" });
    },
  };
}

/** Browsers refuse a file that has changed on the disk since it was chosen. */
function unreadable(error: unknown): PlanRefusal {
  const words = error instanceof Error && error.message !== "" ? ` (${error.message})` : "";
  return {
    title: "The file cannot be read",
    detail: `It may have been moved or changed since it was chosen. Choose it again.${words}`,
    offset: null,
  };
}
