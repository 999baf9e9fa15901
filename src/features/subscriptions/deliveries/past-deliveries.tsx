import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { DeliveryPage } from "@/api/deliveries";
import { describeError, getRawResponse } from "@/api/describe-error";
import { useApi } from "@/data/client/api-context";
import { deliveryPageQuery } from "@/data/subscriptions/past-deliveries";
import { RefreshErrorNotice } from "@/ui/collection-table/collection-notices";
import { ErrorState, Notice, SkeletonLines } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { SubmitButton } from "@/ui/primitives/button-with-disabled-reason";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import classes from "./deliveries.module.css";
import { NO_DELIVERIES, noFailuresMessage, unreadableDeliveriesMessage } from "./delivery-messages";
import { hasFailed, mayDifferInFailure } from "./delivery-outcome";
import { DeliveryRow } from "./delivery-row";

const FILTER_OPTIONS = [
  { value: "all", label: "All" },
  { value: "failed", label: "Failed" },
] as const;
type Filter = (typeof FILTER_OPTIONS)[number]["value"];

/** Lists past deliveries, newest first. Renders nothing if the server doesn't store them. */
export function PastDeliveries({ id }: { readonly id: number }) {
  const [filter, setFilter] = useState<Filter>("all");
  const query = useQuery(deliveryPageQuery(useApi(), { id, cursor: null }));
  const { data, error, refetch } = query;
  if (data === null) return null;
  const isFilterUseful = filter !== "all" || mayDifferInFailure(data);
  const handleRetry = () => void refetch();
  return (
    <Section
      title="Past deliveries"
      {...(isFilterUseful && {
        actions: (
          <SegmentedField
            label="Show deliveries"
            isLabelHidden
            value={filter}
            onChange={setFilter}
            options={FILTER_OPTIONS}
          />
        ),
      })}
    >
      {data === undefined && error === null && <SkeletonLines count={4} />}
      {data === undefined && error !== null && (
        <ErrorState problem={describeError(error)} onRetry={handleRetry} raw={getRawResponse(error)} />
      )}
      {data !== undefined && error !== null && (
        <RefreshErrorNotice problem={describeError(error)} onRetry={handleRetry} />
      )}
      {data !== undefined && data.results.length + data.broken.length === 0 && (
        <p className={shared.hint}>{NO_DELIVERIES}</p>
      )}
      {data !== undefined && (
        <ol className={`${shared.list} ${classes.list}`}>
          <DeliveryRows page={data} filter={filter} />
          {data.next !== null && <OlderDeliveries id={id} filter={filter} cursor={data.next} />}
        </ol>
      )}
    </Section>
  );
}

interface DeliveryRowsProps {
  readonly page: DeliveryPage;
  readonly filter: Filter;
  /** Called with the element of the first row. */
  readonly onFirstRow?: (row: HTMLElement | null) => void;
}

/** Filters in the browser, because the server's filter excludes deliveries that failed for only some recipients. */
function DeliveryRows({ page, filter, onFirstRow }: DeliveryRowsProps) {
  const { results } = page;
  const shown = filter === "all" ? results : results.filter(hasFailed);
  return (
    <>
      {shown.length === 0 && results.length > 0 && (
        <li ref={onFirstRow} tabIndex={-1} className={shared.hint}>
          {noFailuresMessage(results.length)}
        </li>
      )}
      {shown.map((delivery, index) => (
        <DeliveryRow key={delivery.id} delivery={delivery} ref={index === 0 ? onFirstRow : undefined} />
      ))}
      {page.broken.length > 0 && (
        <li className={shared.hint}>{unreadableDeliveriesMessage(page.broken.length)}</li>
      )}
    </>
  );
}

interface OlderDeliveriesProps {
  readonly id: number;
  readonly filter: Filter;
  readonly cursor: string;
}

/** Shows a button that loads the next page. The loaded page replaces the button. */
function OlderDeliveries({ id, filter, cursor }: OlderDeliveriesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isFocusLost = useRef(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...deliveryPageQuery(useApi(), { id, cursor }),
    enabled: isOpen,
  });

  function handleLoad() {
    isFocusLost.current = true;
    if (isOpen) void refetch();
    else setIsOpen(true);
  }

  /** Moves focus to the row if the focused button was removed. */
  function moveFocus(row: HTMLElement | null) {
    if (row === null || !isFocusLost.current) return;
    isFocusLost.current = false;
    if (document.activeElement === document.body) row.focus({ preventScroll: true });
  }

  if (data === null) return null;
  if (data === undefined) {
    const problem = error === null ? null : describeError(error);
    return (
      <Stack component="li" gap="xs" align="flex-start" pt="sm" className={classes.older}>
        {problem !== null && (
          <Notice tone="danger" title={problem.title}>
            {problem.detail}
          </Notice>
        )}
        <SubmitButton variant="default" loading={isFetching} onClick={handleLoad}>
          {problem === null ? "Load older" : "Try again"}
        </SubmitButton>
      </Stack>
    );
  }
  return (
    <>
      <DeliveryRows page={data} filter={filter} onFirstRow={moveFocus} />
      {data.next !== null && <OlderDeliveries id={id} filter={filter} cursor={data.next} />}
    </>
  );
}
