import type { Locator, Page } from "@playwright/test";
import { drawSample } from "../../sample.mjs";
import { expectRest } from "../support/page-clock";
import { RUNNING, type RunningPage } from "./bulk-job-failure-cases";
import { FAILURES, type Failure, KEY_REFUSED, lackOf, throttled } from "./failure-cases";
import { enterKey, expect, expectKeyRefusal, openApp, test } from "./failure-fixtures";
import type { FaultyServer } from "./faulty-server.mjs";
import { casesOf, drawRunning } from "./sampled-failures";

test.describe.configure({ timeout: 240_000 });

const LONG_REST = "429 for 90 seconds";

/** After these the server has done what it was asked, or may have: a retry looks first. */
function mayBeDone({ name, wire, server }: Failure): boolean {
  return name === "the line is cut after the work" || wire?.kind === "no-cors" || spoils(server?.kind);
}

function spoils(kind: string | undefined): boolean {
  return kind !== undefined && kind !== "status" && kind !== "network" && kind !== "scope";
}

const NEVER_DONE = FAILURES.filter((failure) => failure.name !== LONG_REST && !mayBeDone(failure));
const PERHAPS_DONE = FAILURES.filter(mayBeDone);

interface RunScene {
  readonly dialog: Locator;
  /** Begins the run, or goes on with what has failed or waits. */
  readonly press: () => Promise<void>;
  readonly expectFinished: () => Promise<void>;
  /** Requests so far that would change something. */
  readonly sent: () => number;
}

async function openPlan(
  page: Page,
  running: RunningPage,
  ids: readonly number[],
  { url }: FaultyServer,
): Promise<RunScene> {
  await running.plan(page, ids, url);
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
        .getByRole("button", { name: /^((Run|Undo|Retry) \d+ |Go on)/ })
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
async function expectOutcome({ dialog }: RunScene, failure: Failure): Promise<void> {
  await expect(dialog.getByRole("button", { name: /^(Retry \d+ |Go on)/ }).first()).toBeVisible();
  await expect(dialog).toContainText(failure.title);
  if (failure.detail) await expect(dialog).toContainText(failure.detail);
}

const drawn = drawRunning(drawSample());

for (const running of RUNNING) {
  const { name } = running;
  const cases = casesOf(drawn, running);
  const neverDone = NEVER_DONE.filter((failure) => cases.has(failure.name));
  const perhapsDone = PERHAPS_DONE.filter((failure) => cases.has(failure.name));

  if (neverDone.length > 0)
    test(`a run from ${name}: every failure has its words, and nothing is lost @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const ids = await running.given(faulty.emulator);
      await openApp(page, faulty.session);
      const run = await openPlan(page, running, ids, faulty.wire);
      for (const failure of neverDone) {
        await test.step(failure.name, async () => {
          await fail(running, failure);
          await run.press();
          await expectOutcome(run, failure);
        });
      }
      await fail(running, null);
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
          const ids = await running.given(faulty.emulator);
          await page.goto("/settings");
          const run = await openPlan(page, running, ids, faulty.wire);
          await fail(running, failure);
          await run.press();
          await expectOutcome(run, failure);
          const sent = run.sent();
          await fail(running, null);
          await run.press();
          await run.expectFinished();
          if (failure.server) expect(run.sent()).toBe(sent);
        });
      }
    });

  if (cases.has(LONG_REST))
    test(`a run from ${name}: a rest is counted down, and it goes on by itself @live`, async ({
      page,
      faulty,
      fail,
      clock,
    }) => {
      const ids = await running.given(faulty.emulator);
      await openApp(page, faulty.session);
      const run = await openPlan(page, running, ids, faulty.wire);
      await clock.install();
      await fail(running, throttled(90));
      await expectRest(clock, {
        seconds: 90,
        countdown: run.dialog.getByRole("timer"),
        words: /^The server asks to slow down\. It goes on in (1 minute( \d+ seconds?)?|\d+ seconds?)\.$/,
        async begin() {
          await run.press();
          await expect(run.dialog.getByRole("timer")).toBeVisible();
          // Several go out at once, and the rest is that of the last answer.
          await expect(run.dialog.getByText("Sending", { exact: true })).toHaveCount(0);
        },
      });
      await fail(running, null);
      await clock.pass(50_000);
      await run.expectFinished();
    });

  if (cases.has("refused key"))
    test(`a run from ${name}: a missing scope and a refused key pause it @live`, async ({
      page,
      faulty,
      fail,
    }) => {
      const ids = await running.given(faulty.emulator);
      await openApp(page, faulty.session);
      const run = await openPlan(page, running, ids, faulty.wire);
      await fail(running, KEY_REFUSED);
      await run.press();
      await expectKeyRefusal(page);
      await fail(running, null);
      await enterKey(page, faulty.emulator.key);
      await expect(run.dialog).toContainText(`Paused: ${KEY_REFUSED.title}`);
      if (running.scope !== null) {
        const lack = lackOf(running.scope);
        await fail(running, lack);
        await run.press();
        await expectOutcome(run, lack);
        await expect(run.dialog).toContainText("Paused: ");
        await fail(running, null);
      }
      await run.press();
      await run.expectFinished();
    });
}
