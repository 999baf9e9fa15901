import { expect, it } from "vitest";
import { DEFAULT_CHOICES } from "@/data/offboarding/offboarding-plan";
import { type OffboardingRecord, type RecordedStep } from "@/data/offboarding/offboarding-record";
import {
  nothingFoundMessage,
  outcomeSummary,
  previewSummary,
  remainingAccessMessage,
  scanSummary,
  stepActionLabel,
} from "@/features/members/offboarding/model/offboarding-messages";
import { createOffboardingReport, offboardingReportFile } from "./offboarding-actions";

const STEP: RecordedStep = {
  key: "subscription 7",
  name: "Weekly figures",
  kind: "subscription",
  recordId: 7,
  action: "replace",
  by: "di@x.co",
  before: "LEA@x.co,bo@x.co",
  after: "di@x.co,bo@x.co",
  outcome: "done",
  reason: null,
  at: "2026-11-21T10:00:00.000Z",
};

const OFFBOARDING: OffboardingRecord = {
  id: "c1",
  connection: "live",
  server: "eu.posthog.com",
  projectId: "3",
  departingMember: { uuid: "u1", email: "lea@x.co", name: "Lea Ver" },
  choices: DEFAULT_CHOICES,
  startedAt: "2026-11-21T09:59:00.000Z",
  closedAt: null,
  batches: ["b1"],
  steps: [
    {
      ...STEP,
      key: "membership",
      kind: "membership",
      recordId: "u1",
      action: "remove",
      by: null,
      before: "Administrator",
      after: "",
    },
    STEP,
    {
      ...STEP,
      key: "subscription 8",
      recordId: 8,
      action: "delete",
      outcome: "failed",
      reason: "Not today.",
    },
    { ...STEP, key: "trash 9", kind: "trash", recordId: 9, action: "remove", outcome: "left", at: null },
  ],
  created: [{ id: 5, name: "Made by her", isInTrash: false }],
  mentioning: [{ id: 6, name: "To a channel", isInTrash: true }],
  organizationLevel: 1,
  coverage: { subscriptions: 60, trash: 4, unreadable: 0, membersProblem: null },
};

it("reports the action, outcome and time of every step", () => {
  const report = createOffboardingReport(OFFBOARDING);
  expect(report).toMatchObject({
    person: { email: "lea@x.co" },
    server: "eu.posthog.com",
    project: "3",
    state: "open",
    started_at: "2026-11-21T09:59:00.000Z",
    organization_level: "Member",
  });
  expect(
    report.steps.map(({ record, id, action, before, after, outcome, reason, at }) => [
      record,
      id,
      action,
      before,
      after,
      outcome,
      reason,
      at,
    ]),
  ).toEqual([
    ["membership", "u1", "Remove explicit level", "Administrator", null, "Done", null, STEP.at],
    ["subscription", 7, "Replace lea@x.co with di@x.co", STEP.before, STEP.after, "Done", null, STEP.at],
    ["subscription", 8, "Move subscription to Trash", STEP.before, null, "Failed", "Not today.", STEP.at],
    ["subscription", 9, "Remove lea@x.co", STEP.before, STEP.after, "Skipped", null, null],
  ]);
  expect(report.not_transferable).toEqual([
    {
      id: 5,
      name: "Made by her",
      in_trash: false,
      reason: expect.stringContaining("creator can't be changed"),
    },
  ]);
  expect(report.needs_review).toMatchObject([{ id: 6, name: "To a channel", in_trash: true }]);
});

it("creates a named JSON file", () => {
  const { name, type, chunks } = offboardingReportFile(OFFBOARDING);
  const text = [...chunks].map((chunk) => chunk.text).join("");
  expect([name, type]).toEqual(["Offboarding of Lea Ver 2026-11-21.json", "application/json"]);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(createOffboardingReport(OFFBOARDING))));
});

const INSIDER = { parent_level: 1, is_project_open: false };

