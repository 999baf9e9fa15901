import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createImportFileChunks } from "@/features/subscriptions/import/model/import-file-format";
import { NO_NAMES } from "@/lib/search/record-schema";
import { server } from "@/mocks/node";
import { change, refuse } from "@/mocks/scenarios";
import { hold, limitPages, type MockServer, miscount } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp, settle } from "../support/render-app";
import {
  changeAsOtherUser,
  createAsOtherUser,
  createSubscriptions,
  fetchRecord,
  LIST_URL,
  openPage,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const IMPORT_URL = `${LIST_URL}/import`;
const DAILY = { ...WEEKLY, title: "Daily sales", frequency: "daily", byweekday: null };

async function downloadForEditing(user: UserEvent, from: "list" | "selection" = "list"): Promise<string> {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return "blob:file";
  });
  // jsdom can't download files, so clicking the download link must do nothing.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const bar = from === "list" ? screen : within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(bar.getByRole("button", { name: "Download" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Download subscriptions" }));
  await user.click(dialog.getByRole("radio", { name: "JSON for editing" }));
  await user.click(dialog.getByRole("button", { name: /^Download \d+ row/ }));
  await waitFor(() => expect(files).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  return (await files[0]?.text()) ?? "";
}

async function goToImport(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Import changes from file" }));
  await screen.findByRole("button", { name: "Choose file…" });
  expect(window.location.pathname).toBe(IMPORT_URL);
}

async function uploadFile(user: UserEvent, text: string, name = "edited.json"): Promise<void> {
  const file = new File([text], name, { type: "application/json" });
  await user.upload(await screen.findByLabelText("Drop the edited file here", { selector: "input" }), file);
}

function replaceOnce(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

function withoutSubscription(text: string, id: number): string {
  const isOther = (each: unknown) =>
    !(typeof each === "object" && each !== null && "id" in each && each.id === id);
  const remaining: unknown = JSON.parse(text, (key, value: unknown) =>
    key === "subscriptions" && Array.isArray(value) ? value.filter(isOther) : value,
  );
  return JSON.stringify(remaining);
}

/** Opens the page of imports, with the file that a download of the list would have. */
async function withFile() {
  const { mocks, ids } = await createSubscriptions(WEEKLY, DAILY);
  const { results: records } = await mocks.call("environments/3/subscriptions/?limit=100");
  const origin = { server: "Demo data", project: "3" };
  const chunks = createImportFileChunks({ records, scope: "all", origin, now: TEST_TIME, names: NO_NAMES });
  const text = [...chunks].map((chunk) => chunk.text).join("");
  const { user, writes: changes } = await openPage(IMPORT_URL, /^Choose file…$/, mocks);
  return { user, writes: changes, mocks, ids, text };
}

const group = async (name: string) => within(await screen.findByRole("region", { name }));

const scopeIn = (text: string) => /"scope": "(\w+)"/.exec(text)?.[1];

test("the download's scope is the whole list or a selection, which offers no deletions", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, DAILY);
  const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
  expect(scopeIn(await downloadForEditing(user))).toBe("all");
  await user.click(screen.getByLabelText("Select Weekly figures"));
  const part = await downloadForEditing(user, "selection");
  expect(part).not.toContain("Daily sales");
  expect(scopeIn(part)).toBe("selection");
  await user.click(screen.getByLabelText("Select Weekly figures"));
  await user.click(screen.getByRole("combobox", { name: "Search subscriptions" }));
  await user.paste("figures");
  await screen.findByText("1 of 2 match");
  expect(scopeIn(await downloadForEditing(user))).toBe("selection");
  await goToImport(user);
  await uploadFile(user, part);
  await screen.findByRole("heading", { name: "No changes" });
  expect(screen.queryByRole("region", { name: "Not in the file" })).toBeNull();
});

test("exports a partly loaded list as a selection", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, DAILY);
  server.use(miscount(mocks, 29_998));
  const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
  expect(scopeIn(await downloadForEditing(user))).toBe("selection");
});

