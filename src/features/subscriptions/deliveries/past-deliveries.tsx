import { Box, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { DeliveryPage, PastDelivery } from "@/api/deliveries";
import { describeError, getRawResponse } from "@/api/describe-error";
import { useApi } from "@/data/backend/backend";
import { deliveryPageQuery } from "@/data/subscriptions/deliveries";
import { recipientHint } from "@/lib/recipients/recipients";
import { formatCount, pluralForm, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { RefreshErrorNotice } from "@/ui/collection-table/collection-frame";
import { ErrorState, Notice, SkeletonLines } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { SegmentedField } from "@/ui/form/fields";
import { SubmitButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { CheckIcon, ChevronRightIcon, ErrorIcon, InfoIcon, RefreshIcon, WarningIcon } from "@/ui/theme/icons";
import { MinusIcon } from "@/ui/theme/icons-lazy";
import shared from "@/ui/theme/shared.module.css";
import classes from "./deliveries.module.css";
import {
  countFailedRecipients,
  deliveryErrorMessage,
  deliveryOutcome,
  deliveryStatusLabel,
  deliveryTriggerLabel,
  hasFailed,
  mayDifferInFailure,
} from "./delivery-messages";

const FILTER_OPTIONS = [
  { value: "all", label: "All" },
  { value: "failed", label: "Failed" },
] as const;
type Filter = (typeof FILTER_OPTIONS)[number]["value"];

/** Lists past deliveries, newest first. Renders nothing if the server doesn't store them. */
export function PastDeliveries({ id }: { readonly id: number }) {
  const [filter, setFilter] = useState<Filter>("all");
  const query = useQuery(deliveryPageQuery(useApi(), id));
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
        <p className={shared.hint}>The server lists no past deliveries.</p>
      )}
      {data !== undefined && (
        <ol className={`${shared.list} ${shared.divided} ${classes.list}`}>
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
          {`No failures in ${pluralize(results.length, "delivery", "deliveries")}.`}
        </li>
      )}
      {shown.map((delivery, index) => (
        <DeliveryRow key={delivery.id} delivery={delivery} ref={index === 0 ? onFirstRow : undefined} />
      ))}
      {page.broken.length > 0 && (
        <li className={shared.hint}>
          {`${pluralize(page.broken.length, "delivery has", "deliveries have")} an unknown format and ${pluralForm(page.broken.length, "isn't", "aren't")} shown.`}
        </li>
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
    ...deliveryPageQuery(useApi(), id, cursor),
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
      <Stack component="li" gap="xs" align="flex-start" pt="sm">
        {problem !== null && (
          <Notice tone="danger" title={problem.title}>
            {problem.detail}
          </Notice>
        )}
        <SubmitButton loading={isFetching} onClick={handleLoad}>
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

const SENT = { color: "positive", icon: <CheckIcon /> };
const STATUS_APPEARANCES = new Map<string, { readonly color: string; readonly icon: ReactNode }>([
  ["completed", SENT],
  ["success", SENT],
  ["failed", { color: "danger", icon: <ErrorIcon /> }],
  ["partial", { color: "warning", icon: <WarningIcon /> }],
  ["skipped", { color: "text-dim", icon: <MinusIcon /> }],
  ["starting", { color: "text-dim", icon: <RefreshIcon /> }],
]);
const UNKNOWN_APPEARANCE = { color: "text-dim", icon: <InfoIcon /> };

function DeliveryStatus({ status }: { readonly status: string }) {
  const { color, icon } = STATUS_APPEARANCES.get(status) ?? UNKNOWN_APPEARANCE;
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" className={shared.anywhere}>
      <Box component="span" display="inline-flex" c={`var(--ui-${color})`}>
        {icon}
      </Box>
      {deliveryStatusLabel(status)}
    </Group>
  );
}

interface DeliveryRowProps {
  readonly delivery: PastDelivery;
  readonly ref?: Ref<HTMLLIElement> | undefined;
}

/** Shows a delivery as a line that expands to its recipients' results and its exports. */
function DeliveryRow({ delivery, ref }: DeliveryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasDetails = delivery.recipient_results.length + delivery.exported_asset_ids.length > 0;
  return (
    <li ref={ref} tabIndex={-1}>
      {hasDetails ? (
        <details className={classes.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className={classes.summary}>
            <ChevronRightIcon size={12} />
            <DeliveryLine delivery={delivery} />
          </summary>
          {isOpen && <DeliveryDetails delivery={delivery} />}
        </details>
      ) : (
        <div className={classes.summary}>
          <span />
          <DeliveryLine delivery={delivery} />
        </div>
      )}
    </li>
  );
}

function DeliveryLine({ delivery }: { readonly delivery: PastDelivery }) {
  const { created_at, scheduled_at, trigger_type, recipient_results, error } = delivery;
  const count = recipient_results.length;
  const failedCount = countFailedRecipients(delivery);
  const isPartial = failedCount > 0 && failedCount < count;
  const recipients = `${isPartial ? `${formatCount(failedCount)} of ` : ""}${pluralize(count, "recipient", "recipients")}${isPartial ? " failed" : ""}`;
  const message = deliveryErrorMessage(error);
  return (
    <Stack component="span" gap={2} miw={0}>
      <span className={classes.line}>
        <TimeStamp iso={created_at ?? scheduled_at} mode="exact" fallback="Unknown date" />{" "}
        <DeliveryStatus status={deliveryOutcome(delivery)} />{" "}
        <span>{deliveryTriggerLabel(trigger_type)}</span> {count > 0 && <span>{recipients}</span>}
      </span>
      {message !== null && <span className={`${shared.dim} ${shared.anywhere}`}>{message}</span>}
    </Stack>
  );
}

function DeliveryDetails({ delivery }: { readonly delivery: PastDelivery }) {
  const { projectId } = useApi();
  const { target_type: channel, recipient_results: results, exported_asset_ids: exportIds } = delivery;
  return (
    <Stack gap={10} p="0 0 12px 20px">
      {results.length > 0 && (
        <ul className={shared.list} aria-label="Recipients">
          {results.map(({ recipient, status, error }, index) => (
            // The key includes the index, because the server may list an address twice.
            <li key={`${index} ${recipient}`} className={classes.result}>
              <span>{recipientHint(channel, recipient)}</span> <DeliveryStatus status={status} />
              <ErrorText error={error} />
            </li>
          ))}
        </ul>
      )}
      {exportIds.length > 0 && (
        <Group component="p" gap="4px 12px" align="baseline" c="dimmed" className={classes.exports}>
          <span>Exports (on some servers, only their creator can open them):</span>
          {exportIds.map((id) => (
            <Link key={id} to={paths.export(projectId, id)}>
              Export {id}
            </Link>
          ))}
        </Group>
      )}
    </Stack>
  );
}

function ErrorText({ error }: { readonly error: unknown }) {
  const message = deliveryErrorMessage(error);
  return message !== null && <span className={`${shared.dim} ${classes.error}`}>{message}</span>;
}
