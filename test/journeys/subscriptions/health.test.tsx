import { buildJournalEntry } from "@test/support/builders";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DEMO_CONNECTION_ID } from "@/app/connection/connection-storage";
import { storedQuietSaves } from "@/data/browser-storage/local-storage";
import { server } from "@/mocks/node";
import { createError, override } from "@/mocks/scenarios";
import { changeJson, createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { goTo } from "../support/render-app";
import {
  createAsOtherUser,
  createSubscriptions,
  fetchRecord,
  findForm,
  LIST_URL,
  openPage,
  setUpJourneys,
  subscriptionRow,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const HEALTH = "/p/3/health";
const DAILY = { ...WEEKLY, title: "Daily sales", frequency: "daily", byweekday: null };
const ENDING = { ...DAILY, title: "Launch week", until_date: "2026-11-30T12:00:00Z" };
const ENDED = { ...DAILY, title: "Summer campaign", until_date: "2026-11-10T12:00:00Z" };
const STUCK_RECORD = { ...WEEKLY, title: "Onboarding steps", dashboard: 202 };
const ENDED_URL = `${LIST_URL}?q=is%3Aended`;
/** A duplicate of WEEKLY with the schedule in another notation. The two share one recipient. */
const COPY = {
  ...WEEKLY,
  title: "Figures again",
  byweekday: null,
  start_date: "2026-10-05T08:00:00Z",
  target_value: "Ana@Example.com,cy@example.com",
};

interface Titled {
  readonly title: string;
}

/** Makes the server report the subscriptions' next deliveries in the past. */
function delayDeliveries(mocks: MockServer, ...titles: readonly string[]): void {
  const toStuck = (record: Titled) =>
    titles.includes(record.title) ? { ...record, next_delivery_date: "2026-11-16T08:00:00Z" } : record;
  const toStuckPage = (page: { readonly results: readonly Titled[] }) => ({
    ...page,
    results: page.results.map(toStuck),
  });
  server.use(
    changeJson("subscriptions.get", mocks, toStuck),
    changeJson("subscriptions.list", mocks, toStuckPage),
  );
}

/** Makes the server answer reads of single dashboards with `answer`. Returns the IDs that are read. */
function answerDashboards(answer: (id: string) => Response): readonly string[] {
  const reads: string[] = [];
  server.use(
    override("dashboards.get", ({ url }) => {
      const id = /(\d+)\/$/.exec(url)?.[1] ?? "";
      reads.push(id);
      return answer(id);
    }),
  );
  return reads;
}

function throwUnreadable(): never {
  throw new DOMException("the store is broken", "UnknownError");
}

async function findFixButton(name: string): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByRole("button", { name })).not.toHaveAttribute("aria-disabled"));
  return screen.getByRole("button", { name });
}

async function runFix(user: UserEvent, title: string | RegExp) {
  const dialog = async () => within(await screen.findByRole("dialog", { name: title }));
  await user.click(await (await dialog()).findByText(/^Run \d changes?$/));
  await (await dialog()).findByText("Finished");
  return dialog();
}

const section = async (name: RegExp) => within(await screen.findByRole("region", { name }));

test("the list's summary counts findings, links each to its subscriptions, and disappears when nothing is found", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, COPY, ENDING, ENDED, STUCK_RECORD);
  delayDeliveries(mocks, "Onboarding steps");
  const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
  const overdue = await screen.findByRole("link", { name: "1 overdue" });
  expect(overdue.closest("p")?.textContent).toBe("1 overdue1 ending soon2 duplicates");
  await user.click(screen.getByRole("link", { name: "2 duplicates" }));
  await screen.findByText("2 of 5 match");
  expect(screen.getByRole("combobox", { name: "Search subscriptions" })).toHaveValue("is:duplicate");
  screen.getByText("Figures again");
  expect(screen.queryByText("Launch week")).toBeNull();
  await user.click(screen.getByRole("link", { name: "1 ending soon" }));
  await screen.findByText("1 of 5 match");
  await user.click(screen.getByLabelText("Actions for Launch week"));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: /ending/ })).toBeNull());
});