it("describes remaining access, scan and plan", () => {
  expect(remainingAccessMessage({ organizationLevel: 8 })).toContain(
    "Administrator access from the organization remains.",
  );
  expect(remainingAccessMessage({ organizationLevel: 0 })).toBeNull();
  expect(remainingAccessMessage({ organizationLevel: null })).toContain("is unknown");
  expect(scanSummary(OFFBOARDING.coverage)).toBe("60 subscriptions and 4 in Trash.");
  expect(scanSummary({ ...OFFBOARDING.coverage, unreadable: 1 })).toContain("1 record couldn't be read");
  const missed = { ...OFFBOARDING.coverage, membersProblem: "Not you." };
  expect(nothingFoundMessage(OFFBOARDING.departingMember, OFFBOARDING.coverage, null, INSIDER)).toBe(
    "This person has no explicit level and isn't a recipient of any subscription, including those in Trash.",
  );
  expect(nothingFoundMessage(OFFBOARDING.departingMember, missed, null, INSIDER)).toMatch(
    /^This person isn't a recipient of any subscription/,
  );
  expect(nothingFoundMessage({ email: "" }, OFFBOARDING.coverage, null, INSIDER)).toContain(
    "without an email",
  );
  expect(
    nothingFoundMessage(OFFBOARDING.departingMember, OFFBOARDING.coverage, OFFBOARDING, INSIDER),
  ).toContain("All planned steps are done");
  expect(nothingFoundMessage(OFFBOARDING.departingMember, missed, OFFBOARDING, INSIDER)).toContain(
    "The latest scan may be incomplete",
  );
  expect(previewSummary([], { acceptsSendTestNow: false, quietSaves: "unknown" })).toBe(
    "0 of 0 steps selected.",
  );
  expect(outcomeSummary(OFFBOARDING)).toBe("2 done, 1 failed, 1 skipped.");
  expect(stepActionLabel({ kind: "subscription", action: "remove", by: null }, "lea@x.co")).toBe(
    "Remove lea@x.co",
  );
});

const MEMBERSHIP_STEP = { ...STEP, kind: "membership", action: "close" } as const;

it.each([
  // Servers with explicit members.
  [{ organizationLevel: 15, isProjectOpen: null }, /^Owner access from the organization remains. To end it/],
  [{ organizationLevel: 1, isProjectOpen: true }, /^Member access from the organization remains. To end it/],
  [{ organizationLevel: 1, isProjectOpen: false }, /doesn't grant access to this project\.$/],
  [{ organizationLevel: 1, isProjectOpen: null }, /^Whether the organization level .* is unknown. Check/],
  // A record of an older version.
  [{ organizationLevel: 1 }, /is unknown/],
  [{ organizationLevel: null, isProjectOpen: false }, /^The organization level is unknown. Check/],
  // Servers with access controls.
  [{ organizationLevel: 1, inherited: { level: null, reason: "" } }, /^The remaining access is unknown/],
  [
    { organizationLevel: 1, inherited: { level: 8, reason: "role_override" } },
    /^Administrator access from a role/,
  ],
  [
    { organizationLevel: 8, inherited: { level: 8, reason: "organization_admin" } },
    /To end it, remove the person/,
  ],
])("describes the remaining access of %j", (record, message) => {
  expect(remainingAccessMessage(record)).toMatch(message);
});

it.each([
  ["project_default", 8, "No access remains."],
  [
    "role_override",
    8,
    "The explicit level is No access, but access from a role may remain. Check it on the server.",
  ],
  [
    "",
    null,
    "The explicit level is No access, but access from other rules may remain. Check it on the server.",
  ],
])("promises that no access remains only where “No access” is enforced: %s %s", (reason, level, message) => {
  const record = { organizationLevel: 1, inherited: { level, reason }, steps: [MEMBERSHIP_STEP] };
  expect(remainingAccessMessage(record)).toBe(message);
});
