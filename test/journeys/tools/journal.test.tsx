import { buildApi } from "@test/support/builders";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { openDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ExportCreation } from "@/api/exports";
import type { ExplicitMember } from "@/api/members";
import { listOrganizationMembers } from "@/api/people";
import type { SubscriptionChange } from "@/api/subscriptions";
import type { Api } from "@/data/backend/backend";
import { listExportRequests, requestExports } from "@/data/exports/export-requests";
import { memoryOnly } from "@/data/journal/journal-entry";
import {
  addMemberJournaled,
  changeLevelJournaled,
  removeMemberJournaled,
} from "@/data/members/member-changes";
import { memberId, memberName } from "@/data/members/members";
import { updateSubscriptionJournaled } from "@/data/subscriptions/subscription-changes";
import { subscriptionQueries } from "@/data/subscriptions/subscriptions";
import { formatInstant } from "@/lib/time/dates";
import { server } from "@/mocks/node";
import { loseAnswer } from "@/mocks/scenarios";
import type { MockServer } from "../../support/mock-server";
import { goTo, renderApp } from "../support/render-app";
import {
  createSubscriptions,
  fetchRecord,
  LIST_URL,
  openPage,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const JOURNAL = "/p/3/activity";
const createObjectUrl = vi.fn<typeof URL.createObjectURL>();

beforeEach(() => {
  vi.spyOn(URL, "createObjectURL").mockImplementation(createObjectUrl.mockReturnValue("blob:x"));
});

afterEach(() => {
  memoryOnly.clear();
  createObjectUrl.mockClear();
});

const createApi = (mocks: MockServer): Api =>
  buildApi({ projectId: "3", id: "demo", baseUrl: "", fetch: mocks.fetch });

/** Changes a subscription as the app does, but without a page. */
async function sendChange(mocks: MockServer, id: number, body: SubscriptionChange): Promise<void> {
  const api = createApi(mocks);
  const before = await api.queryClient.fetchQuery(subscriptionQueries.detail(api, id));
  await updateSubscriptionJournaled(api, { id, body, before }).catch(() => undefined);
  await waitFor(() => expect(memoryOnly.size).toBe(0));
}

const openJournal = (mocks: MockServer, search = "") =>
  openPage(`${JOURNAL}${search}`, "Weekly figures", mocks);
/** Returns the rows of changes and bulk actions, without the day headings. */
const rows = () =>
  within(screen.getByRole("table", { name: "Changes" }))
    .getAllByRole("row")
    .filter((row) => row.querySelector("a") !== null);
const dialog = async (name: RegExp | string) => within(await screen.findByRole("dialog", { name }));

it("shows a change and its fields, returns to its row when an undo is canceled, and previews, sends, and marks an undo", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  const target_value = "ana@example.com, cy@example.com";
  await sendChange(mocks, id, { title: "Figures", target_value, interval: 2 });
  const { user, writes } = await openJournal(mocks);
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toHaveTextContent("Title: Weekly figures → Figures");
  expect(rows()[0]).toHaveTextContent("Done");
  const link = () => screen.getByRole("link", { name: "Weekly figures" });
  link().focus();
  await user.keyboard("{Enter}");
  const panel = await dialog("Changed “Weekly figures”");
  expect(panel.getByText("Interval").nextElementSibling).toHaveTextContent("1 → becomes 2");
  expect(panel.getByText("Recipients").nextElementSibling).toHaveTextContent(
    "+ added: cy@example.com− removed: bo@example.com",
  );
  expect(window.location.search).toMatch(/^\?entry=/);
  await user.click(panel.getByText("Undo…"));
  const canceled = await dialog("Undo “Changed Weekly figures”?");
  await user.click(await canceled.findByText("Cancel"));
  await dialog("Changed “Weekly figures”");
  await waitFor(() => expect(document.activeElement?.closest("[role=dialog]")).not.toBeNull());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(window.location.search).toBe("");
  await waitFor(() => expect(link()).toHaveFocus());

  fireEvent.click(screen.getByLabelText("Actions for Changed Weekly figures"));
  await user.click(await screen.findByRole("menuitem", { name: "Undo…" }));
  const asked = await dialog("Undo “Changed Weekly figures”?");
  await asked.findByText("1 change can be undone.");
  expect(asked.getByText("Title:").parentElement).toHaveTextContent(
    /^Title: Figures → ?becomes Weekly figures$/,
  );
  asked.getByText("1 person is added and receives a delivery immediately.");
  expect(writes()).toEqual([]);
  await user.click(asked.getByText("Undo 1 change"));
  await asked.findByText("The change was undone.");
  const close = asked.getByRole("button", { name: "Close" });
  expect(close).toHaveFocus();
  expect(await fetchRecord(mocks, id)).toMatchObject({
    title: "Weekly figures",
    target_value: WEEKLY.target_value,
    interval: 1,
  });
  await user.click(close);
  await waitFor(() => expect(rows()).toHaveLength(2));
  await waitFor(() => expect(rows()[1]).toHaveTextContent("Undone"));
});

