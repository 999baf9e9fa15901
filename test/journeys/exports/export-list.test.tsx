import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { server } from "@/mocks/node";
import { loseAnswer, refuse } from "@/mocks/scenarios";
import { TEST_TIME } from "../../test-time";
import { createExports, EXPORTS_URL, setMinutes } from "../support/exports-setup";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const IMAGE = { body: { dashboard: 201, export_format: "image/png" } };
const TABLE = { body: { insight: 4001, export_format: "text/csv" } };
const VIDEO = { body: { export_context: { session_recording_id: "a" }, export_format: "video/mp4" } };

async function openMenu(user: { click: (element: Element) => Promise<void> }, name: RegExp) {
  await user.click(screen.getByRole("button", { name }));
  return within(await screen.findByRole("menu"));
}

describe("the list of exports", () => {
  it("shows format, source, state, creation and expiry", async () => {
    const { mocks } = await createExports(IMAGE, VIDEO, { ...TABLE, minutesAgo: 0 });
    const { user } = await openPage(EXPORTS_URL, "CSV table", mocks);
    await screen.findByText("Growth overview");
    const rows = screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);
    expect(rows[0]).toMatch(/CSV table.*Weekly active accounts.*Generating.*May/i);
    expect(rows[1]).toMatch(/MP4 video.*Session recording.*Failed.*Nov 21, 10:\d\d/);
    expect(rows[2]).toMatch(/PNG image.*Growth overview.*Ready.*Nov 21, 10:\d\d/i);
    const tab = await screen.findByRole("link", { name: /^Failed ?1$/ });
    await user.click(tab);
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
    expect(tab).toHaveAttribute("aria-current", "page");
  });

  it("explains an empty list and an empty search", async () => {
    const { user } = await openPage(EXPORTS_URL, "No exports yet");
    await user.click(screen.getByRole("link", { name: "Create export" }));
    await screen.findByRole("dialog", { name: "New export" });
  });

  it("opens the form for another format", async () => {
    const { mocks } = await createExports(IMAGE);
    const { user, writes: changes } = await openPage(EXPORTS_URL, "Growth overview", mocks);
    const menu = await openMenu(user, /^Actions for/);
    await user.click(menu.getByText("Export in another format…"));
    const form = within(await screen.findByRole("dialog"));
    await form.findByText("Growth overview (201)");
    await user.selectOptions(form.getByLabelText("Format"), "application/pdf");
    await user.click(form.getByRole("button", { name: "Create export" }));
    await screen.findByText("PDF document");
    expect(changes().map(({ body }) => body)).toEqual([{ dashboard: 201, export_format: "application/pdf" }]);
    expect(window.location.pathname).toBe(EXPORTS_URL);
  });

  it("repeats the selected exports", async () => {
    const { mocks } = await createExports(IMAGE, TABLE);
    const { user, writes: changes } = await openPage(EXPORTS_URL, "Growth overview", mocks);
    for (const box of screen.getAllByRole("checkbox", { name: /^Select (?!all)/ })) await user.click(box);
    const bar = within(await screen.findByRole("region", { name: "Selection" }));
    await user.click(bar.getByRole("button", { name: "Run 2 exports again" }));
    await screen.findByText("2 exports created");
    expect(changes()).toHaveLength(2);
  });

  it("repeats an export from its menu, shows a failed request in the list, and retries it", async () => {
    const { mocks } = await createExports(IMAGE);
    const { user, writes: changes } = await openPage(EXPORTS_URL, "Growth overview", mocks);
    server.use(refuse("exports.create", 402, { once: true }));
    const menu = await openMenu(user, /^Actions for/);
    await user.click(menu.getByText("Run again"));
    await screen.findByText("Couldn't create PNG image of dashboard 201");
    screen.getByText(/Paid feature/);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText(/^Created “/);
    expect(screen.getByRole("heading", { level: 1, name: "Exports" })).toHaveFocus();
    await waitFor(() => expect(screen.queryByText(/^Couldn't create/)).toBeNull());
    await waitFor(() => expect(screen.getAllByText("Growth overview")).toHaveLength(2));
    expect(changes().map(({ method, body }) => [method, body])).toEqual([
      ["POST", IMAGE.body],
      ["POST", IMAGE.body],
    ]);
  });

  it("checks a request with an unknown outcome", async () => {
    const { mocks } = await createExports(IMAGE);
    const { user, writes: changes } = await openPage(EXPORTS_URL, "Growth overview", mocks);
    server.use(loseAnswer("exports.create", mocks.handlers, { once: true }));
    const menu = await openMenu(user, /^Actions for/);
    await user.click(menu.getByText("Run again"));
    await screen.findByText("Couldn't confirm creation of PNG image of dashboard 201");
    await user.click(screen.getByRole("button", { name: "Check again" }));
    await waitFor(() => expect(screen.queryByText(/^It is not certain/)).toBeNull());
    await waitFor(() => expect(screen.getAllByText("Growth overview")).toHaveLength(2));
    expect(changes()).toHaveLength(1);
  });

  it("is reached by the command palette and g e", async () => {
    const { mocks, id } = await createExports({ body: { insight: 4001, export_format: "text/csv" } });
    const { user } = await openPage("/p/3/activity", "Activity", mocks);
    await user.keyboard("ge");
    await screen.findByText("Weekly active accounts");
    await user.keyboard("{Control>}k{/Control}");
    await user.click(await screen.findByRole("combobox", { name: /^Search pages/ }));
    await user.paste("insight 4001");
    await user.click(await screen.findByRole("option", { name: /csv/ }));
    await waitFor(() => expect(window.location.pathname).toBe(`${EXPORTS_URL}/${id}`));
  });

  it("copies a link", async () => {
    const { mocks, id } = await createExports(IMAGE);
    const { user } = await openPage(EXPORTS_URL, "Growth overview", mocks);
    const menu = await openMenu(user, /^Actions for/);
    await user.click(menu.getByText("Copy link"));
    await screen.findByText("Link copied");
    expect(await navigator.clipboard.readText()).toMatch(new RegExp(`${EXPORTS_URL}/${id}$`));
  });
});

describe("polling", () => {
  /** Waits a minute, in which the app asks for the export again. */
  async function passMinute() {
    setMinutes(1);
    await act(() => vi.advanceTimersByTimeAsync(3_000));
  }
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: TEST_TIME }));

  it("shows a toast and a tab title when an export is ready", async () => {
    const { mocks } = await createExports({ ...TABLE, minutesAgo: 0 });
    const { user } = await openPage(EXPORTS_URL, "CSV table", mocks);
    expect(document.title).toBe("Exports · Environs");
    await passMinute();
    await screen.findByText(/” is ready$/);
    await screen.findByText("Ready", { selector: "td *" });
    expect(document.title).toBe("(1 ready) Exports · Environs");
    await user.keyboard("{Shift}");
    await waitFor(() => expect(document.title).toBe("Exports · Environs"));
    await user.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByRole("link", { name: "Exports", current: false });
    await waitFor(() => expect(window.location.pathname).toMatch(/\/exports\/\d+$/));
  });

  it("shows the server's message of a failure", async () => {
    const { mocks } = await createExports({ ...VIDEO, minutesAgo: 0 });
    await openPage(EXPORTS_URL, "MP4 video", mocks);
    await passMinute();
    await screen.findByText(/” failed$/);
    screen.getByText(/no renderer for session recordings/);
  });
});