test("doesn't use a list as complete that changes while it is read", async () => {
  const { mocks, ids } = await createSubscriptions(WEEKLY, DAILY, WEEKLY, WEEKLY, WEEKLY);
  // Another user creates a subscription whenever a page of the list is read.
  const addAnother = async (response: Response) => {
    await createAsOtherUser(mocks, { ...WEEKLY, title: "Made later" });
    return response;
  };
  server.use(change("subscriptions.list", [limitPages(mocks, 3), ...mocks.handlers], addAnother));
  const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
  await screen.findByText("May be out of date");
  const text = await downloadForEditing(user);
  expect(scopeIn(text)).toBe("selection");
  await goToImport(user);
  await uploadFile(user, withoutSubscription(replaceOnce(text, '"selection"', '"all"'), ids[1] ?? 0));
  await screen.findByText(/^The list of subscriptions may be out of date\. No subscriptions/);
  expect(screen.queryByRole("region", { name: "Not in the file" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Overview" }));
  const deliveries = within(await screen.findByRole("region", { name: "Next 24 hours" }));
  deliveries.getByText("The list of subscriptions may be out of date.");
});

test("locates a syntax error in pasted text, then shows each edit and keeps later changes by others", async () => {
  const { user, text, mocks, ids } = await withFile();
  await changeAsOtherUser(mocks, ids[1] ?? 0, { title: "Their sales" });
  await createAsOtherUser(mocks, { ...WEEKLY, title: "Made later" });
  await user.click(screen.getByText("Paste text instead"));
  const field = screen.getByLabelText("Edited text");
  const typo = replaceOnce(text, '"interval": 1,', '"interval": 1');
  fireEvent.change(field, { target: { value: typo } });
  await user.click(screen.getByText("Review changes"));
  const alert = within(await screen.findByRole("alert"));
  alert.getByText(/^Invalid JSON: line \d+, column 7$/);
  alert.getByText(/Missing comma before/);
  await user.click(alert.getByText("Edit text"));
  const again = screen.getByLabelText("Edited text");
  if (!(again instanceof HTMLTextAreaElement)) throw new Error("no field");
  expect(again).toHaveFocus();
  expect(again.value.slice(again.selectionStart, again.selectionEnd)).toBe('"byweekday": null,');

  const edited = text.replace(
    /"Weekly figures"([\s\S]*?)"ana@example.com, bo@example.com"/,
    '"Figures of the week"$1"ana@example.com,cy@example.com"',
  );
  fireEvent.change(again, { target: { value: edited } });
  await user.click(screen.getByText("Review changes"));
  const changed = await group("Changed");
  expect(changed.getByRole("checkbox", { name: "Weekly figures" })).toBeChecked();
  changed.getByText("Figures of the week");
  expect(changed.getByText("cy@example.com")).toHaveTextContent("+ Added: cy@example.com");
  changed.getByText("1 person is added and receives a delivery immediately.");
  screen.getByText("1 of 1 selected. 1 change sends a delivery immediately. Deliveries can't be recalled.");
  expect(screen.getByRole("button", { name: "Import 1 change" })).toBeEnabled();
  await user.click(changed.getByRole("checkbox", { name: "Weekly figures" }));
  screen.getByText("0 of 1 selected");
});

test("shows errors with their line and imports the rest", async () => {
  const { user, text } = await withFile();
  const edited = replaceOnce(text, '"frequency": "weekly"', '"frequncy": "daily"').replace(
    '"interval": 1,\n      "byweekday": null',
    '"interval": 0,\n      "byweekday": null',
  );
  await uploadFile(user, replaceOnce(edited, '"Weekly figures"', '"Figures"'));
  const section = within(await screen.findByRole("region", { name: "1 error, 1 warning" }));
  const lineOf = (part: string) => edited.slice(0, edited.indexOf(part)).split("\n").length;
  section.getByText(`Line ${lineOf('"frequncy"')}, column 7`);
  section.getByText(/“frequncy” isn't a subscription field.*Did you mean “frequency”\?/);
  section.getByText(/“interval” must be a whole number of 1 or higher, not 0\./);
  await user.click(section.getByRole("button", { name: `Show line ${lineOf('"interval": 0')}` }));
  section.getByText(/"interval": 0,/);
  const changed = await group("Changed");
  expect(changed.getByRole("checkbox", { name: "Daily sales" })).toBeDisabled();
  // The change isn't selected by default, because the file sets a field that is ignored.
  expect(changed.getByRole("checkbox", { name: "Weekly figures" })).not.toBeChecked();
  await user.click(changed.getByRole("checkbox", { name: "Weekly figures" }));
  screen.getByText("1 of 2 selected");
});

test("imports a file of another project only as new subscriptions", async () => {
  const { user, text } = await withFile();
  await uploadFile(user, replaceOnce(text, '"project": "3"', '"project": "1"'));
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("Can't match this file to the project");
  alert.getByText(/The file is from project 1\. You are in project 3\./);
  expect(screen.queryByRole("region", { name: "Changed" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Import as new subscriptions" }));
  const created = await group("New");
  // The new subscriptions equal existing ones, so none is selected by default.
  expect(created.getAllByRole("checkbox", { checked: false })).toHaveLength(3);
  expect(created.getAllByText(/^Identical to subscription/)).toHaveLength(2);
});

test("imports edits, a creation and a deletion, knows its own changes, and undoes them together", async () => {
  const { user, text, mocks, ids, writes } = await withFile();
  const [weekly = 0, daily = 0] = ids;
  const fresh = JSON.stringify({ ...WEEKLY, title: "Brand new", target_value: "cy@example.com" });
  const edited = replaceOnce(text, '"Weekly figures"', '"Figures of the week"')
    .replace(/("title": "Daily sales"[\s\S]*?"deleted": )false/, "$1true")
    .replace('"subscriptions": [', `"subscriptions": [${fresh},`);
  await uploadFile(user, edited);
  await group("New");
  await group("Deleted");
  // The page is the only review.
  await screen.findByText("Import 3 changes");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const result = await screen.findByRole("heading", { name: "3 changes imported" });
  await waitFor(() => expect(document.activeElement).toContainElement(result));
  expect(screen.queryByText(/changed on the server|No changes/)).toBeNull();
  // The edited and the new one.
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "Show them" })).toHaveAttribute(
      "href",
      expect.stringMatching(/\?q=id%3A(1%2C3|3%2C1)$/),
    ),
  );
  expect(await fetchRecord(mocks, weekly)).toMatchObject({ title: "Figures of the week" });
  expect(await fetchRecord(mocks, daily)).toMatchObject({ deleted: true });
  expect(await titles(mocks)).toContain("Brand new");

  await user.click(screen.getByText("Undo all…"));
  await applyPreview(user);
  expect(await fetchRecord(mocks, weekly)).toMatchObject({ title: "Weekly figures" });
  expect(await fetchRecord(mocks, daily)).toMatchObject({ deleted: false });
  expect(await titles(mocks)).not.toContain("Brand new");
  await user.click(within(screen.getByRole("dialog")).getByText("Close", { selector: "button *" }));
  await screen.findByRole("heading", { name: "Import undone" });
  expect(screen.queryByRole("link", { name: "Show them" })).toBeNull();
  await user.click(screen.getByText("Review file again"));
  await screen.findByText("Import 3 changes");
  expect(writes()).toHaveLength(6);
});

test("reviews the same file again after its import without taking its own changes for those of others", async () => {
  const { user, text, writes } = await withFile();
  await uploadFile(user, replaceOnce(text, '"Weekly figures"', '"Figures of the week"'));
  await user.click(await screen.findByText("Import 1 change"));
  await screen.findByRole("heading", { name: "1 change imported" });
  await user.click(screen.getByText("Review file again"));
  await screen.findByRole("heading", { name: "No changes" });
  expect(screen.queryByText(/changed on the server/)).toBeNull();
  expect(writes()).toHaveLength(1);
});

test("reports a failure once both lists have responded, and retries both", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const trash = hold("subscriptions.list", "deleted=true");
  server.use(trash.handler, refuse("subscriptions.list", 409));
  const { user } = await renderApp({ path: IMPORT_URL, mocks });
  await screen.findByRole("heading", { level: 1 });
  await settle();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  trash.release();
  const retry = await screen.findByRole("button", { name: "Try again" });
  mocks.resetHandlers();
  await user.click(retry);
  await screen.findByRole("button", { name: "Choose file…" });
});

async function titles(mocks: MockServer): Promise<readonly string[]> {
  const { results } = await mocks.call("environments/3/subscriptions/?limit=100");
  return results.map(({ title }: { readonly title: string }) => title);
}

async function applyPreview(user: UserEvent): Promise<void> {
  const review = within(await screen.findByRole("dialog"));
  await user.click(await review.findByRole("button", { name: /^Run/ }));
  await review.findByText("Finished");
}
