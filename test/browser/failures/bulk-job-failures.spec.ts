import type { Locator, Page } from "@playwright/test";
import { drawSample } from "../../sample.mjs";
import { expectCooldown } from "../support/page-clock";
import { BULK_JOB_CASES, type BulkJobFailureCase } from "./bulk-job-failure-cases";
import { FAILURES, type Failure, KEY_REJECTED, missingScopeFailure, throttled } from "./failure-cases";
import { enterKey, expect, expectKeyDialog, openApp, test } from "./failure-fixtures";
import type { FaultyServer } from "./faulty-server.mjs";
import { casesOf, drawRunning } from "./sampled-failures";

test.describe.configure({ timeout: 240_000 });

const LONG_COOLDOWN_S = "429 for 90 seconds";

/** After these the server has done what it was asked, or may have: a retry looks first. */
function isOutcomeUncertain({ name, wire, server }: Failure): boolean {
  return (
    name === "the line is cut after the work" || wire?.kind === "no-cors" || corruptsResponse(server?.kind)
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
  /** Begins the run, or goes on with what has failed or waits. */
  readonly press: () => Promise<void>;
  readonly expectFinished: () => Promise<void>;
  /** Requests so far that would change something. */
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

/** The words of a failure, once nothing is under way any more. */
async function expectOutcome({ dialog }: BulkJobScene, failure: Failure): Promise<void> {
  await expect(dialog.getByRole("button", { name: /^(Retry \d+ |Resume)/ }).first()).toBeVisible();
  await expect(dialog).toContainText(failure.title);
  if (failure.detail) await expect(dialog).toContainText(failure.detail);
}

const drawn = drawRunning(drawSample());

for (const jobCase of BULK_JOB_CASES) {
  const { name } = jobCase;
  const cases = casesOf(drawn, jobCase);
  const neverDone = CLEARLY_FAILED.filter((failure) => cases.has(failure.name));
  const perhapsDone = POSSIBLY_DONE.filter((failure) => cases.has(failure.name));

  if (neverDone.length > 0)
    test(`a run from ${name}: every failure has its words, and nothing is lost @live`, async ({
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
    test(`a run from ${name}: what may have been done is looked at, and not sent twice @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      await openApp(page, faulty.session);
      for (const failure of perhapsDone) {
        await test.step(failure.name, async () => {
          const url = `${faulty.emulator.url}/__emulator/reset`;
          expect((await fetch(url, { method: "POST" })).ok).toBe(true);
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
    test(`a run from ${name}: a rest is counted down, and it goes on by itself @live`, async ({
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
          // Several go out at once, and the rest is that of the last answer.
          await expect(run.dialog.getByText("Sending", { exact: true })).toHaveCount(0);
        },
      });
      await fail(jobCase, null);
      await clock.advance(50_000);
      await run.expectFinished();
    });

  if (cases.has("refused key"))
    test(`a run from ${name}: a missing scope and a refused key pause it @live`, async ({
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
