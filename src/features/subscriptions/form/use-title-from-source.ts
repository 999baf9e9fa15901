import { useEffect, useRef } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { TITLE_MAX_LENGTH } from "@/contract/subscriptions";
import { useSourceNames } from "@/data/catalog/source-names";
import type {
  SubscriptionFormOrigin,
  SubscriptionFormValues,
} from "@/features/subscriptions/schema/subscription-form-values";

/** Sets a new subscription's title to the name of its source, until the user enters another title. */
export function useTitleFromSource(
  { control, getValues, setValue }: UseFormReturn<SubscriptionFormValues>,
  { record, values: before }: SubscriptionFormOrigin,
): void {
  const [source, sourceId] = useWatch({ control, name: ["source", "sourceId"] });
  const { names } = useSourceNames();
  const name = names.get(`${source} ${sourceId.trim()}`) ?? "";
  const suggested = useRef("");
  const isNew = record === null && before.title === "";
  useEffect(() => {
    const suggestion = name.slice(0, TITLE_MAX_LENGTH);
    if (!isNew || suggestion === suggested.current || getValues("title") !== suggested.current) return;
    suggested.current = suggestion;
    setValue("title", suggestion);
  }, [isNew, name, getValues, setValue]);
}