describe("the page of an export", () => {
  it("shows all fields and the raw record", async () => {
    const { mocks, id } = await createExports(IMAGE);
    const { user } = await openPage(`${EXPORTS_URL}/${id}`, "Growth overview (dashboard 201)", mocks);
    screen.getByText("Ready");
    screen.getByText("PNG image");
    await user.click(screen.getByText("Show raw response"));
    await screen.findByText(/"export_format": "image\/png"/);
  });

  it("shows the server's message of a failure, and repeats the export", async () => {
    const { mocks, id } = await createExports(VIDEO);
    const { user, writes: changes } = await openPage(
      `${EXPORTS_URL}/${id}`,
      /no renderer for session recordings/,
      mocks,
    );
    expect(screen.getByRole("region", { name: "Custom definition (JSON)" })).toHaveTextContent(
      '"session_recording_id": "a"',
    );
    await user.dblClick(screen.getByRole("button", { name: "Run again" }));
    await screen.findByText(/^Created /);
    expect(changes()).toHaveLength(1);
    expect(changes()[0]?.body).toEqual({
      export_format: "video/mp4",
      export_context: { session_recording_id: "a" },
    });
  });

  it("keeps the loaded record when it was deleted", async () => {
    const { mocks, id } = await createExports(IMAGE);
    const { user } = await openPage(EXPORTS_URL, "Growth overview", mocks);
    server.use(refuse("exports.get", 404));
    await user.click(screen.getByRole("link", { name: /png$/ }));
    await screen.findByText("This export no longer exists");
    expect(window.location.pathname).toBe(`${EXPORTS_URL}/${id}`);
    screen.getByText("PNG image");
    screen.getByText("No longer exists");
    expect(screen.queryByText("Ready")).toBeNull();
  });

  it.each([
    ["999", "Export not found"],
    ["abc", "Export not found"],
  ])("reports that %s isn't valid", async (id, words) => {
    const { user } = await openPage(`${EXPORTS_URL}/${id}`, words);
    await user.click(screen.getByText("All exports"));
    expect(await screen.findByText("No exports yet")).toBeInTheDocument();
  });
});
