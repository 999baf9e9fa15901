import type { Locator, Page } from "@playwright/test";
import { drawSample } from "../../sample.mjs";
import { resetEmulator } from "../support/backends.mjs";
import { expectCooldown } from "../support/page-clock";
import { BULK_JOB_CASES, type BulkJobFailureCase } from "./bulk-job-failure-cases";
import { FAILURES, type Failure, KEY_REJECTED, missingScopeFailure, throttled } from "./failure-cases";
import { enterKey, expect, expectKeyDialog, openApp, test } from "./failure-fixtures";
import type { FaultyServer } from "./faulty-server.mjs";
import { casesOf, drawBulkJobCases } from "./sampled-failures";

test.describe.configure({ timeout: 240_000 });

const LONG_COOLDOWN_S = "429 for 90 seconds";

/** Whether the server may have applied the change. If so, a retry checks the record first. */
function isOutcomeUncertain({ name, wire, server }: Failure): boolean {
  return (
    name === "connection lost after the work" || wire?.kind === "no-cors" || corruptsResponse(server?.kind)
  );
}

function corruptsResponse(kind: string | undefined): boolean {
  return kind !== undefined && kind !== "status" && kind !== "network" && kind !== "scope";
}

const CLEARLY_FAILED = FAILURES.filter(
  (failure) => failure.name !== LONG_COOLDOWN_S && !isOutcomeUncertain(failure),
);
const POSSIBLY_DONE = FAILURES.filter(isOutcomeUncertain);

interface BulkJobScene {
  readonly dialog: Locator;
  /** Presses the button that starts the bulk action, retries its failed changes or resumes it. */
  readonly press: () => Promise<void>;
  readonly expectFinished: () => Promise<void>;
  readonly sent: () => number;
}

async function openPreview(
  page: Page,
  running: BulkJobFailureCase,
  ids: readonly number[],
  { url }: FaultyServer,
): Promise<BulkJobScene> {
  await running.openPreview(page, ids, url);
  const dialog = page.getByRole("dialog");
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === running.method) sent += 1;
  });
  await expect(dialog.getByRole("button", { name: /^(Run|Undo) \d+ / })).toBeVisible();
  return {
    dialog,
    press: () =>
      dialog
        .getByRole("button", { name: /^((Run|Undo|Retry) \d+ |Resume)/ })
        .last()
        .click(),
    async expectFinished() {
      await expect(dialog.getByText("Finished", { exact: true })).toBeVisible();
      await expect(dialog.getByRole("button", { name: /^Retry/ })).toHaveCount(0);
    },
    sent: () => sent,
  };
}

/** Waits until the bulk action can be retried or resumed, and checks the failure's message. */
async function expectOutcome({ dialog }: BulkJobScene, failure: Failure): Promise<void> {
  await expect(dialog.getByRole("button", { name: /^(Retry \d+ |Resume)/ }).first()).toBeVisible();
  await expect(dialog).toContainText(failure.title);
  if (failure.detail) await expect(dialog).toContainText(failure.detail);
}

const drawn = drawBulkJobCases(drawSample());

for (const jobCase of BULK_JOB_CASES) {
  const { name } = jobCase;
  const cases = casesOf(drawn, jobCase);
  const neverDone = CLEARLY_FAILED.filter((failure) => cases.has(failure.name));
  const perhapsDone = POSSIBLY_DONE.filter((failure) => cases.has(failure.name));

  if (neverDone.length > 0)
    test(`bulk action (${name}): shows a message for every failure and loses nothing @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const ids = await jobCase.arrange(faulty.emulator);
      await openApp(page, faulty.session);
      const run = await openPreview(page, jobCase, ids, faulty.wire);
      for (const failure of neverDone) {
        await test.step(failure.name, async () => {
          await fail(jobCase, failure);
          await run.press();
          await expectOutcome(run, failure);
        });
      }
      await fail(jobCase, null);
      await run.press();
      await run.expectFinished();
    });

  if (perhapsDone.length > 0)
    test(`bulk action (${name}): checks uncertain changes before it sends them again @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      await openApp(page, faulty.session);
      for (const failure of perhapsDone) {
        await test.step(failure.name, async () => {
          await resetEmulator(faulty.emulator);
          const ids = await jobCase.arrange(faulty.emulator);
          await page.goto("/settings");
          const run = await openPreview(page, jobCase, ids, faulty.wire);
          await fail(jobCase, failure);
          await run.press();
          await expectOutcome(run, failure);
          const sent = run.sent();
          await fail(jobCase, null);
          await run.press();
          await run.expectFinished();
          if (failure.server) expect(run.sent()).toBe(sent);
        });
      }
    });

  if (cases.has(LONG_COOLDOWN_S))
    test(`bulk action (${name}): counts down a cooldown and resumes automatically @live`, async ({
      page,
      faulty,
      fail,
      clock,
    }) => {
      const ids = await jobCase.arrange(faulty.emulator);
      await openApp(page, faulty.session);
      const run = await openPreview(page, jobCase, ids, faulty.wire);
      await clock.install();
      await fail(jobCase, throttled(90));
      await expectCooldown(clock, {
        seconds: 90,
        countdown: run.dialog.getByRole("timer"),
        text: /^The server is limiting requests\. Resuming in (1 minute( \d+ seconds?)?|\d+ seconds?)\.$/,
        async trigger() {
          await run.press();
          await expect(run.dialog.getByRole("timer")).toBeVisible();
          // The last response determines the cooldown, so this waits for all parallel requests.
          await expect(run.dialog.getByText("Sending", { exact: true })).toHaveCount(0);
        },
      });
      await fail(jobCase, null);
      await clock.advance(50_000);
      await run.expectFinished();
    });

  if (cases.has("rejected key"))
    test(`bulk action (${name}): pauses for a missing scope and a rejected key @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const ids = await jobCase.arrange(faulty.emulator);
      await openApp(page, faulty.session);
      const run = await openPreview(page, jobCase, ids, faulty.wire);
      await fail(jobCase, KEY_REJECTED);
      await run.press();
      await expectKeyDialog(page);
      await fail(jobCase, null);
      await enterKey(page, faulty.emulator.key);
      await expect(run.dialog).toContainText(`Paused: ${KEY_REJECTED.title}`);
      if (jobCase.scope !== null) {
        const missingScope = missingScopeFailure(jobCase.scope);
        await fail(jobCase, missingScope);
        await run.press();
        await expectOutcome(run, missingScope);
        await expect(run.dialog).toContainText("Paused: ");
        await fail(jobCase, null);
      }
      await run.press();
      await run.expectFinished();
    });
}
