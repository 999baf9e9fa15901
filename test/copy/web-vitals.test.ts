import { expect, it } from "vitest";
import {
  addPathsMessage,
  boardLoadedAnnouncement,
  DIFFERENT_PERCENTILES,
  describePathsOverLimit,
  differentPeriodsMessage,
  loadingSummary,
  overBudgetLabel,
  pathNames,
  pathsAddedAnnouncement,
  pathsRemovedAnnouncement,
  unloadedPathsMessage,
} from "@/features/vitals/board/board-messages";
import { compareFigures } from "@/features/vitals/model/vital-change";
import { describeVitalHttpError } from "@/features/vitals/model/vital-error-messages";
import {
  ambiguousBudgetMessage,
  BUDGET_TOO_LARGE,
  budgetFormatMessage,
  budgetLabel,
  budgetUnitMessage,
  dateCountNote,
  fallbackPeriodNote,
  invalidSeriesNote,
  NEGATIVE_VALUE_NOTE,
  OUT_OF_ORDER_NOTE,
  serverErrorNote,
  trendSummary,
} from "@/features/vitals/model/vital-messages";
import { HttpError } from "@/http/errors";
import { ALL_PAGES } from "@/lib/web-vitals/page-path";
import { formatPercentile, RATING_LABELS, VITAL_THRESHOLDS } from "@/lib/web-vitals/vital-thresholds";
import { renderCopy } from "./render-copy";

const WEEK = "the week of 15 Nov 2026";
const WEEK_BEFORE = "the week of 8 Nov 2026";

function describeStatus(status: number, pathname: string | null, detail: string, attr: string | null = null) {
  return describeVitalHttpError(new HttpError(status, { type: null, code: null, detail, attr }), pathname);
}

function change(metric: string, before: number, now: number, interval: "week" | null = "week") {
  return compareFigures(metric, {
    before: { value: before, text: `${before}`, period: WEEK_BEFORE },
    now: { value: now, text: `${now}`, period: WEEK },
    interval,
  })?.text;
}

function summarize(...values: readonly (number | null)[]) {
  const points = values.map((value, index) => ({
    period: index === 0 ? WEEK_BEFORE : WEEK,
    value,
    text: value === null ? "No data" : `${value} ms`,
  }));
  return trendSummary({ metric: "LCP", points });
}

function addMessage(addedCount: number, knownCount: number, rejectedCount: number, ...invalid: string[]) {
  return addPathsMessage({ addedCount, knownCount, rejectedCount, invalid });
}

it("reads the messages of web vitals", async () => {
  const text = renderCopy({
    describeVitalHttpError: [
      describeStatus(400, null, "This field is required.", "pathname"),
      describeStatus(400, "/pricing", "This field may not be blank.", "pathname"),
      describeStatus(401, "/pricing", "No temporary_token set."),
      describeStatus(500, "/pricing", "Failed to calculate web vitals"),
      describeStatus(400, "/pricing", "Something else."),
    ],
    notes: [
      serverErrorNote("Query timed out."),
      invalidSeriesNote(1),
      invalidSeriesNote(2),
      fallbackPeriodNote(WEEK, WEEK_BEFORE),
      dateCountNote(3, 2),
      OUT_OF_ORDER_NOTE,
      NEGATIVE_VALUE_NOTE,
    ],
    compareFigures: [
      change("LCP", 2_000, 2_500),
      change("LCP", 2_000, 1_500),
      change("LCP", 2_000, 2_000),
      change("LCP", 2_000, 2_001),
      change("LCP", 2_000, 2_500, null),
      change("CLS", 0, 0.08),
      change("TTFB", 300, 330),
      change("TTFB", 330, 300),
    ],
    budgets: [
      budgetLabel("LCP", 2_310, 2_000),
      budgetLabel("LCP", 2_000, 2_000),
      budgetFormatMessage("2500 ms or 2.5 s"),
      budgetUnitMessage("CLS"),
      BUDGET_TOO_LARGE,
      ambiguousBudgetMessage("2.5"),
    ],
    trendSummary: [
      summarize(),
      summarize(null),
      summarize(900),
      summarize(900, 1_200),
      summarize(900, null, 1_200),
    ],
    loadingSummary: [
      loadingSummary({ totalCount: 4, pending: 2, failed: 0 }),
      loadingSummary({ totalCount: 4, pending: 2, failed: 1 }),
      loadingSummary({ totalCount: 4, pending: 0, failed: 1 }),
      loadingSummary({ totalCount: 4, pending: 0, failed: 0 }),
    ],
    overBudgetLabel: [overBudgetLabel(["LCP"]), overBudgetLabel(["INP", "LCP"])],
    announcements: [
      boardLoadedAnnouncement(1, 0),
      boardLoadedAnnouncement(4, 1),
      pathsRemovedAnnouncement(["/pricing"]),
      pathsRemovedAnnouncement(["/pricing", ALL_PAGES]),
      pathsAddedAnnouncement(1, 0),
      pathsAddedAnnouncement(2, 1),
      pathsAddedAnnouncement(0, 2),
    ],
    addPathsMessage: [
      addMessage(0, 0, 0),
      addMessage(1, 0, 0),
      addMessage(0, 1, 0),
      addMessage(0, 2, 0),
      addMessage(1, 0, 1),
      addMessage(1, 0, 3),
      addMessage(1, 0, 0, "mailto:a@example.com"),
      addMessage(1, 0, 2, "mailto:a@example.com", "tel:1", "ftp://x", "data:y"),
    ],
    pathNames: [pathNames(["/a"]), pathNames(["/a", ALL_PAGES]), pathNames(["/a", "/b", "/c", "/d", "/e"])],
    describePathsOverLimit: [
      describePathsOverLimit(["/a"]),
      describePathsOverLimit(["/a", "/b", "/c", "/d", "/e", "/f", "/g"]),
    ],
    unloadedPathsMessage: [unloadedPathsMessage(1), unloadedPathsMessage(2)],
    comparison: [DIFFERENT_PERCENTILES, differentPeriodsMessage(WEEK_BEFORE, WEEK)],
    formatPercentile: ["p75", "p90", "avg", "", null].map(formatPercentile),
    RATING_LABELS: Object.values(RATING_LABELS),
    VITAL_THRESHOLDS: VITAL_THRESHOLDS.map(({ name, measures }) => ({ name, measures })),
  });
  await expect(text).toMatchFileSnapshot("./web-vitals.txt");
});