it("a bulk action in activity is one row, which opens to its changes and selects them all", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, { ...WEEKLY, title: "Daily sales" });
  const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
  await user.click(screen.getByLabelText(/^Select all/));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(await bar.findByText("Delete"));
  const review = await dialog(/^Delete 2/);
  await user.click(await review.findByText("Run 2 changes"));
  await review.findByText("Finished");
  await waitFor(() => expect(memoryOnly.size).toBe(0));
  await renderApp({ path: JOURNAL, mocks });
  await waitFor(() => expect(rows()).toHaveLength(1));
  screen.getByRole("cell", { name: "Today" });
  expect(rows()[0]).toHaveTextContent(
    /2 changes(Weekly figures, Daily sales|Daily sales, Weekly figures).*Done/,
  );
  await user.click(within(rows()[0] ?? document.body).getByRole("link", { name: /, closed$/ }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(rows()[0]).toHaveTextContent(/, open/);
  await user.click(within(rows()[0] ?? document.body).getByRole("checkbox"));
  for (const row of rows()) expect(within(row).getByRole("checkbox")).toBeChecked();
  const selected = within(await screen.findByRole("region", { name: "Selection" }));
  selected.getByText("2 selected");
  const undo = selected.getByRole("button", { name: "Undo…" });
  await user.click(undo);
  await dialog("Undo 2 changes?");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(undo).toHaveFocus());
});

const CSV = { insight: 4001, export_format: "text/csv", expires_after: "2027-01-01T08:00:00Z" };

/** Creates exports as the app does, but without a page. */
async function make(mocks: MockServer, ...bodies: readonly ExportCreation[]): Promise<void> {
  const api = createApi(mocks);
  requestExports(api, bodies);
  await waitFor(() => {
    const states = listExportRequests(api).map(({ state }) => state);
    expect(states.some((state) => state === "waiting" || state === "sending")).toBe(false);
  });
  await waitFor(() => expect(memoryOnly.size).toBe(0));
}

/** Adds a member as the app does, but without a page. Then calls `more` for other changes. */
async function addedPerson(
  mocks: MockServer,
  more?: (api: Api, member: ExplicitMember) => Promise<unknown>,
): Promise<ExplicitMember> {
  const api = createApi(mocks);
  const { results } = await api.client.request(listOrganizationMembers, { path: {}, query: {} });
  const user_uuid = results.find(({ level }) => level === 1)?.user?.uuid ?? "";
  const { member } = await addMemberJournaled(api, { user_uuid, level: 1 });
  await more?.(api, member).catch(() => undefined);
  await waitFor(() => expect(memoryOnly.size).toBe(0));
  return member;
}

