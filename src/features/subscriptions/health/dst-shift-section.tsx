import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { openBulkPreview } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import { useMissingScopeMessage } from "@/data/client/use-connection-status";
import type { DstShift } from "@/features/subscriptions/findings/dst-shifts";
import { type DstFix, planDstFix } from "@/features/subscriptions/findings/plan-dst-fix";
import {
  SUBSCRIPTION_WRITE_SCOPE,
  subscriptionTitle,
} from "@/features/subscriptions/model/subscription-rules";
import { runCooperatively } from "@/lib/scheduler/cooperative-task";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
import { formatDay, formatInstant, formatUtc, toIso } from "@/lib/time/dates";
import { toLocalInput } from "@/lib/time/local-input";
import type { TimeChange } from "@/lib/time/time-changes";
import { paths } from "@/lib/url/paths";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { CheckIcon, EditIcon } from "@/ui/theme/icons";
import type { ShiftedSubscription } from "./find-dst-shifts";
import { FindingRow } from "./finding-row";
import classes from "./health.module.css";
import { planDstFixes } from "./plan-dst-fixes";
import { isOnOrAfterDay } from "./restore-local-time";
import { useRestoreLocalTime } from "./use-restore-local-time";

const PAGE_SIZE = 20;

interface DstShiftSectionProps {
  readonly shifted: readonly ShiftedSubscription[];
  readonly change: TimeChange;
  readonly zone: string;
  readonly now: Date;
}

/** The deliveries that move, hour by hour, and the edits that put them back; what was put back is left out. */
export function DstShiftSection({ shifted: allShifted, change, zone, now }: DstShiftSectionProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const restoreHistory = useRestoreLocalTime(change, zone);
  const shifted = restoreHistory.withoutRestored(allShifted);
  const [shown, setShown] = useState(PAGE_SIZE);
  const day = formatDay(toIso(change.at), { zone });
  const isMovedEarlier = !isOnOrAfterDay(toIso(now), toIso(change.at), zone);
  const earlyReason = isMovedEarlier ? `Come back on ${day}: an edit takes effect at once.` : undefined;
  const reason = refusal ?? earlyReason ?? restoreHistory.refusal;
  async function openPreview(requested: readonly ShiftedSubscription[]): Promise<void> {
    // A run may have put some back since the page was told.
    const remainingShifts = await restoreHistory.withoutRestoredNow(requested);
    if (remainingShifts.length === 0) return;
    const changes = await runCooperatively(planDstFixes(remainingShifts));
    const quantifier = pluralize(changes.length, "delivery", "deliveries");
    openBulkPreview(queryClient, api, { label: `Put the local hour of ${quantifier} back`, changes });
  }
  return (
    <>
      {shifted.length === 0 ? (
        <EmptyState
          icon={<CheckIcon size={24} />}
          title="Nothing is left to put back"
          detail={restoreLabel(allShifted.length)}
        />
      ) : (
        <Section
          title={`${pluralize(shifted.length, "delivery moves", "deliveries move")}`}
          actions={
            <ButtonWithDisabledReason
              variant="default"
              size="compact-sm"
              disabledReason={reason}
              onClick={() => void openPreview(shifted)}
            >
              {`Put ${shifted.length === 1 ? "it" : `all ${formatCount(shifted.length)}`} back…`}
            </ButtonWithDisabledReason>
          }
        >
          <div className={classes.advice}>
            <DstAdvice isMovedEarlier={isMovedEarlier} day={day} shiftMinutes={change.shiftMinutes} />
            {shifted.length < allShifted.length && <p>{restoreLabel(allShifted.length - shifted.length)}</p>}
          </div>
          <ul className={classes.rows}>
            {shifted.slice(0, shown).map((shiftedRecord) => (
              <ShiftedRow
                key={shiftedRecord.record.id}
                shiftedRecord={shiftedRecord}
                zone={zone}
                now={now}
                reason={reason}
                onRestore={() => void openPreview([shiftedRecord])}
              />
            ))}
          </ul>
          {shifted.length > shown && (
            <p className={classes.all}>
              <Button variant="default" size="compact-sm" onClick={() => setShown(shown + 5 * PAGE_SIZE)}>
                {`Show more of ${formatCount(shifted.length)}`}
              </Button>
            </p>
          )}
        </Section>
      )}
    </>
  );
}

