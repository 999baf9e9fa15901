import { useCallback, useMemo } from "react";
import { useLocation } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useApi } from "@/data/client/api-context";
import { formatInstant, isKnownZone, localZone, toIso } from "@/lib/time/dates";
import { lastZoneChange, nextZoneChange, type ZoneChange } from "@/lib/time/time-changes";
import { paths } from "@/lib/url/paths";
import { readChoice, writeParams } from "@/lib/url/url-state";
import { EmptyState, SkeletonLines } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { SelectField } from "@/ui/form/fields";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { CheckIcon } from "@/ui/theme/icons";
import { ClockMoves } from "./dst-shift-section";
import { findMoves } from "./find-dst-shifts";
import classes from "./health.module.css";
import { useLookedAt } from "./use-health-data";

const WHICH = ["next", "last"] as const;
type Which = (typeof WHICH)[number];

/** Ms after a change in which it is the one to look at: that is when the edits are of use. */
const RECENT = 14 * 86_400_000;

/** What the address says of this view; `usual` is the change it speaks of without a word. */
function readClock(search: string, now: Date) {
  const params = new URLSearchParams(search);
  const asked = params.get("zone") ?? "";
  const zone = isKnownZone(asked) ? asked : localZone();
  const last = lastZoneChange(now, zone);
  const isRecent = last !== null && now.getTime() - last.at.getTime() < RECENT;
  const usual: Which = isRecent ? "last" : "next";
  const which = readChoice(params, "change", WHICH, usual);
  return { zone, usual, which, change: which === "next" ? nextZoneChange(now, zone) : last };
}

interface ClockViewProps {
  readonly records: readonly Subscription[];
  readonly now: Date;
}

/** The deliveries whose local hour a change of the clocks moves, and the edit that puts it back. */
export function ClockView({ records, now }: ClockViewProps) {
  const { search } = useLocation();
  const editAddress = useAddressEdit(paths.health(useApi().projectId));
  const { zone, which, change } = useMemo(() => readClock(search, now), [search, now]);
  const say = (part: { readonly zone?: string; readonly change?: string }) =>
    editAddress((params) => {
      const before = readClock(params.toString(), now);
      const said = { zone: before.zone, change: before.which, ...part };
      return `?${writeParams(params, said, { zone: localZone(), change: before.usual }).toString()}`;
    });
  return (
    <>
      <div className={classes.choices} data-no-print>
        <SelectField
          label="Time zone"
          value={zone}
          onChange={(chosen) => say({ zone: chosen })}
          options={zonesWith(zone).map((value) => ({ value, label: value }))}
        />
        <SegmentedField
          label="Change of the clocks"
          value={which}
          onChange={(chosen) => say({ change: chosen })}
          options={[
            { value: "next", label: "The next one" },
            { value: "last", label: "The last one" },
          ]}
        />
      </div>
      {change === null ? (
        <EmptyState
          icon={<CheckIcon size={24} />}
          title={`The clocks in ${zone} do not change`}
          detail="Every delivery keeps its local hour there."
        />
      ) : (
        <Moved records={records} change={change} which={which} zone={zone} now={now} />
      )}
    </>
  );
}

interface MovedProps extends ClockViewProps {
  readonly change: ZoneChange;
  readonly which: Which;
  readonly zone: string;
}

function Moved({ records, change, which, zone, now }: MovedProps) {
  const at = change.at.getTime();
  const look = useCallback(
    (rows: readonly Subscription[]) => findMoves(rows, new Date(at), zone),
    [at, zone],
  );
  const moves = useLookedAt(records, look);
  const minutes = Math.abs(change.shiftMinutes);
  const size = minutes === 60 ? "an hour" : `${minutes} minutes`;
  const day = formatInstant(toIso(change.at), { zone, now });
  return (
    <>
      <p className={classes.meaning}>
        The clocks in {zone} {which === "next" ? "go" : "went"} {change.shiftMinutes > 0 ? "forward" : "back"}{" "}
        by {size} on <strong>{day}</strong>. A delivery that is not edited arrives {size}{" "}
        {change.shiftMinutes > 0 ? "later" : "earlier"} by the clock on the wall from then on.
      </p>
      {moves === null ? (
        <SkeletonLines n={6} />
      ) : moves.length === 0 ? (
        <EmptyState
          icon={<CheckIcon size={24} />}
          title="No local hour moves"
          detail="Nothing goes out both before and after this change."
        />
      ) : (
        <ClockMoves
          // What was shown of one change is not shown of another.
          key={`${at} ${zone}`}
          moves={moves}
          change={change}
          zone={zone}
          now={now}
        />
      )}
    </>
  );
}

/** All zones the browser knows, and the chosen one where it has another name for it. */
function zonesWith(zone: string): readonly string[] {
  return [...new Set([localZone(), zone, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}
