import { useEffect, useState } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { useInsightLinks } from "@/data/catalog/insight-links";
import { useSourceSuggestions } from "@/data/catalog/source-suggestions";
import type { SubscriptionFormValues } from "@/features/subscriptions/schema/subscription-form-values";
import { formatShortId, parseShortId, parseSourceId } from "@/lib/url/source-links";
import { useAnnounce } from "@/ui/feedback/announcer";
import { PickerField } from "@/ui/form/picker-field";
import { sourceFieldHelp } from "./form-messages";
import { NamesRetry } from "./names-retry";

const NO_ITEMS: readonly string[] = [];

function parseItem(kind: "dashboard" | "insight", text: string): string | null {
  const shortId = kind === "insight" ? parseShortId(text) : null;
  return shortId === null ? parseSourceId(kind, text) : formatShortId(shortId);
}

export function SourceField({ form }: { readonly form: UseFormReturn<SubscriptionFormValues> }) {
  const { control } = form;
  const source = useWatch({ control, name: "source" });
  const kind = source === "insight" ? "insight" : "dashboard";
  const { field, fieldState } = useController({ control, name: "sourceId" });
  const [search, setSearch] = useState("");
  const { getSuggestions, getName, refusal } = useSourceSuggestions(kind, search, field.value);
  const links = useInsightLinks(kind === "insight" ? [field.value] : NO_ITEMS, ([id = ""]) =>
    field.onChange(id),
  );
  const problem = links.problems.get(field.value);
  const announce = useAnnounce();
  useEffect(() => {
    if (problem !== undefined) announce(problem);
  }, [problem, announce]);
  const noun = kind === "insight" ? "Insight" : "Dashboard";
  const help = sourceFieldHelp(kind, refusal);
  const retry = () => {
    links.retry();
    // Retrying removes the focused button.
    form.setFocus("sourceId");
  };
  return (
    <PickerField
      {...field}
      label={refusal === null ? `${noun} name` : `${noun} ID`}
      description={links.canRetry ? <NamesRetry help={help} isRetrying={false} onRetry={retry} /> : help}
      required
      valueLabel={getName(field.value)}
      parseItem={(text) => parseItem(kind, text)}
      getSuggestions={(text) =>
        getSuggestions(text).map(({ id, name }) => ({
          item: String(id),
          label: name || `${noun} ${id}`,
          detail: String(id),
        }))
      }
      onSearch={setSearch}
      error={problem ?? fieldState.error?.message}
    />
  );
}
