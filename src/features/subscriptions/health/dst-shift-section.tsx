import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askForPlan } from "@/data/bulk/bulk-job-store";
import { useApi } from "@/data/client/api-context";
import { useScopeRefusal } from "@/data/client/use-connection-status";
import type { ClockMove } from "@/features/subscriptions/findings/dst-shifts";
import { type Mending, mendMove } from "@/features/subscriptions/findings/plan-dst-fix";
import { titleOf, WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import { runInSlices } from "@/lib/scheduler/cooperative-task";
import { formatCount, listWords, plural } from "@/lib/text/numbers";
import { formatDay, formatInstant, formatUtc, toIso } from "@/lib/time/dates";
import { toLocalInput } from "@/lib/time/local-input";
import type { ZoneChange } from "@/lib/time/time-changes";
import { paths } from "@/lib/url/paths";
import { EmptyState, Notice } from "@/ui/feedback/states";
import { ReasonButton } from "@/ui/primitives/button-with-disabled-reason";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { LinkButton } from "@/ui/primitives/link-button";
import { Section } from "@/ui/primitives/section";
import { CheckIcon, EditIcon } from "@/ui/theme/icons";
import type { MovedDelivery } from "./find-dst-shifts";
import { DeliveryRow } from "./finding-row";
import classes from "./health.module.css";
import { planMends } from "./plan-dst-fixes";
import { isFromDayOn } from "./restore-local-time";
import { usePutBack } from "./use-restore-local-time";

const SHOWN_AT_ONCE = 20;

interface ClockMovesProps {
  readonly moves: readonly MovedDelivery[];
  readonly change: ZoneChange;
  readonly zone: string;
  readonly now: Date;
}

/** The deliveries that move, hour by hour, and the edits that put them back; what was put back is left out. */
export function ClockMoves({ moves: found, change, zone, now }: ClockMovesProps) {
  const api = useApi();
  const queries = useQueryClient();
  const refusal = useScopeRefusal(WRITE_SCOPE);
  const putBack = usePutBack(change, zone);
  const moves = putBack.without(found);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const day = formatDay(toIso(change.at), { zone });
  const isEarly = !isFromDayOn(toIso(now), toIso(change.at), zone);
  const early = isEarly ? `Come back on ${day}: an edit takes effect at once.` : undefined;
  const reason = refusal ?? early ?? putBack.refusal;
  async function review(chosen: readonly MovedDelivery[]): Promise<void> {
    // A run may have put some back since the page was told.
    const left = await putBack.withoutNow(chosen);
    if (left.length === 0) return;
    const writes = await runInSlices(planMends(left));
    const which = plural(writes.length, "delivery", "deliveries");
    askForPlan(queries, api, { label: `Put the local hour of ${which} back`, writes });
  }
  return (
    <>
      {moves.length === 0 ? (
        <EmptyState
          icon={<CheckIcon size={24} />}
          title="Nothing is left to put back"
          detail={putBackWords(found.length)}
        />
      ) : (
        <Section
          title={`${plural(moves.length, "delivery moves", "deliveries move")}`}
          actions={
            <ReasonButton
              variant="default"
              size="compact-sm"
              disabledReason={reason}
              onClick={() => void review(moves)}
            >
              {`Put ${moves.length === 1 ? "it" : `all ${formatCount(moves.length)}`} back…`}
            </ReasonButton>
          }
        >
          <div className={classes.advice}>
            <Advice isEarly={isEarly} day={day} shiftMinutes={change.shiftMinutes} />
            {moves.length < found.length && <p>{putBackWords(found.length - moves.length)}</p>}
          </div>
          <ul className={classes.rows}>
            {moves.slice(0, shown).map((moved) => (
              <MovedRow
                key={moved.record.id}
                moved={moved}
                zone={zone}
                now={now}
                reason={reason}
                onPutBack={() => void review([moved])}
              />
            ))}
          </ul>
          {moves.length > shown && (
            <p className={classes.all}>
              <Button variant="default" size="compact-sm" onClick={() => setShown(shown + 5 * SHOWN_AT_ONCE)}>
                {`Show more of ${formatCount(moves.length)}`}
              </Button>
            </p>
          )}
        </Section>
      )}
    </>
  );
}

function putBackWords(count: number): string {
  const which = plural(count, "delivery", "deliveries");
  return `The start of ${which} was set from this browser since the clocks changed: left out here.`;
}

interface AdviceProps {
  readonly isEarly: boolean;
  readonly day: string;
  readonly shiftMinutes: number;
}

/** When the edits are of use: they take effect at once. */
function Advice({ isEarly, day, shiftMinutes }: AdviceProps) {
  if (isEarly) {
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

interface MovedRowProps {
  readonly moved: MovedDelivery;
  readonly zone: string;
  readonly now: Date;
  /** Why it cannot be put back now. */
  readonly reason: string | undefined;
  readonly onPutBack: () => void;
}

function MovedRow({ moved: { record, move }, zone, now, reason, onPutBack }: MovedRowProps) {
  const { projectId } = useApi();
  const refusal = useScopeRefusal(WRITE_SCOPE);
  const mending = mendMove(record, move);
  return (
    <DeliveryRow
      record={record}
      zone={zone}
      actions={
        <>
          <ReasonButton
            variant="default"
            size="compact-sm"
            disabledReason={mending.kind === "impossible" ? mending.why : reason}
            onClick={onPutBack}
          >
            Put back… <HiddenText>{titleOf(record).text}</HiddenText>
          </ReasonButton>
          <LinkButton
            variant="default"
            size="compact-sm"
            leftSection={<EditIcon />}
            to={paths.editSubscription(projectId, record.id)}
            disabledReason={refusal}
          >
            Edit <HiddenText>{titleOf(record).text}</HiddenText>
          </LinkButton>
        </>
      }
    >
      <p>
        <strong>
          {timeIn(move.before, zone)} → {timeIn(move.after, zone)}
        </strong>{" "}
        from {formatInstant(toIso(move.after), { zone, now })}
        {move.dayShift !== 0 && (
          <span className={classes.flag}>
            {" "}
            · moves to {move.dayShift > 0 ? "the next day" : "the day before"}
          </span>
        )}
      </p>
      <p>{mendWords(record.start_date, record.byweekday, mending, move)}</p>
    </DeliveryRow>
  );
}

function timeIn(instant: Date, zone: string): string {
  return toLocalInput(toIso(instant), zone).slice(11);
}

/** What the edit changes, before and after. */
function mendWords(
  start: string,
  weekdays: readonly string[] | null,
  mending: Mending,
  move: ClockMove,
): string {
  if (mending.kind === "impossible") return `It cannot be put back by a change of its start. ${mending.why}`;
  const { start_date = start, byweekday, until_date } = mending.body;
  const days = byweekday && weekdays ? `; ${listWords(weekdays)} → ${listWords(byweekday)} in UTC` : "";
  const end = until_date ? `; end → ${formatUtc(until_date)}` : "";
  const hour = Math.abs(move.shiftMinutes) === 60 ? "hour" : "time";
  return `The edit that puts the ${hour} back: start ${startWords(start, start_date)}${days}${end}.`;
}

/** Two starts in UTC; the day once where it is the same. */
function startWords(before: string, after: string): string {
  const day = formatDay(before, { zone: "UTC" });
  if (day !== formatDay(after, { zone: "UTC" })) return `${formatUtc(before)} → ${formatUtc(after)}`;
  const time = (iso: string) => toLocalInput(iso, "UTC").slice(11);
  return `${day}, ${time(before)} → ${time(after)} UTC`;
}
