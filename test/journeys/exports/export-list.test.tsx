import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { server } from "@/mocks/node";
import { loseAnswer, refuse } from "@/mocks/scenarios";
import { TEST_TIME } from "../../test-time";
import { createExports, EXPORTS_URL, setMinutes } from "../support/exports-setup";
import { goTo } from "../support/render-app";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const IMAGE = { body: { dashboard: 201, export_format: "image/png" } };
const TABLE = { body: { insight: 4001, export_format: "text/csv" } };
const VIDEO = { body: { export_context: { session_recording_id: "a" }, export_format: "video/mp4" } };

async function chooseAction(
  user: { click: (element: Element) => Promise<void> },
  source: string,
  name: string,
) {
  const row = screen.getAllByText(source, { selector: "tr *" }).at(-1)?.closest("tr") ?? expect.fail();
  await user.click(within(row).getByLabelText(/^Actions for/));
  await user.click(within(await screen.findByRole("menu")).getByText(name));
}

it("shows format, source, state, creation and expiry, and the record of each export", async () => {
  const { mocks, id } = await createExports(IMAGE, VIDEO, { ...TABLE, minutesAgo: 0 });
  const { user, writes } = await openPage(EXPORTS_URL, "CSV table", mocks);
  await screen.findByText("Growth overview");
  const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows[0]).toMatch(/CSV table.*Weekly active accounts.*Generating.*May/i);
  expect(rows[1]).toMatch(/MP4 video.*Session recording.*Failed.*Nov 21, 10:\d\d/);
  expect(rows[2]).toMatch(/PNG image.*Growth overview.*Ready.*Nov 21, 10:\d\d/i);
  const tab = await screen.findByRole("link", { name: /^Failed ?1$/ });
  await user.click(tab);
  await waitFor(() => expect(document.querySelectorAll("tbody tr")).toHaveLength(1));
  expect(tab).toHaveAttribute("aria-current", "page");

  await user.click(document.querySelector("tbody a") ?? expect.fail());
  await screen.findByText(/no renderer for session recordings/);
  expect(screen.getByRole("region", { name: "Custom definition (JSON)" })).toHaveTextContent(
    '"session_recording_id": "a"',
  );
  await user.click(screen.getByText("Show raw response"));
  await screen.findByText(/"export_format": "video\/mp4"/);
  await user.dblClick(screen.getByText("Run again"));
  await screen.findByText(/^Created /);
  expect(writes().map(({ body }) => body)).toEqual([VIDEO.body]);

  server.use(refuse("exports.get", 404));
  await goTo(`${EXPORTS_URL}/${id}`);
  await screen.findByText("This export no longer exists");
  screen.getByText("Growth overview (dashboard 201)");
  screen.getByText("PNG image");
  screen.getByText("No longer exists");
  expect(screen.queryByText("Ready")).toBeNull();
});

it("repeats, retries and checks exports, copies a link, and opens the form for another format", async () => {
  const { mocks, id } = await createExports(IMAGE, TABLE);
  const { user, writes } = await openPage(EXPORTS_URL, "Growth overview", mocks);
  await chooseAction(user, "Growth overview", "Copy link");
  await screen.findByText("Link copied");
  expect(await navigator.clipboard.readText()).toMatch(new RegExp(`${EXPORTS_URL}/${id}$`));

  server.use(refuse("exports.create", 402, { once: true }));
  await chooseAction(user, "Growth overview", "Run again");
  await screen.findByText("Couldn't create PNG image of dashboard 201");
  screen.getByText(/Paid feature/);
  await user.click(screen.getByText("Try again"));
  await screen.findByText(/^Created “/);
  expect(screen.getByText("Exports", { selector: "h1" })).toHaveFocus();
  await waitFor(() => expect(screen.queryByText(/^Couldn't create/)).toBeNull());
  await waitFor(() => expect(screen.getAllByText("Growth overview")).toHaveLength(2));

  server.use(loseAnswer("exports.create", mocks.handlers, { once: true }));
  await chooseAction(user, "Weekly active accounts", "Run again");
  await screen.findByText("Couldn't confirm creation of CSV table of insight 4001");
  await user.click(screen.getByText("Check again"));
  await waitFor(() => expect(screen.queryByText(/^Couldn't confirm/)).toBeNull());
  await waitFor(() => expect(screen.getAllByText("Weekly active accounts")).toHaveLength(2));

  await chooseAction(user, "Growth overview", "Export in another format…");
  const form = within(await screen.findByRole("dialog"));
  await form.findByText("Growth overview (201)");
  await user.selectOptions(form.getByLabelText("Format"), "application/pdf");
  await user.click(form.getByText("Create export"));
  await screen.findByText("PDF document", { selector: "tr *" });
  expect(window.location.pathname).toBe(EXPORTS_URL);

  await user.click(screen.getByLabelText(/^Select all/));
  await user.click(await screen.findByText("Run 5 exports again"));
  // The toast of the export before may be joined.
  await screen.findByText(/ exports created$/);
  const sent = writes().map(({ body }) => body);
  expect(sent.slice(0, 4)).toEqual([
    IMAGE.body,
    IMAGE.body,
    TABLE.body,
    { dashboard: 201, export_format: "application/pdf" },
  ]);
  expect(sent).toHaveLength(9);
});

it("polling shows toasts and a tab title when an export is ready, and the message of a failure", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: TEST_TIME });
  const { mocks } = await createExports({ ...TABLE, minutesAgo: 0 }, { ...VIDEO, minutesAgo: 0 });
  const { user } = await openPage(EXPORTS_URL, "CSV table", mocks);
  expect(document.title).toBe("Exports · Environs");
  // After a minute, the app asks for the exports again.
  setMinutes(1);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await screen.findByText(/” is ready$/);
  await screen.findByText("Ready", { selector: "td *" });
  screen.getByText(/” failed$/);
  screen.getByText(/no renderer for session recordings/);
  expect(document.title).toBe("(1 ready, 1 failed) Exports · Environs");
  await user.keyboard("{Shift}");
  await waitFor(() => expect(document.title).toBe("Exports · Environs"));
  await user.click(screen.getAllByText("Open")[0] ?? expect.fail());
  await waitFor(() => expect(window.location.pathname).toMatch(/\/exports\/\d+$/));
});

it("reports invalid IDs, explains an empty list, and leads to the form", async () => {
  const { user } = await openPage(`${EXPORTS_URL}/abc`, "Export not found");
  await goTo(`${EXPORTS_URL}/999`);
  await screen.findByText("Export not found");
  await user.click(screen.getByText("All exports"));
  await screen.findByText("No exports yet");
  await user.click(screen.getByText("Create export"));
  await screen.findByRole("dialog", { name: "New export" });
});
