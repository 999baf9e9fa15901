import { expect, it } from "vitest";
import { FINDINGS, type NeverReason } from "@/features/subscriptions/findings/health-rules";
import { findingCountLabel } from "@/features/subscriptions/health/health-labels";
import {
  adjustLaterMessage,
  alreadyAdjustedMessage,
  dstFixMessage,
  duplicateLabel,
  findingReason,
} from "@/features/subscriptions/health/health-messages";
import { buildSubscription } from "@/testing/build-subscription";
import { renderCopy } from "./render-copy";

const NOW = new Date("2026-11-21T12:00:00Z");
const RECORD = buildSubscription();
const NEVER: Readonly<Record<NeverReason, object>> = {
  schedule: { next_delivery_date: "2026-11-16T08:00:30Z", until_date: "2026-11-17T00:00:00Z" },
  recipients: { target_value: "" },
  source: { dashboard: null },
};

it("reads the messages of Health", async () => {
  const text = renderCopy({
    findingCountLabel: FINDINGS.flatMap((finding) => [
      findingCountLabel(finding, 1),
      findingCountLabel(finding, 3),
    ]),
    findingReason: [
      findingReason("overdue", buildSubscription({ next_delivery_date: "2026-11-16T08:00:30Z" }), NOW),
      findingReason("ending", buildSubscription({ until_date: "2026-12-01T00:00:00Z" }), NOW),
      findingReason("ending", RECORD, NOW),
      findingReason("ended", buildSubscription({ next_delivery_date: null }), NOW),
      ...Object.values(NEVER).map((fields) => findingReason("never", buildSubscription(fields), NOW)),
    ],
    dstFixMessage: [
      dstFixMessage(RECORD, { kind: "change", body: { start_date: "2026-11-02T07:00:30Z" } }),
      dstFixMessage(RECORD, {
        kind: "change",
        body: {
          start_date: "2026-11-01T23:00:30Z",
          byweekday: ["sunday"],
          until_date: "2027-01-31T11:00:00Z",
        },
      }),
      dstFixMessage(RECORD, { kind: "impossible", reason: "The start date is invalid." }),
    ],
    alreadyAdjustedMessage: [alreadyAdjustedMessage(1), alreadyAdjustedMessage(12)],
    adjustLaterMessage: [adjustLaterMessage("28 March 2027")],
    duplicateLabel: [
      duplicateLabel(RECORD, true),
      duplicateLabel(buildSubscription({ created_at: null }), false),
    ],
  });
  await expect(text).toMatchFileSnapshot("./health.txt");
});