describe("findings", () => {
  test("says why an overdue subscription is never sent, and what helps", async () => {
    const deleted = { ...WEEKLY, title: "Of a deleted dashboard" };
    const hook = {
      target_type: "webhook",
      target_value: "https://hooks.example.com/a",
      title: "To a webhook",
    };
    const { mocks } = await createSubscriptions(
      deleted,
      { ...WEEKLY, ...hook },
      { ...STUCK_RECORD, target_value: "cy@example.com" },
      { ...DAILY, insight: 4001, dashboard: null },
    );
    delayDeliveries(mocks, deleted.title, hook.title, STUCK_RECORD.title, DAILY.title);
    const reads = answerDashboards((id) =>
      id === "201" ? createError(404) : HttpResponse.json({ id: 202, name: "Empty", tiles: [] }),
    );
    const { user } = await openPage(HEALTH, "Health", mocks);
    const never = await section(/^Never deliver · 3 subscriptions$/);
    never.getByText("The dashboard or insight is deleted. Restore it on the server, or choose another.");
    never.getByText(/^The dashboard has no insights\. Add insights to it on the server/);
    never.getByText(/^The server accepts webhooks but doesn't send them\. Choose another channel/);
    never.getByRole("button", { name: "Delete…" });
    never.getByRole("link", { name: "Edit To a webhook" });
    const overdue = await section(/^Overdue · 1 subscription$/);
    expect(overdue.getByText("Not sending").parentElement).toHaveAttribute("data-tone", "warning");
    await overdue.findByText(
      "Was due 5 days ago. It's sent with the server's next hourly run, unless something prevents it.",
    );
    overdue.getByText(/^More than an hour late\. The server sends these deliveries with its next hourly run/);
    // The source is fine, so an edit can't help.
    await waitFor(() => expect(overdue.queryByRole("link", { name: /^Edit/ })).toBeNull());
    expect(document.body).not.toHaveTextContent(/Edit the schedule/);

    await user.click(never.getByRole("link", { name: "Show in list" }));
    await screen.findByText("3 of 4 match");
    expect(screen.getAllByText("Never", { selector: "td *" })).toHaveLength(3);
    await user.click(screen.getByRole("link", { name: deleted.title }));
    await screen.findByText(/^Never delivers: the dashboard or insight is deleted\. Restore it/);
    screen.getByText("None. The server never sends this subscription.");

    await user.click(screen.getByRole("link", { name: "Calendar" }));
    await screen.findByText(/ in November 2026 from 1 subscription$/);
    expect(reads.toSorted()).toEqual(["201", "202"]);
  });

  test("lists the possible causes if the key can't read the sources", async () => {
    const { mocks } = await createSubscriptions(STUCK_RECORD);
    delayDeliveries(mocks, STUCK_RECORD.title);
    answerDashboards(() => createError(403, undefined, "dashboard:read"));
    await openPage(HEALTH, "Health", mocks);
    const overdue = await section(/^Overdue · 1 subscription$/);
    await overdue.findByText(/Possible causes: the dashboard is deleted or has no insights, or the server/);
    overdue.getByRole("link", { name: "Edit Onboarding steps" });
    expect(screen.queryByRole("region", { name: /^Never deliver/ })).toBeNull();
  });

  test("marks invalid recipients with their fix in Health, the list, the page, and the form, without showing a secret", async () => {
    const hook = "https://hooks.slack.com/services/T1/B2/secret";
    const joined = { ...WEEKLY, title: "Joined", target_value: "ana@example.com; bo@example.com" };
    const partly = { ...DAILY, title: "Partly", target_value: "cy@example.com,'dee@example.com'" };
    const slack = { ...DAILY, target_type: "slack", target_value: hook };
    const { mocks, ids } = await createSubscriptions(joined, partly, slack);
    expect(mocks.db.outbox.map(({ target }) => target)).toEqual(["cy@example.com"]);
    const { user } = await openPage(HEALTH, "Health", mocks);
    const fix =
      "“ana@example.com; bo@example.com” isn't a valid email address. Replace it with ana@example.com and bo@example.com.";
    (await section(/^Never deliver · 2 subscriptions$/)).getByText(fix);
    const invalid = await section(/^Invalid recipients · 1 subscription$/);
    invalid.getByText(/^“'dee@example\.com'” isn't .* Replace it with dee@example\.com\.$/);
    invalid.getByText("Partly sending");

    await user.click(invalid.getByRole("link", { name: "Show in list" }));
    await screen.findByText("1 of 3 match");
    within(subscriptionRow("Partly")).getByText("Invalid recipient");
    await user.click(screen.getByRole("link", { name: "Partly" }));
    (await section(/^2 recipients$/)).getByText(/ Replace it with dee@example\.com\.$/);
    expect(screen.queryByText("Never delivers")).toBeNull();
    await user.click(screen.getByRole("link", { name: "Edit" }));
    const form = await findForm();
    form.getByText(/ Replace it with dee@example\.com\.$/);
    await user.click(form.getByText("Cancel"));

    await goTo(`${LIST_URL}/${ids[2]}/edit`);
    await screen.findByText(/^Never delivers: “hooks\.slack\.com\/…cret” is a URL\./);
    const slackForm = await findForm();
    expect(slackForm.getByLabelText(/^Slack channel/)).toBeInvalid();
    slackForm.getByText("“hooks.slack.com/…cret” is a URL. Enter a channel name or ID.");
    expect(document.body).not.toHaveTextContent(hook);
  });

  test("lists the reasons, offers a later end only where it helps, and shows the first 20 of more", async () => {
    const counted = { ...DAILY, title: "Ten times", count: 10 };
    const { mocks } = await createSubscriptions(
      WEEKLY,
      COPY,
      counted,
      ENDING,
      ...Array.from({ length: 20 }, () => ENDED),
    );
    const { user } = await openPage(HEALTH, "Health", mocks);
    const ended = await section(/^Ended · 21 subscriptions$/);
    expect(ended.getAllByRole("listitem")).toHaveLength(20);
    expect(ended.getByRole("link", { name: "Show all 21 in list" })).toHaveAttribute("href", ENDED_URL);
    expect(ended.getByRole("link", { name: "Show in list" })).toHaveAttribute("href", ENDED_URL);
    expect(ended.getAllByText(/^Ended .*10.* 2026.*Set a later end\.$/)).toHaveLength(20);
    (await section(/^Duplicates · 2 subscriptions in 1 group$/)).getByText("Keep one of 2");
    const ending = await section(/^Ending soon · 1 subscription$/);
    ending.getByText(/^The last delivery is on Mon, .*30.*09:00\. Set a later end\.$/);
    ending.getByText("Within 14 days");
    // A section that shows all of its subscriptions has no such link.
    expect(ending.queryByRole("link", { name: /^Show all/ })).not.toBeInTheDocument();
    // Without the one whose number of deliveries is used up.
    await user.click(ended.getByRole("button", { name: "Set end date…" }));
    await screen.findByRole("dialog", { name: "Set end date: 20 subscriptions" });
  });

  test("stays small with titles of 1 MB", async () => {
    const title = "Weekly\n\t figures 👩‍💻é".repeat(50_000);
    const { mocks } = await createSubscriptions(WEEKLY, COPY, WEEKLY, COPY);
    server.use(
      changeJson("subscriptions.list", mocks, (page: { readonly results: readonly object[] }) => ({
        ...page,
        results: page.results.map((record) => ({ ...record, title })),
      })),
    );
    const { user } = await openPage(HEALTH, "Health", mocks);
    const region = await screen.findByRole("region", { name: /^Duplicates · 4 subscriptions in 1 group$/ });
    expect(region.outerHTML.length).toBeLessThan(30_000);
    const [, second] = within(region).getAllByRole("radio");
    await user.click(second ?? expect.fail());
    expect(second).toBeChecked();
    await user.click(within(region).getByRole("button", { name: "Delete 3 duplicates…" }));
    const dialog = await screen.findByRole("dialog", { name: /^Keep “.*…” and delete 3 duplicates$/ });
    expect(dialog.outerHTML.length).toBeLessThan(100_000);
  });

  test("adds missing recipients to the remaining duplicate before deleting the others", async () => {
    const { mocks, ids } = await createSubscriptions(WEEKLY, COPY);
    const { user, writes: changes } = await openPage(HEALTH, "Keep one of 2", mocks);
    const group = within(screen.getByRole("group", { name: "Keep one of 2" }));
    expect(group.getByRole("radio", { name: `Keep Weekly figures, ID ${ids[0]}` })).toBeChecked();
    // Without waiting, because even the first text must be true.
    group.getByRole("checkbox", {
      name: /^Add cy@example.com to the subscription you keep.*New recipients get a delivery immediately/,
    });
    await user.click(group.getByRole("radio", { name: `Keep Figures again, ID ${ids[1]}` }));
    group.getByRole("checkbox", { name: /^Add bo@example.com to the subscription you keep/ });
    await user.click(group.getByRole("button", { name: "Delete 1 duplicate…" }));
    const name = "Keep “Figures again” and delete 1 duplicate";
    await user.click(
      await within(await screen.findByRole("dialog", { name })).findByRole("button", {
        name: "Run 2 changes",
      }),
    );
    await within(await screen.findByRole("dialog", { name })).findByText("Finished");
    expect(changes().map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        { target_value: "Ana@Example.com,cy@example.com,bo@example.com" },
        { deleted: true },
      ]),
    );
    expect(await fetchRecord(mocks, ids[0] ?? 0)).toMatchObject({ deleted: true });
    await screen.findByText("No findings");
    screen.getByText("Finished");
  });

  test("may deliver to added recipients on a newer server until it proves that it saves without sending", async () => {
    const mocks = createMockServer({ profile: "newer", now: () => TEST_TIME });
    for (const { dashboard: _dashboard, ...body } of [WEEKLY, COPY])
      await createAsOtherUser(mocks, { ...body, insight: 4001, interval: 1 });
    await openPage(HEALTH, "Keep one of 2", mocks);
    const addsRecipients = screen.getByRole("checkbox", { name: /^Add cy@example.com/ });
    expect(addsRecipients).toHaveAccessibleName(/New recipients may get a delivery immediately/);
    act(() => storedQuietSaves.write(DEMO_CONNECTION_ID, "proven"));
    expect(addsRecipients).not.toHaveAccessibleName(/immediately/);
  });
});

