import { Button, Group, Stack, Text } from "@mantine/core";
import { memo, useDeferredValue, useMemo, useRef, useState } from "react";
import { type UseFormReturn, useFormState, useWatch } from "react-hook-form";
import { describeError } from "@/api/describe-error";
import { useApi } from "@/data/backend/backend";
import { namelessSourceHelp, readTileInsights, useInsightLinks } from "@/data/catalog/read-insights";
import { useSourceSuggestions } from "@/data/catalog/source-suggestions";
import {
  CONTEXT_EXAMPLES,
  type ContextIssue,
  CUSTOM_FORMAT,
  type ExportFormOrigin,
  type ExportFormValues,
  parseContext,
  showsContext,
  splitIds,
  validateId,
} from "@/features/exports/model/export-form-values";
import { listFormatOptions } from "@/lib/file/export-formats";
import { fromLocalInput } from "@/lib/time/calendar-days";
import { zoneOffsetLabel } from "@/lib/time/dates";
import { parseShortId } from "@/lib/url/paths";
import { announce, useAnnouncement } from "@/ui/feedback/toasts";
import { DateTimeField, SegmentedField, SelectField, TextAreaField, TextField } from "@/ui/form/fields";
import { FormField } from "@/ui/form/form-field";
import { TagsInput } from "@/ui/form/tags-input";
import { MenuButton } from "@/ui/overlay/action-menu";
import { SubmitButton } from "@/ui/primitives/link-button";
import { SourceLines } from "@/ui/primitives/source-lines";

interface ExportFieldsProps {
  readonly form: UseFormReturn<ExportFormValues>;
  readonly origin: ExportFormOrigin;
  /** Called with the typed text that isn't in the list of IDs yet. */
  readonly onIdsDraft: (draft: string) => void;
}

const SOURCE_OPTIONS = [
  { value: "dashboard", label: "Dashboards" },
  { value: "insight", label: "Insights" },
  { value: "context", label: "Custom definition (JSON)" },
];

/** Memoized, because the form library renders the form twice when it opens. */
export const ExportFields = memo(function PlainExportFields({ form, origin, onIdsDraft }: ExportFieldsProps) {
  const { control } = form;
  const [source, format, keep, until] = useWatch({ control, name: ["source", "format", "keep", "until"] });
  return (
    <>
      <FormField
        as={SegmentedField}
        control={control}
        name="source"
        onChange={(value) => {
          form.setValue("source", value, { shouldDirty: true, shouldTouch: true });
          // The fields of the new source show no errors before the user fills them in.
          form.clearErrors(["numbers", "context"]);
        }}
        label="Export"
        options={SOURCE_OPTIONS}
      />
      {source !== "context" && (
        <SourceIdsField
          form={form}
          origin={origin}
          kind={source === "insight" ? "insight" : "dashboard"}
          onDraftChange={onIdsDraft}
        />
      )}
      {showsContext({ source }, origin) && <ContextField form={form} />}
      <FormField as={SelectField} control={control} name="format" label="Format" options={FORMAT_OPTIONS} />
      {format === CUSTOM_FORMAT && (
        <FormField
          as={TextField}
          control={control}
          name="otherFormat"
          label="Media type"
          placeholder="image/webp"
          description="Not every server supports every media type."
          required
          spellCheck={false}
        />
      )}
      <FormField
        as={SegmentedField}
        control={control}
        name="keep"
        label="Expiration"
        options={EXPIRY_OPTIONS}
        description="Exports are deleted only when they expire."
      />
      {keep === "until" && (
        <FormField
          as={DateTimeField}
          control={control}
          name="until"
          label="Expires"
          description={formatZonedTime(until, origin.zone)}
          required
        />
      )}
    </>
  );
});

const FORMAT_OPTIONS = [...listFormatOptions(), { value: CUSTOM_FORMAT, label: "Other format…" }];

const EXPIRY_OPTIONS = [
  { value: "usual", label: "Default (26 weeks)" },
  { value: "until", label: "Custom date" },
];

function formatZonedTime(text: string, zone: string): string {
  const reading = fromLocalInput(text, zone);
  if (!reading.ok) return `Time zone: ${zone}`;
  return `Time zone: ${zone} (${zoneOffsetLabel(new Date(reading.iso), zone)})`;
}

interface SourceIdsFieldProps {
  readonly form: UseFormReturn<ExportFormValues>;
  readonly origin: ExportFormOrigin;
  readonly kind: "dashboard" | "insight";
  readonly onDraftChange: (draft: string) => void;
}

