import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { apiError } from "@/mocks/errors";
import { server } from "@/mocks/node";
import { change, loseAnswer, refuse } from "@/mocks/scenarios";
import { changeJson, hold, type MockServer } from "../../support/mock-server";
import { createExports, EXPORTS_URL, setMinutes } from "../support/exports-setup";
import { fillField, findForm, openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const FORM = `${EXPORTS_URL}/new`;
const NUMBERS = /^Dashboard names( \*)?$/;
async function readShortId(mocks: MockServer, id: number): Promise<string> {
  return (await mocks.call(`projects/3/insights/${id}/`)).short_id;
}

const submit = () => screen.getByText("Create export", { selector: "[role=dialog] button *" });

it("keeps the dashboards when tiles can't be read, are none, or load while others are entered, and makes one file per tile", async () => {
  const { mocks } = await createExports();
  server.use(refuse("dashboards.get", 500));
  const { user, writes } = await openPage(`${FORM}?dashboard=201`, "New export", mocks);
  const form = await findForm();
  const splitIntoTiles = async () => user.click(await form.findByText("One file per tile"));
  await splitIntoTiles();
  await form.findByText(/^Couldn't read the tiles\. /);
  form.getByText("Growth overview (201)");

  server.use(changeJson("dashboards.get", mocks, (dashboard: object) => ({ ...dashboard, tiles: [] })));
  await splitIntoTiles();
  await form.findByText("This dashboard has no insights.");
  // The second match is the live region.
  expect(screen.getAllByText("This dashboard has no insights.")).toHaveLength(2);

  const field = form.getByLabelText(NUMBERS);
  for (const text of ["202,", "20"]) {
    mocks.resetHandlers();
    const held = hold("dashboards.get");
    server.use(held.handler);
    await splitIntoTiles();
    await user.type(field, text);
    held.release();
    await form.findByText(/^You changed the dashboards while the tiles were loading/);
    form.getByText("Growth overview (201)");
    form.getByText("Acquisition by channel (202)");
    expect(field).toHaveValue(text.endsWith(",") ? "" : text);
  }

  await user.clear(field);
  await splitIntoTiles();
  const insights = within(await form.findByRole("list", { name: /^Insight names: \d added$/ }));
  const labels = insights.getAllByRole("listitem").map((item) => item.textContent);
  expect(labels.length).toBeGreaterThan(1);
  expect(labels.every((label) => /^.+ \(40\d\d\)$/.test(label ?? ""))).toBe(true);
  expect(form.getByRole("combobox", { name: /^Insight names/ })).toHaveFocus();
  await user.click(submit());
  await screen.findByText(`${labels.length} exports created`);
  expect(writes().map(({ body }) => body)).toEqual(
    labels.map((label) => ({
      insight: Number(/\((\d+)\)$/.exec(label ?? "")?.[1]),
      export_format: "image/png",
    })),
  );
});

it("accepts several links to insights, says which can't be looked up, and tries again", async () => {
  const { mocks } = await createExports();
  const { user } = await openPage(FORM, "New export", mocks);
  const form = await findForm();
  await user.click(form.getByText("Insights"));
  const shortId = await readShortId(mocks, 4001);
  server.use(refuse("insights.list", 500));
  await user.click(form.getByLabelText(/^Insight names( \*)?$/));
  await user.paste(`https://eu.example.com/insights/${shortId}`);
  const message = `Couldn't look up /insights/${shortId}: Server error. Try again, or enter the insight's numeric ID instead.`;
  await form.findByText(message);
  expect(screen.getAllByText(message)).toHaveLength(2);
  expect(form.queryByText(/^Couldn't find/)).toBeNull();
  mocks.resetHandlers();
  await user.click(form.getByText("Try again"));
  expect(form.getByLabelText(/^Insight names( \*)?$/)).toHaveFocus();
  await form.findByText("Weekly active accounts (4001)");
  expect(form.queryByText(message)).toBeNull();

  const second = await readShortId(mocks, 4002);
  const address = (id: string) => `https://eu.example.com/project/3/insights/${id}`;
  await user.paste(`${address(second)}?x=1\n4003 ${address("Unknown1")}`);
  await form.findByText("Sign-ups by country (4002)");
  await form.findByText("Trial to paid conversion (4003)");
  await form.findByText("Couldn't find /insights/Unknown1. Enter the insight's numeric ID instead.");
  await user.click(form.getByLabelText("Remove /insights/Unknown1"));
  expect(form.queryByText(/^Couldn't find/)).toBeNull();
});

it("creates one export per source with format and expiry, and then suggests the last one first", async () => {
  const { mocks } = await createExports();
  const { user, writes } = await openPage(FORM, "New export", mocks);
  let form = await findForm();
  await user.type(form.getByLabelText(NUMBERS), "202, 201,");
  await user.selectOptions(form.getByLabelText("Format"), "text/csv");
  await user.click(form.getByText("Custom date"));
  fillField(form, /^Expires/, "2026-12-01T09:00");
  await user.click(submit());
  await screen.findByText("2 exports created");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(window.location.pathname).toBe(EXPORTS_URL);
  expect(await screen.findAllByText("Generating", { selector: "td *" })).toHaveLength(2);
  const rest = { export_format: "text/csv", expires_after: "2026-12-01T08:00:00Z" };
  expect(writes().map(({ body }) => body)).toEqual([
    { dashboard: 202, ...rest },
    { dashboard: 201, ...rest },
  ]);
  await user.click(await screen.findByRole("link", { name: "New export" }));
  form = await findForm();
  await user.click(form.getByLabelText(NUMBERS));
  await user.keyboard("{ArrowDown}");
  const [first, second] = await form.findAllByRole("option");
  expect(first).toHaveTextContent("Growth overview");
  expect(second).toHaveTextContent("Acquisition by channel");
});

it("locates a JSON error in the context, and shows a refused export as refused, even if the server has stored it", async () => {
  const { mocks } = await createExports();
  const { user, writes } = await openPage(FORM, "New export", mocks);
  const form = await findForm();
  await user.click(form.getByText("Custom definition (JSON)"));
  const context = form.getByLabelText<HTMLTextAreaElement>(/^Custom definition( \*)?$/);
  fireEvent.change(context, { target: { value: '{\n  "path": "/api/x/",\n  "method": GET\n}' } });
  await form.findByText('Line 3, column 13: Put the text in quotation marks: "GET".');
  await user.click(form.getByText("Go to line 3"));
  expect(context).toHaveFocus();
  expect(context.value.slice(context.selectionStart, context.selectionEnd)).toBe("GET");
  await user.click(submit());
  expect(writes()).toEqual([]);
  fireEvent.change(context, { target: { value: '{"path": "/api/x/"}' } });
  server.use(
    change("exports.create", mocks.handlers, () =>
      apiError(400, "invalid_input", "Export format image/png is not supported.", "export_format"),
    ),
  );
  await user.click(submit());
  await screen.findByText(/Export format [a-z/.-]+ is not supported\./);
  expect(document.body).not.toHaveTextContent(/Created|is ready|was created/);
  mocks.resetHandlers();
  await user.click(submit());
  await screen.findByText(/^Created “/);
  const sent = { export_format: "image/png", export_context: { path: "/api/x/" } };
  expect(writes().map(({ body }) => body)).toEqual([sent, sent]);
});

it("keeps only failed sources in the form, none that was created or may have been", async () => {
  const { mocks } = await createExports();
  server.use(loseAnswer("exports.create", mocks.handlers, { once: true }));
  const { user } = await openPage(`${FORM}?dashboard=201,202,999`, "New export", mocks);
  const form = await findForm();
  await user.click(submit());
  await form.findByText("1 of 3 exports couldn't be created");
  form.getByText("999");
  expect(form.queryByText(/20[12]/)).toBeNull();
  expect(await screen.findAllByText("Acquisition by channel")).not.toHaveLength(0);
  await screen.findByText("Couldn't confirm creation of PNG image of dashboard 201");
});

it("waits for a server that responds when the file is ready, also after closing the drawer, until the user stops", async () => {
  const { mocks } = await createExports();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Makes the server create exports immediately, but respond only when released.
  server.use(change("exports.create", mocks.handlers, (response) => released.then(() => response)));
  const { user, writes } = await openPage(`${FORM}?dashboard=201`, "New export", mocks);
  const form = await findForm();
  await user.click(submit());
  await waitFor(() => expect(writes()).toHaveLength(1));
  setMinutes(0.2);
  await form.findByText("No response yet: PNG image of dashboard 201");
  form.getByText("12 seconds so far.");
  await user.click(form.getByText("Continue in background"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await screen.findByText("No response yet: PNG image of dashboard 201");
  await user.click(screen.getByText("Stop waiting"));
  await screen.findByText(/^Couldn't confirm creation of PNG image of dashboard 201/);
  expect(screen.queryByText(/^No response yet/)).toBeNull();
  release();
  await within(screen.getByRole("table")).findByText("Growth overview");
  expect(writes()).toHaveLength(1);
});
