import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { hang } from "@/mocks/scenarios";
import {
  createSubscriptions,
  fetchRecord,
  LIST_URL,
  openPage,
  replaceFields,
  selectPageAction,
  setUpJourneys,
  subscriptionRow,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const LABEL = "Show raw response";

/** A null that is parsed as 1, missing keys, an invalid creator, and an unknown key. */
const ODD = {
  interval: null,
  summary: undefined,
  invite_message: undefined,
  deleted: undefined,
  created_by: { first_name: 7, team: "Growth" },
  added_later: ["kept"],
};

async function readShownJson(): Promise<unknown> {
  const summary = await screen.findByText(LABEL);
  const details = summary.closest("details");
  if (details && !details.open) fireEvent.click(summary);
  const text = await screen.findByRole("region", { name: "Raw response" });
  return JSON.parse(text.textContent ?? "");
}

it("shows the server's record, key by key", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  server.use(replaceFields(mocks, ODD));
  await openPage(`${LIST_URL}/${id}`, "Weekly figures", mocks);
  const asServed = JSON.parse(JSON.stringify({ ...Object(await fetchRecord(mocks, id)), ...ODD }));
  await waitFor(async () => expect(await readShownJson()).toEqual(asServed));
});

it("shows the raw response of a list record, without an optimistic delete", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY, { ...WEEKLY, title: "Other figures" });
  const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
  await user.click(subscriptionRow("Weekly figures").querySelector("a") ?? document.body);
  const before = await fetchRecord(mocks, id);
  expect(await readShownJson()).toEqual(before);
  server.use(hang("subscriptions.update"));
  await selectPageAction(user, "Delete");
  await screen.findByText("No deliveries while in Trash.");
  expect(await readShownJson()).toEqual(before);
});
