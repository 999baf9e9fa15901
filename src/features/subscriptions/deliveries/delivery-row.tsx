import { Box, Group, Stack } from "@mantine/core";
import { type ReactNode, type Ref, useState } from "react";
import { Link } from "react-router-dom";
import type { PastDelivery } from "@/api/deliveries";
import { useApi } from "@/data/client/api-context";
import { recipientHint } from "@/lib/recipients/recipients";
import { paths } from "@/lib/url/paths";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { CheckIcon, ChevronRightIcon, ErrorIcon, InfoIcon, RefreshIcon, WarningIcon } from "@/ui/theme/icons";
import { MinusIcon } from "@/ui/theme/icons-lazy";
import shared from "@/ui/theme/shared.module.css";
import classes from "./deliveries.module.css";
import {
  deliveryErrorMessage,
  deliveryRecipientsLabel,
  deliveryStatusLabel,
  deliveryTriggerLabel,
} from "./delivery-messages";
import { countFailedRecipients, deliveryOutcome } from "./delivery-outcome";

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
export function DeliveryRow({ delivery, ref }: DeliveryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasDetails = delivery.recipient_results.length + delivery.exported_asset_ids.length > 0;
  return (
    <li ref={ref} tabIndex={-1} className={classes.row}>
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
  const recipients = deliveryRecipientsLabel(recipient_results.length, countFailedRecipients(delivery));
  const message = deliveryErrorMessage(error);
  return (
    <Stack component="span" gap={2} miw={0}>
      <span className={classes.line}>
        <TimeStamp iso={created_at ?? scheduled_at} mode="exact" fallback="Unknown date" />{" "}
        <DeliveryStatus status={deliveryOutcome(delivery)} />{" "}
        <span>{deliveryTriggerLabel(trigger_type)}</span> {recipients !== null && <span>{recipients}</span>}
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