/** The day of the last time change. */
const CHANGE_DAY = "2026-10-25T09:00:00Z";

describe("time changes", () => {
  beforeEach(() => void vi.setSystemTime(CHANGE_DAY));

  /** Opens the last time change, with subscriptions that started in summer. */
  async function openLastChange(bodies: readonly object[], text: string) {
    const summer = bodies.map((body) => ({ ...body, start_date: "2026-05-04T08:00:00Z" }));
    const { mocks, id, ids } = await createSubscriptions(...summer);
    return { ...(await openPage(HEALTH, text, mocks)), mocks, id, ids };
  }

  test("shows times and proposed changes, and disables them before the day", async () => {
    vi.setSystemTime("2027-03-10T09:00:00Z");
    const { mocks } = await createSubscriptions(WEEKLY, { ...DAILY, start_date: "2026-11-02T22:30:00Z" });
    await openPage(HEALTH, "Time change · 2 subscriptions", mocks);
    screen.getByText(/Clocks in Europe\/Berlin go forward by an hour on/);
    const changes = await section(/^Time change/);
    const rows = changes.getAllByRole("listitem");
    expect(rows).toHaveLength(2);
    const [daily, weekly] = rows.map((item) => within(item));
    weekly?.getByRole("link", { name: "Weekly figures" });
    weekly?.getByText("09:00 → 10:00");
    weekly?.getByText(/start .* 2026, 08:00 → 07:00 UTC\.$/);
    daily?.getByRole("link", { name: "Daily sales" });
    daily?.getByText("23:30 → 00:30");
    daily?.getByText(/moves to the next day/);
    expect(screen.getByRole("button", { name: "Keep local time of all 2…" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });

  test("are offered for two weeks", async () => {
    vi.setSystemTime("2026-11-09T09:00:00Z");
    await openLastChange([WEEKLY], "No findings");
    expect(screen.queryByText(/Clocks in/)).toBeNull();
  });

  test.each([
    ["Loading earlier adjustments", () => new IDBOpenDBRequest()],
    ["Couldn't load earlier adjustments", throwUnreadable],
  ])("disables the adjustment: %s", async (message, answer) => {
    vi.stubGlobal("indexedDB", Object.assign(new IDBFactory(), { open: answer }));
    const { user } = await openLastChange([WEEKLY], "Time change · 1 subscription");
    const button = screen.getByRole("button", { name: "Keep its local time…" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await user.click(button);
    await waitFor(() => expect(screen.getByRole("tooltip")).toHaveTextContent(message));
  });

  test("doesn't adjust subscriptions again that another tab has adjusted", async () => {
    const { user, id } = await openLastChange([WEEKLY], "Time change · 1 subscription");
    const button = await findFixButton("Keep its local time…");
    const db = await openDB("environs-journal");
    const entry = buildJournalEntry({
      id: "elsewhere",
      projectId: "3",
      at: "2026-10-25T08:00:00.000Z",
      recordId: id,
      changes: [{ field: "start_date", before: "2026-05-04T07:00:00Z", after: "2026-05-04T08:00:00Z" }],
    });
    await db.put("entries", entry);
    db.close();
    await user.click(button);
    await screen.findByText(/already been adjusted in this browser/);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("hides adjusted subscriptions until the adjustment is undone", async () => {
    const { user, mocks, id, ids, ...app } = await openLastChange(
      [WEEKLY, STUCK_RECORD],
      "Time change · 2 subscriptions",
    );
    screen.getByText(/Clocks in Europe\/Berlin went back by an hour on/);
    await user.click(await findFixButton("Keep local time… Weekly figures"));
    const result = await runFix(user, "Keep local time of 1 subscription");
    await screen.findByRole("region", { name: "Time change · 1 subscription" });
    await screen.findByText(/^1 subscription has already been adjusted in this browser/);
    expect(screen.queryByRole("link", { name: "Weekly figures" })).toBeNull();
    expect(await fetchRecord(mocks, id)).toMatchObject({ start_date: "2026-05-04T09:00:00Z" });
    expect(app.writes()).toHaveLength(1);
    await user.click(result.getByRole("button", { name: /^Undo/ }));
    await runFix(user, /^Undo/);
    await screen.findByRole("region", { name: "Time change · 2 subscriptions" });
    await user.click(await findFixButton("Keep local time of all 2…"));
    await runFix(user, "Keep local time of 2 subscriptions");
    const starts = await Promise.all(ids.map((each) => fetchRecord(mocks, each)));
    expect(starts).toEqual(ids.map(() => expect.objectContaining({ start_date: "2026-05-04T09:00:00Z" })));
  });
});
