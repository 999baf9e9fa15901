import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { insightIdQuery, readTileInsights } from "@/data/catalog/find-insights";
import { useSourceSuggestions } from "@/data/catalog/source-suggestions";
import { useApi } from "@/data/client/api-context";
import { parseShortId, splitIds, validateId } from "@/features/exports/model/export-form-schema";
import type { ExportFormOrigin, ExportFormValues } from "@/features/exports/model/export-form-values";
import { describeError } from "@/http/describe-error";
import { useAnnounce } from "@/ui/feedback/announcer";
import { TagsInput } from "@/ui/form/tags-input";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import classes from "./source-ids-field.module.css";
import {
  noTilesMessage,
  sourceIdsHelp,
  tilesFailureMessage,
  unknownInsightMessage,
} from "./source-ids-messages";

interface SourceIdsFieldProps {
  readonly form: UseFormReturn<ExportFormValues>;
  readonly origin: ExportFormOrigin;
  readonly kind: "dashboard" | "insight";
  readonly onDraftChange: (draft: string) => void;
}

/** Dashboards or insights by name, ID or link. */
export function SourceIdsField({ form, origin, kind, onDraftChange }: SourceIdsFieldProps) {
  const { control } = form;
  const [search, setSearch] = useState("");
  const ids = useWatch({ control, name: "numbers" });
  const { getSuggestions, getName, refusal } = useSourceSuggestions(kind, search, ids.join(" "));
  const unknownLinks = useInsightLinks(kind === "insight" ? ids : NO_IDS, (numbers) =>
    form.setValue("numbers", numbers, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
  );
  const noun = kind === "insight" ? "Insight" : "Dashboard";
  const secondarySourceNote =
    kind === "dashboard" && origin.secondarySource !== null
      ? ` Includes insight ${origin.secondarySource}.`
      : "";
  const validateItem = (item: string) => {
    if (kind !== "insight" || parseShortId(item) === null) return validateId(item);
    return unknownLinks.has(item) ? unknownInsightMessage(item) : null;
  };
  return (
    <>
      <Controller
        control={control}
        name="numbers"
        render={({ field, fieldState }) => (
          <TagsInput
            {...field}
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
            onDraftChange={(draft) => {
              setSearch(draft);
              onDraftChange(draft);
            }}
            error={fieldState.error?.message}
          />
        )}
      />
      {kind === "dashboard" && refusal === null && ids.some((id) => validateId(id) === null) && (
        <TilesButton form={form} dashboards={ids.filter((id) => validateId(id) === null).map(Number)} />
      )}
    </>
  );
}

const NO_IDS: readonly string[] = [];

/** Replaces links with a short ID by the ID, once the server has found it. Returns the links without an insight. */
function useInsightLinks(ids: readonly string[], onReplace: (ids: string[]) => void): ReadonlySet<string> {
  const api = useApi();
  const links = ids.filter((id) => parseShortId(id) !== null);
  const found = useQueries({
    queries: links.map((link) => insightIdQuery(api, parseShortId(link) ?? "")),
    combine: (results) => results.map(({ data, isError }) => (isError ? null : data)),
  });
  const replaceFound = useEffectEvent(() => {
    const idByLink = new Map(links.map((link, index) => [link, found[index]]));
    onReplace([...new Set(ids.map((id) => String(idByLink.get(id) ?? id)))]);
  });
  const foundIds = found.filter((id) => typeof id === "number").join();
  useEffect(() => {
    if (foundIds !== "") replaceFound();
  }, [foundIds]);
  return new Set(links.filter((_, index) => found[index] === null));
}

interface TilesButtonProps {
  readonly form: UseFormReturn<ExportFormValues>;
  readonly dashboards: readonly number[];
}

/** Replaces the dashboards by the insights on them, so that each becomes a file. */
function TilesButton({ form, dashboards }: TilesButtonProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function replaceByTiles() {
    setIsReading(true);
    setProblem(null);
    try {
      const insights = await readTileInsights(queryClient, api, dashboards);
      if (insights.length === 0) return setProblem(noTilesMessage(dashboards.length));
      form.setValue("source", "insight", { shouldDirty: true });
      form.setValue("numbers", insights.map(String), { shouldDirty: true });
      form.clearErrors("numbers");
      // The focused button is removed.
      form.setFocus("numbers");
    } catch (error) {
      const message = tilesFailureMessage(describeError(error));
      setProblem(message);
      announce(message);
    } finally {
      setIsReading(false);
    }
  }

  return (
    <div className={classes.tiles}>
      <SubmitButton variant="default" loading={isReading} onClick={() => void replaceByTiles()}>
        One file per tile
      </SubmitButton>
      {problem !== null && <p className={classes.problem}>{problem}</p>}
    </div>
  );
}
