import { Button, Group, Stack } from "@mantine/core";
import { useDeferredValue, useMemo, useRef } from "react";
import { type UseFormReturn, useFormState, useWatch } from "react-hook-form";
import { CONTEXT_EXAMPLES, type ContextIssue, parseContext } from "@/features/exports/model/context-text";
import type { ExportFormValues } from "@/features/exports/model/export-form-values";
import { TextAreaField } from "@/ui/form/fields";
import { FormField } from "@/ui/form/form-field";
import { MenuButton } from "@/ui/overlay/action-menu";
import { SourceLines } from "@/ui/primitives/source-lines";

/** JSON editor for the context. Reports the position of the first error while the user types. */
export function ContextField({ form }: { readonly form: UseFormReturn<ExportFormValues> }) {
  const root = useRef<HTMLDivElement>(null);
  const { control } = form;
  const { errors } = useFormState({ control, name: "context" });
  const text = useDeferredValue(useWatch({ control, name: "context" }));
  const reading = useMemo(() => parseContext(text), [text]);
  const issue = reading.ok || text.trim() === "" ? null : reading.issue;

  function selectOffset(offset: number) {
    const element = root.current?.querySelector("textarea");
    if (element == null) return;
    const end = element.value.indexOf("\n", offset);
    element.focus();
    element.setSelectionRange(offset, end < 0 ? element.value.length : end);
  }

  function insertExample(example: string) {
    form.setValue("context", example, { shouldDirty: true });
    if (form.formState.isSubmitted) void form.trigger("context");
    form.setFocus("context");
  }

  return (
    <Stack ref={root} gap="xs">
      <FormField
        as={TextAreaField}
        control={control}
        name="context"
        label="Custom definition"
        description="A JSON object. Its format depends on the server."
        required
        rows={10}
        spellCheck={false}
        monospace
      />
      {issue !== null && (
        <ContextIssueDetails
          issue={issue}
          isAnnounced={errors.context !== undefined}
          onShowPosition={selectOffset}
        />
      )}
      <div>
        <MenuButton
          label="Start from an example"
          actions={() =>
            CONTEXT_EXAMPLES.map((example) => ({
              id: example.id,
              label: example.label,
              onSelect: () => insertExample(example.text),
            }))
          }
        />
      </div>
    </Stack>
  );
}

interface ContextIssueDetailsProps {
  readonly issue: ContextIssue;
  /** Whether the field already shows the message. */
  readonly isAnnounced: boolean;
  readonly onShowPosition: (offset: number) => void;
}

function ContextIssueDetails({ issue, isAnnounced, onShowPosition }: ContextIssueDetailsProps) {
  const { line, column, message, lines, offset } = issue;
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="space-between" fz="sm">
        {!isAnnounced && <span>{`Line ${line}, column ${column}: ${message}`}</span>}
        <Button variant="default" onClick={() => onShowPosition(offset)}>
          {`Go to line ${line}`}
        </Button>
      </Group>
      <SourceLines label={`Around line ${line}`} lines={lines} />
    </Stack>
  );
}
