import { Button, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { readTileInsights } from "@/data/catalog/find-insights";
import { namelessSourceHelp } from "@/data/catalog/insight-link-messages";
import { useInsightLinks } from "@/data/catalog/insight-links";
import type { NamesRefusal } from "@/data/catalog/source-labels";
import { useSourceSuggestions } from "@/data/catalog/source-suggestions";
import { useApi } from "@/data/client/api-context";
import { splitIds, validateId } from "@/features/exports/model/export-form-schema";
import type { ExportFormOrigin, ExportFormValues } from "@/features/exports/model/export-form-values";
import { describeError } from "@/http/describe-error";
import type { Problem } from "@/lib/text/problem";
import { parseShortId } from "@/lib/url/source-links";
import { useAnnounce } from "@/ui/feedback/announcer";
import { FormField } from "@/ui/form/form-field";
import { TagsInput } from "@/ui/form/tags-input";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";

interface SourceIdsFieldProps {
  readonly form: UseFormReturn<ExportFormValues>;
  readonly origin: ExportFormOrigin;
  readonly kind: "dashboard" | "insight";
  readonly onDraftChange: (draft: string) => void;
}

export function SourceIdsField({ form, origin, kind, onDraftChange }: SourceIdsFieldProps) {
  const { control } = form;
  const [search, setSearch] = useState("");
  const draft = useRef("");
  const ids = useWatch({ control, name: "numbers" });
  const { getSuggestions, getName, refusal } = useSourceSuggestions(kind, search, ids.join(" "));
  const links = useInsightLinks(kind === "insight" ? ids : NO_IDS, (numbers) =>
    form.setValue("numbers", numbers, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
  );
  const announce = useAnnounce();
  const problemText = [...links.problems.values()].join(" ");
  useEffect(() => {
    if (problemText !== "") announce(problemText);
  }, [problemText, announce]);
  const noun = kind === "insight" ? "Insight" : "Dashboard";
  const secondarySourceNote =
    kind === "dashboard" && origin.secondarySource !== null
      ? ` Includes insight ${origin.secondarySource}.`
      : "";
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
        description={`${sourceIdsHelp(kind, refusal)}${secondarySourceNote}`}
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
            variant="default"
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
  const queryClient = useQueryClient();
  const announce = useAnnounce();
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
      const insights = await readTileInsights(queryClient, api, dashboards);
      if (!isStillSource()) return;
      // The user has changed the dashboards in the meantime. Replacing them would lose the changes.
      if (hasDraft() || form.getValues("numbers").join() !== numbers.join())
        return report(changedDashboardsMessage());
      if (insights.length === 0) return report(noTilesMessage(dashboards.length));
      form.setValue("source", "insight", { shouldDirty: true });
      form.setValue("numbers", insights.map(String), { shouldDirty: true });
      form.clearErrors("numbers");
      // Changing the source removes the focused button.
      form.setFocus("numbers");
    } catch (error) {
      if (isStillSource()) report(tilesFailureMessage(describeError(error)));
    } finally {
      setIsReading(false);
    }
  }

  return (
    <Stack gap={6} align="flex-start">
      <SubmitButton variant="default" loading={isReading} onClick={() => void replaceByTiles()}>
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

/** @param refusal why names can't be loaded, or null if they can */
function sourceIdsHelp(kind: "dashboard" | "insight", refusal: NamesRefusal | null): string {
  const help = `Creates one export per ${kind}.`;
  return refusal === null ? help : `${help} ${namelessSourceHelp(kind, refusal)}`;
}

function tilesFailureMessage({ title, detail }: Pick<Problem, "title" | "detail">): string {
  return `Couldn't read the tiles. ${title}. ${detail}`;
}

/** Shown when dashboards were added or removed while their insights were loading. */
function changedDashboardsMessage(): string {
  return "You changed the dashboards while the tiles were loading. Select “One file per tile” again.";
}

function noTilesMessage(dashboardCount: number): string {
  return dashboardCount === 1 ? "This dashboard has no insights." : "These dashboards have no insights.";
}
