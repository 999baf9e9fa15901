import { type BoardProgress, pathLabel } from "@/features/vitals/model/board-rows";
import { MAX_PATHS } from "@/features/vitals/model/board-search-params";
import { API_KEY_IN_TEXT_MESSAGE, containsApiKey } from "@/lib/text/api-key-text";
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";

const MAX_NAMED = 3;

/** Formats the progress: "2 of 4 loaded, 1 failed". Empty when every path has loaded. */
export function loadingSummary({ totalCount, pending, failed }: Omit<BoardProgress, "isFetching">): string {
  const parts = [
    pending > 0 && `${formatCount(totalCount - pending - failed)} of ${formatCount(totalCount)} loaded`,
    failed > 0 && `${formatCount(failed)} failed`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

export function overBudgetLabel(metrics: readonly string[]): string {
  return `${metrics.join(", ")} over budget`;
}

export function boardLoadedAnnouncement(totalCount: number, failedCount: number): string {
  const loaded = `Web vitals for ${pluralize(totalCount - failedCount, "path", "paths")} loaded`;
  return failedCount > 0 ? `${loaded}, ${formatCount(failedCount)} failed` : loaded;
}

export function pathsRemovedAnnouncement(paths: readonly string[]): string {
  return `${formatList(paths.map(pathLabel))} removed from the board`;
}

/** Formats an announcement: "2 paths added, 1 path is already on the board". Empty if both counts are 0. */
export function pathsAddedAnnouncement(addedCount: number, knownCount: number): string {
  const parts = [
    addedCount > 0 ? `${pluralize(addedCount, "path", "paths")} added` : "",
    knownCount > 0 ? `${pluralize(knownCount, "path is", "paths are")} already on the board` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

interface AddedPaths {
  readonly addedCount: number;
  readonly knownCount: number;
  readonly rejectedCount: number;
  /** Entries that aren't valid paths. */
  readonly invalid: readonly string[];
}

/** Returns the message below the input. Empty if paths were added and none were invalid or rejected. */
export function addPathsMessage({ addedCount, knownCount, rejectedCount, invalid }: AddedPaths): string {
  if (addedCount + knownCount + rejectedCount + invalid.length === 0) return "Enter a path such as /pricing.";
  const issues = [
    invalid.length > 0 ? invalidPathsMessage(invalid) : "",
    rejectedCount > 0
      ? `A board holds up to ${MAX_PATHS} paths. ${pluralize(rejectedCount, "path wasn't", "paths weren't")} added.`
      : "",
  ].filter(Boolean);
  if (issues.length > 0) return issues.join(" ");
  return addedCount === 0 ? `${pathsAddedAnnouncement(0, knownCount)}.` : "";
}

function invalidPathsMessage(invalid: readonly string[]): string {
  if (invalid.some(containsApiKey)) return API_KEY_IN_TEXT_MESSAGE;
  const named = invalid.slice(0, MAX_NAMED).map((part) => `“${part}”`);
  const moreCount = invalid.length - named.length;
  const names = formatList(moreCount > 0 ? [...named, `${moreCount} more`] : named);
  return `${names} ${invalid.length === 1 ? "isn't a valid path" : "aren't valid paths"}. Enter paths such as /pricing.`;
}

const MAX_NAMED_OVER_LIMIT = 5;

/**
 * Describes a link with too many paths.
 * @param paths paths beyond the limit, at least one
 */
export function describePathsOverLimit(paths: readonly string[]) {
  const named = paths.slice(0, MAX_NAMED_OVER_LIMIT).map(pathLabel);
  const moreCount = paths.length - named.length;
  const names = formatList(moreCount > 0 ? [...named, `${moreCount} more`] : named);
  return {
    title: `This link has ${pluralize(MAX_PATHS + paths.length, "path", "paths")}`,
    detail: `A board holds up to ${MAX_PATHS}. Not shown: ${names}.`,
  };
}

export function unloadedPathsMessage(count: number): string {
  return `${pluralize(count, "path hasn't", "paths haven't")} loaded and will be included without values.`;
}

export const DIFFERENT_PERCENTILES = "Not comparable: different percentiles";

export function differentPeriodsMessage(period: string, baselinePeriod: string): string {
  return `Not comparable: different periods (${period} and ${baselinePeriod})`;
}
