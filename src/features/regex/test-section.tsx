import { Checkbox, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useMemo, useState } from "react";
import { TextAreaField, TextField } from "@/ui/form/fields";
import { Section } from "@/ui/primitives/section";
import { parseSampleLines } from "./parse-sample-lines";
import { runRegex } from "./regex-runner";
import { TestResult } from "./test-result";
import type { RegexTask } from "./trial-messages";

interface TestSectionProps {
  readonly pattern: string;
  readonly onPattern: (pattern: string) => void;
  readonly field: Ref<HTMLInputElement>;
}

export function TestSection({ pattern, onPattern, field }: TestSectionProps) {
  const [text, setText] = useState("");
  const [ignoresCase, setIgnoresCase] = useState(false);
  const { lines, skippedCount } = useMemo(() => parseSampleLines(text), [text]);
  const currentTask = useMemo(
    (): RegexTask => ({ pattern, ignoresCase, lines }),
    [pattern, ignoresCase, lines],
  );
  const task = useDebounced(currentTask);
  const { data, isFetching, refetch } = useQuery({
    queryKey: ["regex test", task],
    queryFn: async ({ signal }) => ({ task, outcome: await runRegex(task, signal) }),
    enabled: task.pattern !== "",
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  const currentTest = task.pattern === "" || pattern === "" ? undefined : data;
  const patternError = currentTest?.outcome.kind === "invalid" ? currentTest.outcome.message : undefined;

  return (
    <Section title="Test a pattern">
      <Stack>
        <TextField
          ref={field}
          label="Pattern"
          description="Tested with this browser's regex engine. Servers may differ slightly."
          value={pattern}
          onChange={onPattern}
          spellCheck={false}
          data-monospace
          error={patternError}
        />
        <Checkbox
          label="Ignore case"
          checked={ignoresCase}
          onChange={(event) => setIgnoresCase(event.currentTarget.checked)}
        />
        <TextAreaField
          label="Sample lines"
          description="Each line is tested separately. Lines stay in this browser."
          rows={6}
          value={text}
          onChange={setText}
          spellCheck={false}
          monospace
        />
      </Stack>
      <TestResult
        test={currentTest}
        isRunning={isFetching || task !== currentTask}
        hasPattern={pattern !== ""}
        skippedCount={skippedCount}
        onRetry={() => void refetch()}
      />
    </Section>
  );
}

/** Debounces tests, because each one starts a worker. */
const DEBOUNCE_MS = 200;

/** Returns the value after it has been unchanged for `DEBOUNCE_MS`. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
