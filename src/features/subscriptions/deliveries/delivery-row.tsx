import { type ReactNode, type Ref, useState } from "react";
import { Link } from "react-router-dom";
import type { PastDelivery } from "@/contract/deliveries";
import { useApi } from "@/data/client/api-context";
import { recipientHint } from "@/lib/recipients/recipients";
import { paths } from "@/lib/url/paths";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { CheckIcon, ChevronRightIcon, ErrorIcon, InfoIcon, RefreshIcon, WarningIcon } from "@/ui/theme/icons";
import { MinusIcon } from "@/ui/theme/icons-lazy";
import {
  deliveryErrorMessage,
  deliveryRecipientsLabel,
  deliveryStatusLabel,
  deliveryTriggerLabel,
} from "./delivery-messages";
import { countFailedRecipients, deliveryOutcome } from "./delivery-outcome";
import classes from "./delivery-row.module.css";

const SENT = { tone: "positive", icon: <CheckIcon /> };
const STATUS_APPEARANCES = new Map<string, { readonly tone: string; readonly icon: ReactNode }>([
  ["completed", SENT],
  ["success", SENT],
  ["failed", { tone: "danger", icon: <ErrorIcon /> }],
  ["partial", { tone: "warning", icon: <WarningIcon /> }],
  ["skipped", { tone: "neutral", icon: <MinusIcon /> }],
  ["starting", { tone: "neutral", icon: <RefreshIcon /> }],
]);
const UNKNOWN_APPEARANCE = { tone: "neutral", icon: <InfoIcon /> };

function DeliveryStatus({ status }: { readonly status: string }) {
  const { tone, icon } = STATUS_APPEARANCES.get(status) ?? UNKNOWN_APPEARANCE;
  return (
    <span className={classes.status} data-tone={tone}>
      {icon}
      {deliveryStatusLabel(status)}
    </span>
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
    <span className={classes.content}>
      <span className={classes.line}>
        <TimeStamp iso={created_at ?? scheduled_at} mode="exact" fallback="Unknown date" />{" "}
        <DeliveryStatus status={deliveryOutcome(delivery)} />{" "}
        <span>{deliveryTriggerLabel(trigger_type)}</span> {recipients !== null && <span>{recipients}</span>}
      </span>
      {message !== null && <span className={classes.error}>{message}</span>}
    </span>
  );
}

function DeliveryDetails({ delivery }: { readonly delivery: PastDelivery }) {
  const { projectId } = useApi();
  const { target_type: channel, recipient_results: results, exported_asset_ids: exportIds } = delivery;
  return (
    <div className={classes.more}>
      {results.length > 0 && (
        <ul className={classes.results} aria-label="Recipients">
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
        <p className={classes.exports}>
          <span>Exports (on some servers, only their creator can open them):</span>
          {exportIds.map((id) => (
            <Link key={id} to={paths.export(projectId, id)}>
              Export {id}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}

function ErrorText({ error }: { readonly error: unknown }) {
  const message = deliveryErrorMessage(error);
  return message !== null && <span className={classes.error}>{message}</span>;
}