it("shows who was added, changed and removed, what was exported, and why an export can't be undone", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  await sendChange(mocks, id, { interval: 2 });
  await make(mocks, CSV);
  const member = await addedPerson(mocks, async (api, added) => {
    const changed = await changeLevelJournaled(api, { member: added, level: 8 });
    await removeMemberJournaled(api, changed.member);
  });
  const name = memberName(member);
  const { user } = await openPage(`${JOURNAL}?q=of:member`, "3 of 5 changes match", mocks);
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(`${name}RemovedLevel: Administrator → no explicit level`),
    expect.stringMatching(`${name}Level changedLevel: Member → Administrator`),
    expect.stringMatching(`${name}AddedLevel: Member`),
  ]);
  await user.click(screen.getAllByRole("link", { name })[1] ?? document.body);
  const change = await dialog(`Level changed “${name}”`);
  expect(change.getByText("Member", { selector: "dt" }).nextElementSibling).toHaveTextContent(name);
  expect(change.getByRole("link", { name })).toHaveAttribute("href", `/p/3/members/${memberId(member)}`);

  await goTo(`${JOURNAL}?q=of:export`);
  await user.click(await screen.findByText(/^export-.*\.csv$/));
  expect(rows()).toHaveLength(1);
  const panel = await dialog(/^Created “export-.*\.csv”$/);
  const link = panel.getByRole("link", { name: /^Export \d+$/ });
  expect(link).toHaveAttribute("href", expect.stringMatching(/^\/p\/3\/exports\/\d+$/));
  panel.getByText("CSV table");
  panel.getByText(formatInstant(CSV.expires_after));
  await user.click(panel.getByText(/^Undo/));
  expect(await screen.findByRole("tooltip")).toHaveTextContent("when they expire");
});

it("downloads changes without the API key, checks one without a response, which can then be undone, and clears all", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  await sendChange(mocks, id, { interval: 2 });
  server.use(loseAnswer("subscriptions.update", mocks.handlers, { once: true }));
  await sendChange(mocks, id, { deleted: true });
  const { user } = await openJournal(mocks, "?q=kind%3Adeleted");
  await user.click(await screen.findByText("Download matches as JSON"));
  await waitFor(() => expect(createObjectUrl).toHaveBeenCalledTimes(1));
  await user.click(screen.getByText("Download JSON"));
  await waitFor(() => expect(createObjectUrl).toHaveBeenCalledTimes(2));
  const texts = await Promise.all(
    createObjectUrl.mock.calls.map(([blob]) => (blob instanceof Blob ? blob.text() : "")),
  );
  const kinds = texts.map((text) => JSON.parse(text).map(({ kind }: { kind: string }) => kind));
  expect(kinds).toEqual([["deleted"], ["deleted", "changed"]]);
  expect(texts.join()).not.toContain("phx_demo_all");

  expect(rows()[0]).toHaveTextContent("Outcome unknown");
  await user.click(screen.getByRole("link", { name: "Weekly figures" }));
  const panel = await dialog(/Weekly figures/);
  await user.click(panel.getByText("Check outcome"));
  await panel.findByText("Checked: applied.");
  await user.click(panel.getByText("Undo…"));
  const asked = await dialog(/^Undo “/);
  await user.click(await asked.findByText("Undo 1 change"));
  await asked.findByText("The change was undone.");
  expect(await fetchRecord(mocks, id)).toMatchObject({ deleted: false });
  await user.click(asked.getByRole("button", { name: "Close" }));

  await goTo(JOURNAL);
  await waitFor(() => expect(rows()).toHaveLength(3));
  await user.click(screen.getByText("Clear…"));
  await user.click((await dialog(/^Clear .* from Activity/)).getByText("Cancel"));
  expect(rows()).toHaveLength(3);
  await user.click(screen.getByText("Clear…"));
  await user.click((await dialog(/^Clear .* from Activity/)).getByText("Clear activity"));
  await screen.findByText("No changes yet");
  expect(await fetchRecord(mocks, id)).toMatchObject({ interval: 2 });
});

it("shows the newest 10,000 changes, and older ones on request", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  await sendChange(mocks, id, { interval: 2 });
  const db = await openDB("environs-journal");
  const [entry] = await db.getAll("entries");
  const { store, done } = db.transaction("entries", "readwrite");
  for (let index = 0; index < 10_000; index += 1)
    void store.put({ ...entry, id: `0${String(index).padStart(5, "0")}` });
  await done;
  db.close();
  const { user } = await openJournal(mocks);
  await screen.findAllByText("10,000 changes");
  await user.click(screen.getByRole("button", { name: "Clear…" }));
  const clearing = await dialog("Clear all changes from Activity?");
  await user.click(clearing.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Show older changes" }));
  await screen.findAllByText("10,001 changes");
  expect(screen.queryByRole("button", { name: "Show older changes" })).toBeNull();
});
