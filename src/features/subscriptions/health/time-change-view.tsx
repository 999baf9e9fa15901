import { Group } from "@mantine/core";
import { useCallback, useMemo } from "react";
import { useLocation } from "react-router-dom";
import type { Subscription } from "@/contract/subscriptions";
import { useHasUtcRule } from "@/data/capabilities/capabilities";
import { useApi } from "@/data/client/api-context";
import { formatInstant, isKnownZone, localZone, toIso } from "@/lib/time/dates";
import { findLastTimeChange, findNextTimeChange, type TimeChange } from "@/lib/time/time-changes";
import { paths } from "@/lib/url/paths";
import { readChoiceParam, writeParams } from "@/lib/url/url-state";
import { EmptyState, SkeletonLines } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { SelectField } from "@/ui/form/fields";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { CheckIcon } from "@/ui/theme/icons";
import { DstShiftSection } from "./dst-shift-section";
import { findDstShifts } from "./find-dst-shifts";
import classes from "./health.module.css";
import { useHealthData } from "./use-health-data";

const TIME_CHANGES = ["next", "last"] as const;
type TimeChangeChoice = (typeof TIME_CHANGES)[number];

/**
 * Period after a time change in which the view shows that change by default, because users may
 * still need to adjust subscriptions.
 */
const RECENT_MS = 14 * 86_400_000;

/** Parses the URL's parameters. `defaultChange` applies when the URL contains no time change. */
function parseTimeChangeParams(search: string, now: Date) {
  const params = new URLSearchParams(search);
  const requestedZone = params.get("zone") ?? "";
  const zone = isKnownZone(requestedZone) ? requestedZone : localZone();
  const last = findLastTimeChange(now, zone);
  const isRecent = last !== null && now.getTime() - last.at.getTime() < RECENT_MS;
  const defaultChange: TimeChangeChoice = isRecent ? "last" : "next";
  const selectedChange = readChoiceParam(params, "change", TIME_CHANGES, defaultChange);
  return {
    zone,
    defaultChange,
    selectedChange,
    change: selectedChange === "next" ? findNextTimeChange(now, zone) : last,
  };
}

interface TimeChangeViewProps {
  readonly records: readonly Subscription[];
  readonly now: Date;
}

export function TimeChangeView({ records, now }: TimeChangeViewProps) {
  const hasUtcRule = useHasUtcRule(records[0] ?? null);
  const { search } = useLocation();
  const editAddress = useEditSearchParams(paths.health(useApi().projectId));
  const { zone, selectedChange, change } = useMemo(() => parseTimeChangeParams(search, now), [search, now]);
  const updateParams = (changes: { readonly zone?: string; readonly change?: string }) =>
    editAddress((params) => {
      const before = parseTimeChangeParams(params.toString(), now);
      const nextParams = { zone: before.zone, change: before.selectedChange, ...changes };
      return `?${writeParams(params, nextParams, { zone: localZone(), change: before.defaultChange }).toString()}`;
    });
  return (
    <>
      <Group gap="12px 24px" mb="sm" data-no-print>
        <SelectField
          label="Time zone"
          value={zone}
          onChange={(choice) => updateParams({ zone: choice })}
          options={listZones(zone).map((value) => ({ value, label: value }))}
        />
        <SegmentedField
          label="Time change"
          value={selectedChange}
          onChange={(choice) => updateParams({ change: choice })}
          options={[
            { value: "next", label: "Next" },
            { value: "last", label: "Last" },
          ]}
        />
      </Group>
      {change === null ? (
        <EmptyState
          icon={<CheckIcon size={24} />}
          title={`No time changes in ${zone}`}
          detail="Local delivery times don't shift."
        />
      ) : !hasUtcRule ? (
        <EmptyState
          title="Can't predict local delivery times"
          detail="This server may adjust deliveries for time changes, but its subscriptions don't show whether it does."
        />
      ) : (
        <ShiftedList
          records={records}
          change={change}
          selectedChange={selectedChange}
          zone={zone}
          now={now}
        />
      )}
    </>
  );
}

interface ShiftedListProps extends TimeChangeViewProps {
  readonly change: TimeChange;
  readonly selectedChange: TimeChangeChoice;
  readonly zone: string;
}

function ShiftedList({ records, change, selectedChange, zone, now }: ShiftedListProps) {
  const at = change.at.getTime();
  const scanShifts = useCallback(
    (rows: readonly Subscription[]) => findDstShifts(rows, new Date(at), zone),
    [at, zone],
  );
  const shifted = useHealthData(records, scanShifts);
  const minutes = Math.abs(change.shiftMinutes);
  const size = minutes === 60 ? "an hour" : `${minutes} minutes`;
  const day = formatInstant(toIso(change.at), { zone, now });
  return (
    <>
      <p className={classes.meaning}>
        Clocks in {zone} {selectedChange === "next" ? "go" : "went"}{" "}
        {change.shiftMinutes > 0 ? "forward" : "back"} by {size} on <strong>{day}</strong>. From then on,
        unless you edit the subscriptions, deliveries arrive {size}{" "}
        {change.shiftMinutes > 0 ? "later" : "earlier"} in local time.
      </p>
      {shifted === null ? (
        <SkeletonLines count={6} />
      ) : shifted.length === 0 ? (
        <EmptyState
          icon={<CheckIcon size={24} />}
          title="No affected subscriptions"
          detail="This time change doesn't shift any local delivery times."
        />
      ) : (
        <DstShiftSection
          // The key resets the pagination for another time change or zone.
          key={`${at} ${zone}`}
          shifted={shifted}
          change={change}
          zone={zone}
          now={now}
        />
      )}
    </>
  );
}

/** Lists all zones. Includes the selected one, which may be an alias that the browser doesn't list. */
function listZones(zone: string): readonly string[] {
  return [...new Set([localZone(), zone, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}
