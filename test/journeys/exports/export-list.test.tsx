import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  createExports,
  EXPORTS_URL,
  exportRow,
  setMinutes,
  withServedFields,
} from "../support/exports-setup";
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
  it("shows format, source, state, and when it was made and will be gone", async () => {
    const { emulator } = await createExports(IMAGE, VIDEO, { ...TABLE, minutesAgo: 0 });
    await openPage(EXPORTS_URL, "CSV table", emulator);
    const rows = screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);
    expect(rows[0]).toMatch(/CSV table.*Insight 4001.*Generating.*for less than a minute.*in 6 months/);
    expect(rows[1]).toMatch(/MP4 video.*Session recording.*Failed.*no renderer.*1 hour ago/);
    expect(rows[2]).toMatch(/PNG image.*Dashboard 201.*Ready.*1 hour ago/);
  });

  it("tells a stuck one and one that expires soon", async () => {
    const { emulator, ids } = await createExports(IMAGE, TABLE);
    const stuck = withServedFields(emulator, ids[0] ?? 0, {
      has_content: false,
      created_at: "2026-11-21T09:49:00Z",
      filename: "hung.png",
    });
    const both = withServedFields(stuck, ids[1] ?? 0, {
      expires_after: "2026-11-23T10:00:00Z",
      // A mark that would turn what follows it.
      filename: "so\u202Eon.csv",
    });
    await openPage(EXPORTS_URL, "hung.png", both);
    expect(exportRow("hung.png")).toHaveTextContent(/Stuck.*for 11 minutes/);
    expect(exportRow("soon.csv")).toHaveTextContent("Expires soon");
  });

  it("finds by state and format, and keeps the search in the address", async () => {
    const { emulator } = await createExports(IMAGE, TABLE, VIDEO);
    const { user } = await openPage(EXPORTS_URL, "MP4 video", emulator);
    await user.type(screen.getByRole("combobox", { name: "Search exports" }), "is:ready format:csv");
    await screen.findByText("1 of 3 match");
    expect(screen.queryByText("PNG image")).toBeNull();
    await waitFor(() => expect(window.location.search).toBe("?q=is%3Aready+format%3Acsv"));
    await user.click(screen.getByText("Clear", { selector: "button" }));
    await screen.findByText("PNG image");
  });

  it("says what an export is where there is none, and when a search hides all", async () => {
    const { user } = await openPage(EXPORTS_URL, "No exports yet");
    await user.click(screen.getByRole("link", { name: "Create export" }));
    await screen.findByRole("dialog", { name: "New export" });
  });

  it("offers the way out when nothing matches", async () => {
    const { emulator } = await createExports(IMAGE);
    const { user } = await openPage(`${EXPORTS_URL}?q=is%3Astuck`, "No matches", emulator);
    await user.click(screen.getByText("Clear search"));
    expect(await screen.findByText("PNG image")).toBeInTheDocument();
  });

  it("runs an export again by its menu: the same request, and a new row", async () => {
    const { emulator } = await createExports({ body: { insight: 4002, export_format: "text/csv" } });
    const { user, writes: changes } = await openPage(EXPORTS_URL, "Insight 4002", emulator);
    const menu = await openMenu(user, /^Actions for/);
    await user.click(menu.getByText("Run again"));
    await screen.findByText(/^Started “/);
    await waitFor(() => expect(screen.getAllByText("Insight 4002")).toHaveLength(2));
    expect(changes().map(({ method, body }) => [method, body])).toEqual([
      ["POST", { insight: 4002, export_format: "text/csv" }],
    ]);
  });

  it("opens the form with the same source to run it as another format", async () => {
    const { emulator } = await createExports(IMAGE);
    const { user, writes: changes } = await openPage(EXPORTS_URL, "Dashboard 201", emulator);
    const menu = await openMenu(user, /^Actions for/);
    await user.click(menu.getByText("Export in another format…"));
    const form = within(await screen.findByRole("dialog"));
    form.getByText("201");
    await user.selectOptions(form.getByLabelText("Format"), "application/pdf");
    await user.click(form.getByRole("button", { name: "Create export" }));
    await screen.findByText("PDF document");
    expect(changes().map(({ body }) => body)).toEqual([{ dashboard: 201, export_format: "application/pdf" }]);
    expect(window.location.pathname).toBe(EXPORTS_URL);
  });

  it("runs the selected ones again, together", async () => {
    const { emulator } = await createExports(IMAGE, TABLE);
    const { user, writes: changes } = await openPage(EXPORTS_URL, "Dashboard 201", emulator);
    for (const box of screen.getAllByRole("checkbox", { name: /^Select (?!all)/ })) await user.click(box);
    const bar = within(await screen.findByRole("region", { name: "Selection" }));
    await user.click(bar.getByRole("button", { name: "Run 2 again" }));
    await screen.findByText("2 exports started");
    expect(changes()).toHaveLength(2);
  });

  it("says in the list why an export was not made, and tries again", async () => {
    const { emulator } = await createExports(IMAGE);
    const { user, writes: changes } = await openPage(EXPORTS_URL, "Dashboard 201", emulator);
    emulator.faults.set([{ endpoint: "exports.create", kind: "status", status: 402, times: 1 }]);
    const menu = await openMenu(user, /^Actions for/);
    await user.click(menu.getByText("Run again"));
    await screen.findByText("Couldn't create PNG image of dashboard 201");
    screen.getByText(/Paid feature/);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText(/^Started “/);
    expect(screen.getByRole("heading", { level: 1, name: "Exports" })).toHaveFocus();
    await waitFor(() => expect(screen.queryByText(/^Couldn't create/)).toBeNull());
    expect(changes()).toHaveLength(2);
  });

  it("looks what became of one whose answer was lost", async () => {
    const { emulator } = await createExports(IMAGE);
    const { user, writes: changes } = await openPage(EXPORTS_URL, "Dashboard 201", emulator);
    emulator.faults.set([{ endpoint: "exports.create", kind: "lost-answer", times: 1 }]);
    const menu = await openMenu(user, /^Actions for/);
    await user.click(menu.getByText("Run again"));
    await screen.findByText("Couldn't confirm PNG image of dashboard 201");
    await user.click(screen.getByRole("button", { name: "Check again" }));
    await waitFor(() => expect(screen.queryByText(/^It is not certain/)).toBeNull());
    await waitFor(() => expect(screen.getAllByText("Dashboard 201")).toHaveLength(2));
    expect(changes()).toHaveLength(1);
  });

  it("is found by the palette, once it was loaded, and reached by g e", async () => {
    const { emulator, id } = await createExports({ body: { insight: 4001, export_format: "text/csv" } });
    const { user } = await openPage("/p/3/activity", "Activity", emulator);
    await user.keyboard("ge");
    await screen.findByText("Insight 4001");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: /^Search pages/ }), "insight 4001");
    await user.click(await screen.findByRole("option", { name: /csv.*Exports/ }));
    await waitFor(() => expect(window.location.pathname).toBe(`${EXPORTS_URL}/${id}`));
  });

  it("copies the link of an export", async () => {
    const { emulator, id } = await createExports(IMAGE);
    const { user } = await openPage(EXPORTS_URL, "Dashboard 201", emulator);
    const menu = await openMenu(user, /^Actions for/);
    await user.click(menu.getByText("Copy link"));
    await screen.findByText("Link copied");
    expect(await navigator.clipboard.readText()).toMatch(new RegExp(`${EXPORTS_URL}/${id}$`));
  });

  it("names the scope that the key lacks", async () => {
    const { emulator } = await createExports(IMAGE);
    emulator.faults.set([{ endpoint: "exports.list", kind: "scope", scopes: ["export:read"] }]);
    await openPage(EXPORTS_URL, "The API key is missing the scope export:read", emulator);
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("following", () => {
  it("tells when a pending export is ready, in a message and in the tab, until somebody is back", async () => {
    const { emulator } = await createExports({ ...TABLE, minutesAgo: 0 });
    const { user } = await openPage(EXPORTS_URL, "Generating", emulator);
    expect(document.title).toBe("Exports · Environs");
    setMinutes(1);
    await screen.findByText(/” is ready$/);
    await screen.findByText("Ready");
    expect(document.title).toBe("(1 ready) Exports · Environs");
    await user.keyboard("{Shift}");
    await waitFor(() => expect(document.title).toBe("Exports · Environs"));
    await user.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByRole("link", { name: "Exports", current: false });
    await waitFor(() => expect(window.location.pathname).toMatch(/\/exports\/\d+$/));
  });

  it("tells a failure in the server's words", async () => {
    const { emulator } = await createExports({ ...VIDEO, minutesAgo: 0 });
    await openPage(EXPORTS_URL, "Generating", emulator);
    setMinutes(1);
    await screen.findByText(/” failed$/);
    expect(screen.getAllByText(/no renderer for session recordings/).length).toBeGreaterThan(1);
  });
});

describe("the page of an export", () => {
  it("shows all of it, and the record as served", async () => {
    const { emulator, id } = await createExports(IMAGE);
    const { user } = await openPage(`${EXPORTS_URL}/${id}`, "Dashboard 201", emulator);
    screen.getByText("Ready");
    screen.getByText("PNG image (image/png)");
    await user.click(screen.getByText("View raw JSON"));
    await screen.findByText(/"export_format": "image\/png"/);
  });

  it("shows the server's words about a failure, with run again at hand", async () => {
    const { emulator, id } = await createExports(VIDEO);
    const { user, writes: changes } = await openPage(
      `${EXPORTS_URL}/${id}`,
      /no renderer for session recordings/,
      emulator,
    );
    expect(screen.getByRole("region", { name: "Context (JSON)" })).toHaveTextContent(
      '"session_recording_id": "a"',
    );
    await user.dblClick(screen.getByRole("button", { name: "Run again" }));
    await screen.findByText(/^Started /);
    expect(changes()).toHaveLength(1);
    expect(changes()[0]?.body).toEqual({
      export_format: "video/mp4",
      export_context: { session_recording_id: "a" },
    });
  });

  it("keeps what was loaded when the server has it no more", async () => {
    const { emulator, id } = await createExports(IMAGE);
    const { user } = await openPage(EXPORTS_URL, "Dashboard 201", emulator);
    emulator.faults.set([{ endpoint: "exports.get", kind: "status", status: 404 }]);
    await user.click(screen.getByRole("link", { name: /png$/ }));
    await screen.findByText("This export no longer exists");
    expect(window.location.pathname).toBe(`${EXPORTS_URL}/${id}`);
    screen.getByText("PNG image (image/png)");
    screen.getByText("No longer exists");
    expect(screen.queryByText("Ready")).toBeNull();
  });

  it("says so when a pending one expires meanwhile, and keeps what was loaded", async () => {
    const body = { ...IMAGE.body, expires_after: "2026-11-21T10:00:30Z" };
    const { emulator, id } = await createExports({ body, minutesAgo: 0 });
    await openPage(`${EXPORTS_URL}/${id}`, /^Generating/, emulator);
    setMinutes(1);
    await screen.findByText("This export no longer exists");
    screen.getByText("PNG image (image/png)");
    expect(screen.getByRole("button", { name: "Download" })).toHaveAttribute("aria-disabled", "true");
  });

  it.each([
    ["999", "Not found"],
    ["abc", "Export not found"],
  ])("says plainly that %s leads nowhere", async (id, words) => {
    const { user } = await openPage(`${EXPORTS_URL}/${id}`, words);
    await user.click(screen.getByText("All exports"));
    expect(await screen.findByText("No exports yet")).toBeInTheDocument();
  });
});
