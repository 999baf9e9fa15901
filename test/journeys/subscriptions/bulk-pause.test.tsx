// Pauses and resumes several subscriptions on a 2026 server (server-generations, 2026 fields).
import { act, cleanup, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "../support/render-app";
import { fillField, openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const TITLES = ["Board pack", "Sales pipeline"];

const findDialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

it("pauses several, shows them as due on the day of the reminder, and resumes them without sending", async () => {
  let now = TEST_TIME.getTime();
  const mocks = createMockServer({ profile: "newer", now: () => new Date(now) });
  const { user, writes } = await openPage("/p/1/subscriptions", "Board pack", mocks);
  for (const title of TITLES) await user.click(screen.getByRole("checkbox", { name: `Select ${title}` }));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(await bar.findByRole("button", { name: "Pause or resume" }));
  await user.click(await screen.findByRole("menuitem", { name: "Pause…" }));
  const form = await findDialog("Pause: 2 subscriptions");
  fillField(form, "Remind me in this browser on", "2026-12-01");
  await user.click(form.getByRole("button", { name: "Review changes" }));
  // The preview and the result show the date.
  const planned = await findDialog("Pause 2 subscriptions, with a reminder on Dec 1, 2026");
  await user.click(planned.getByRole("button", { name: "Run 2 changes" }));
  await planned.findByText("Finished");
  const quietPause = { enabled: false, send_test_now: false };
  expect(writes().map(({ body }) => body)).toEqual([quietPause, quietPause]);
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("link", { name: "Board pack" }));
  await screen.findByText("Reminder in this browser on Dec 1, 2026.");
  await user.keyboard("gk");
  await screen.findByRole("heading", { name: "November 2026" });
  expect(screen.queryByText(/^Reminders/)).toBeNull();
  await user.click(screen.getByRole("link", { name: "Next month" }));
  const reminders = await screen.findByText("Reminders in this browser to resume subscriptions");
  expect(reminders.nextSibling).toHaveTextContent(/^Board pack \(Tue, .*\), Sales pipeline \(Tue, .*\)$/);

  // Health doesn't list the two subscriptions before the reminder is due.
  await user.keyboard("gh");
  await screen.findByRole("heading", { name: "Paused · 1 subscription" });
  await act(async () => cleanup());

  now = Date.parse("2026-12-01T09:00:00Z");
  vi.setSystemTime(now);
  const later = await renderApp({ path: "/p/1/health", mocks, isReload: true });
  const heading = await screen.findByRole("heading", { name: "Paused · 3 subscriptions" });
  expect(screen.getAllByText("The reminder to resume it is due.")).toHaveLength(2);
  const section = within(heading.closest("section") ?? document.body);
  await later.user.click(section.getByRole("link", { name: "Board pack" }));
  await screen.findByText("Reminder to resume");
  await later.user.keyboard("gh");
  await later.user.click(await screen.findByRole("button", { name: "Resume…" }));
  const preview = await findDialog("Resume 2 subscriptions");
  await later.user.click(preview.getByRole("button", { name: "Run 2 changes" }));
  await preview.findByText("Finished");
  const resumed = later.writes().map(({ body }) => body);
  const quietResume = { enabled: true, send_test_now: false };
  expect(resumed).toEqual([quietResume, quietResume]);

  await later.user.click(preview.getByRole("button", { name: "Undo all…" }));
  const undo = await findDialog(/^Undo: Resume/);
  await later.user.click(await undo.findByRole("button", { name: "Run 2 changes" }));
  await undo.findByText("Finished");
  expect(
    later
      .writes()
      .slice(2)
      .map(({ body }) => body),
  ).toEqual([quietPause, quietPause]);
  expect(mocks.db.outbox).toEqual([]);
});