function SourceIdsField({ form, origin, kind, onDraftChange }: SourceIdsFieldProps) {
  const { control } = form;
  const [search, setSearch] = useState("");
  const draft = useRef("");
  const ids = useWatch({ control, name: "numbers" });
  const { getSuggestions, getName, refusal } = useSourceSuggestions(kind, search, ids.join(" "));
  const links = useInsightLinks(kind === "insight" ? ids : NO_IDS, (numbers) =>
    form.setValue("numbers", numbers, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
  );
  const problemText = [...links.problems.values()].join(" ");
  useAnnouncement(problemText);
  const noun = kind === "insight" ? "Insight" : "Dashboard";
  const hasSecondarySource = kind === "dashboard" && origin.secondarySource !== null;
  const validateItem = (item: string) => {
    if (kind !== "insight" || parseShortId(item) === null) return validateId(item);
    return links.problems.get(item) ?? null;
  };
  return (
    <>
      <FormField
        as={TagsInput}
        control={control}
        name="numbers"
        label={refusal === null ? `${noun} names` : `${noun} IDs`}
        required
        description={[
          `Creates one export per ${kind}.`,
          refusal !== null && namelessSourceHelp(kind, refusal),
          hasSecondarySource && `Includes insight ${origin.secondarySource}.`,
        ]
          .filter(Boolean)
          .join(" ")}
        validate={validateItem}
        splitItems={splitIds}
        getItemLabel={(id) => (getName(id) === "" ? id : `${getName(id)} (${id})`)}
        getSuggestions={(text) =>
          getSuggestions(text).map(({ id, name }) => ({
            item: String(id),
            label: name || `${noun} ${id}`,
            detail: String(id),
          }))
        }
        onDraftChange={(text) => {
          draft.current = text;
          setSearch(text);
          onDraftChange(text);
        }}
      />
      {links.canRetry && (
        <Stack gap={6} align="flex-start">
          <Button
            onClick={() => {
              links.retry();
              // Retrying removes the focused button.
              form.setFocus("numbers");
            }}
          >
            Try again
          </Button>
        </Stack>
      )}
      {kind === "dashboard" && refusal === null && ids.some((id) => validateId(id) === null) && (
        <TilesButton form={form} numbers={ids} hasDraft={() => draft.current.trim() !== ""} />
      )}
    </>
  );
}

const NO_IDS: readonly string[] = [];

interface TilesButtonProps {
  readonly form: UseFormReturn<ExportFormValues>;
  readonly numbers: readonly string[];
  /** Whether the field contains typed text that wasn't added. */
  readonly hasDraft: () => boolean;
}

/** Replaces dashboards with their insights, so that each insight becomes a file. */
function TilesButton({ form, numbers, hasDraft }: TilesButtonProps) {
  const api = useApi();
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function report(message: string) {
    setProblem(message);
    announce(message);
  }

  async function replaceByTiles() {
    setIsReading(true);
    setProblem(null);
    const dashboards = numbers.filter((id) => validateId(id) === null).map(Number);
    const isStillSource = () => form.getValues("source") === "dashboard";
    try {
      const insights = await readTileInsights(api, dashboards);
      if (!isStillSource()) return;
      // The user has changed the dashboards in the meantime. Replacing them would lose the changes.
      if (hasDraft() || form.getValues("numbers").join() !== numbers.join())
        return report(
          "You changed the dashboards while the tiles were loading. Select “One file per tile” again.",
        );
      if (insights.length === 0)
        return report(
          dashboards.length === 1 ? "This dashboard has no insights." : "These dashboards have no insights.",
        );
      form.setValue("source", "insight", { shouldDirty: true });
      form.setValue("numbers", insights.map(String), { shouldDirty: true });
      form.clearErrors("numbers");
      // Changing the source removes the focused button.
      form.setFocus("numbers");
    } catch (error) {
      const { title, detail } = describeError(error);
      if (isStillSource()) report(`Couldn't read the tiles. ${title}. ${detail}`);
    } finally {
      setIsReading(false);
    }
  }

  return (
    <Stack gap={6} align="flex-start">
      <SubmitButton loading={isReading} onClick={() => void replaceByTiles()}>
        One file per tile
      </SubmitButton>
      {problem !== null && (
        <Text c="var(--ui-danger)" fz="sm">
          {problem}
        </Text>
      )}
    </Stack>
  );
}

/** JSON editor for the context. Reports the position of the first error while the user types. */
function ContextField({ form }: { readonly form: UseFormReturn<ExportFormValues> }) {
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
        <Button onClick={() => onShowPosition(offset)}>{`Go to line ${line}`}</Button>
      </Group>
      <SourceLines label={`Around line ${line}`} lines={lines} />
    </Stack>
  );
}