function restoreLabel(count: number): string {
  const quantifier = pluralize(count, "delivery", "deliveries");
  return `The start of ${quantifier} was set from this browser since the clocks changed: left out here.`;
}

interface DstAdviceProps {
  readonly isMovedEarlier: boolean;
  readonly day: string;
  readonly shiftMinutes: number;
}

/** When the edits are of use: they take effect at once. */
function DstAdvice({ isMovedEarlier, day, shiftMinutes }: DstAdviceProps) {
  if (isMovedEarlier) {
    return (
      <Notice tone="info" title={`Put them back on ${day} or later`}>
        An edit takes effect at once: made today, a delivery would arrive{" "}
        {shiftMinutes > 0 ? "earlier" : "later"} than usual until the clocks change. What each edit will be
        stands here already.
      </Notice>
    );
  }
  return (
    <Notice tone="info" title="An edit takes effect at once">
      {shiftMinutes > 0
        ? "A delivery that is due within the hour is skipped when its new time has passed already."
        : "A delivery that went out within the hour goes out once more today."}{" "}
      Servers do not tell when a schedule was edited last, so what was put back from another browser stands
      here as well.
    </Notice>
  );
}

interface ShiftedRowProps {
  readonly shiftedRecord: ShiftedSubscription;
  readonly zone: string;
  readonly now: Date;
  /** Why it cannot be put back now. */
  readonly reason: string | undefined;
  readonly onRestore: () => void;
}

function ShiftedRow({ shiftedRecord: { record, shift }, zone, now, reason, onRestore }: ShiftedRowProps) {
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const fix = planDstFix(record, shift);
  return (
    <FindingRow
      record={record}
      zone={zone}
      actions={
        <>
          <ButtonWithDisabledReason
            variant="default"
            size="compact-sm"
            disabledReason={fix.kind === "impossible" ? fix.reason : reason}
            onClick={onRestore}
          >
            Put back… <HiddenText>{subscriptionTitle(record).text}</HiddenText>
          </ButtonWithDisabledReason>
          <LinkButton
            variant="default"
            size="compact-sm"
            leftSection={<EditIcon />}
            to={paths.editSubscription(projectId, record.id)}
            disabledReason={refusal}
          >
            Edit <HiddenText>{subscriptionTitle(record).text}</HiddenText>
          </LinkButton>
        </>
      }
    >
      <p>
        <strong>
          {formatTimeIn(shift.before, zone)} → {formatTimeIn(shift.after, zone)}
        </strong>{" "}
        from {formatInstant(toIso(shift.after), { zone, now })}
        {shift.dayShift !== 0 && (
          <span className={classes.flag}>
            {" "}
            · moves to {shift.dayShift > 0 ? "the next day" : "the day before"}
          </span>
        )}
      </p>
      <p>{describeFix(record.start_date, record.byweekday, fix, shift)}</p>
    </FindingRow>
  );
}

function formatTimeIn(instant: Date, zone: string): string {
  return toLocalInput(toIso(instant), zone).slice(11);
}

/** What the edit changes, before and after. */
function describeFix(
  start: string,
  weekdays: readonly string[] | null,
  fix: DstFix,
  shift: DstShift,
): string {
  if (fix.kind === "impossible") return `It cannot be put back by a change of its start. ${fix.reason}`;
  const { start_date = start, byweekday, until_date } = fix.body;
  const days = byweekday && weekdays ? `; ${formatList(weekdays)} → ${formatList(byweekday)} in UTC` : "";
  const end = until_date ? `; end → ${formatUtc(until_date)}` : "";
  const hour = Math.abs(shift.shiftMinutes) === 60 ? "hour" : "time";
  return `The edit that puts the ${hour} back: start ${describeNewStart(start, start_date)}${days}${end}.`;
}

/** Two starts in UTC; the day once where it is the same. */
function describeNewStart(before: string, after: string): string {
  const day = formatDay(before, { zone: "UTC" });
  if (day !== formatDay(after, { zone: "UTC" })) return `${formatUtc(before)} → ${formatUtc(after)}`;
  const time = (iso: string) => toLocalInput(iso, "UTC").slice(11);
  return `${day}, ${time(before)} → ${time(after)} UTC`;
}
