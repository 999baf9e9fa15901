import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { Checkbox } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Ref, useMemo, useState } from "react";
import { TextAreaField, TextField } from "@/ui/form/fields";
import { Section } from "@/ui/primitives/section";
import { readLines } from "./parse-sample-lines";
import classes from "./regex.module.css";
import { tryPattern } from "./regex-runner";
import { TrialResult } from "./test-result";
import { type TrialTask } from "./trial-messages";
import { useSettled } from "./use-debounced";

interface TrySectionProps {
  readonly pattern: string;
  readonly onPattern: (pattern: string) => void;
  readonly field: Ref<HTMLInputElement>;
}

/** Tries a pattern on lines of one's own, as they are typed. */
export function TrySection({ pattern, onPattern, field }: TrySectionProps) {
  const [text, setText] = useState("");
  const [ignoresCase, setIgnoresCase] = useState(false);
  const { lines, leftOut } = useMemo(() => readLines(text), [text]);
  const typed = useMemo((): TrialTask => ({ pattern, ignoresCase, lines }), [pattern, ignoresCase, lines]);
  const task = useSettled(typed);
  const { data, isFetching, refetch } = useQuery({
    queryKey: ["pattern trial", task],
    queryFn: async ({ signal }) => ({ task, outcome: await tryPattern(task, signal) }),
    enabled: task.pattern !== "",
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const shown = task.pattern === "" || pattern === "" ? undefined : data;
  const mistake = shown?.outcome.kind === "invalid" ? shown.outcome.message : undefined;

  return (
    <Section title="Try a pattern">
      <div className={classes.form}>
        <TextField
          ref={field}
          label="Pattern"
          description="Tried by this browser's own engine; a server may use another one, with small differences."
          value={pattern}
          onChange={onPattern}
          spellCheck={false}
          monospace
          error={mistake}
        />
        <Checkbox
          label="Large and small letters are the same"
          checked={ignoresCase}
          onChange={(event) => setIgnoresCase(event.currentTarget.checked)}
        />
        <TextAreaField
          label="Sample lines"
          description="Each line is tried by itself. They stay in this browser."
          rows={6}
          value={text}
          onChange={setText}
          spellCheck={false}
          monospace
        />
      </div>
      <TrialResult
        trial={shown}
        isBusy={isFetching || task !== typed}
        hasPattern={pattern !== ""}
        leftOut={leftOut}
        onRetry={() => void refetch()}
      />
    </Section>
  );
}
