import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  givenDeliveries,
  LIST,
  open,
  playJourneys,
  rowOf,
  served,
  servedAs,
  WEEKLY,
} from "../support/subscriptions-setup";

playJourneys();

const LABEL = "Show as it was served (JSON)";

/** As a server may send it: a null that is read as 1, keys left out, an author nobody can read. */
const ODD = {
  interval: null,
  summary: undefined,
  invite_message: undefined,
  deleted: undefined,
  created_by: { first_name: 7, team: "Growth" },
  added_later: ["kept"],
};

async function shownJson(): Promise<unknown> {
  const summary = await screen.findByText(LABEL);
  const details = summary.closest("details");
  // jsdom does not open it by itself.
  if (details && !details.open) fireEvent.click(summary);
  const text = await screen.findByRole("region", { name: LABEL });
  return JSON.parse(text.textContent ?? "");
}

it("the record is shown as it was served, key for key", async () => {
  const { emulator, id } = await givenDeliveries(WEEKLY);
  await open(`${LIST}/${id}`, "Weekly figures", servedAs(emulator, ODD));
  const asServed = JSON.parse(JSON.stringify({ ...Object(await served(emulator, id)), ...ODD }));
  await waitFor(async () => expect(await shownJson()).toEqual(asServed));
});

it("from the list, and after it was served anew, too", async () => {
  const { emulator, id } = await givenDeliveries(WEEKLY, { ...WEEKLY, title: "Other figures" });
  const { user } = await open(LIST, "Weekly figures", emulator);
  await user.click(rowOf("Weekly figures").querySelector("a") ?? document.body);
  await screen.findByText(LABEL);
  expect(await shownJson()).toEqual(await served(emulator, id));
});

it("a delete that is still on its way is not shown as served", async () => {
  const { emulator, id } = await givenDeliveries(WEEKLY);
  const before = await served(emulator, id);
  const { user } = await open(`${LIST}/${id}`, "Weekly figures", emulator);
  expect(await shownJson()).toEqual(before);
  emulator.faults.set([{ endpoint: "subscriptions.update", kind: "timeout" }]);
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByText("Nothing goes out while it is in the bin.");
  expect(await shownJson()).toEqual(before);
});
