import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";

import { createCompanyServer, fetchMembers, findPersonOutside, MEMBERS_URL } from "../support/members-setup";
import { findForm, openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

// With few rows, the list behind the form renders faster.
const FORM = `${MEMBERS_URL}/new?q=novak`;
const PEOPLE = /^People( \*)?$/;
const UNKNOWN_PERSON = "99999999-0000-4000-8000-000000000009";
const submit = () => screen.getByRole("button", { name: /^Add( \d+ members)?$/ });

it("shows invalid people at their chips, suggests organization members outside the project, adds one and undoes it", async () => {
  const mocks = createCompanyServer();
  const viktor = await findPersonOutside(mocks, "Viktor");
  const { user, writes } = await openPage(FORM, "Add members", mocks);
  const form = await findForm();
  const field = form.getByLabelText(PEOPLE);
  await user.click(field);
  await user.paste("ana.ferreira@harbourline.example, words");
  await form.findByText(/“ana.ferreira@harbourline.example” is you/);
  form.getByText(/“words” isn't an email or UUID/);
  await user.click(submit());
  await waitFor(() => expect(field).toHaveFocus());
  expect(writes()).toEqual([]);
  for (const text of ["words", "ana.ferreira@harbourline.example"])
    await user.click(form.getByLabelText(`Remove ${text}`));

  await user.type(field, "nov");
  await screen.findByRole("option", { name: /^Viktor Novák.*Member in the organization/ });
  await user.keyboard("{Enter}");
  form.getByText(viktor.email);
  await user.click(form.getByText("Administrator"));
  await user.click(submit());
  await screen.findByText("Added Viktor Novák");
  expect(window.location.pathname).toBe(MEMBERS_URL);
  expect(writes().map(({ method, body }) => [method, body])).toEqual([
    ["POST", { user_uuid: viktor.uuid, level: 8 }],
  ]);
  await screen.findByLabelText("Level of Viktor Novák: Administrator");
  await user.click(screen.getByText("Undo"));
  await waitFor(async () => expect(await fetchMembers(mocks)).toHaveLength(25));
});

it("stops without a response, keeps rejected people with the server's response, and closes once all are added", async () => {
  const mocks = createCompanyServer();
  const [viktor, isabel] = [
    await findPersonOutside(mocks, "Viktor"),
    await findPersonOutside(mocks, "Isabel"),
  ];
  const { user, writes } = await openPage(FORM, "Add members", mocks);
  server.use(refuse("members.create", 503, { once: true }));
  const form = await findForm();
  await user.click(form.getByLabelText(PEOPLE));
  // The field accepts UUIDs before the list of the organization's members has loaded.
  await user.paste(`${viktor.uuid} ${UNKNOWN_PERSON} ${isabel.uuid}`);
  await user.click(screen.getByText("Add 3 members"));
  await form.findByRole("alert");
  form.getByRole("list", { name: "People: 3 added" });
  expect(writes()).toHaveLength(1);

  await user.click(screen.getByText(/^(Try again|Add 3 members)$/));
  await form.findByText(/Server response: “You both need to belong to the same organization\.”/);
  form.getByText("2 members added");
  expect(form.getByRole("list", { name: "People: 1 added" })).toHaveTextContent(UNKNOWN_PERSON);
  expect(await fetchMembers(mocks)).toHaveLength(27);
  expect(writes()).toHaveLength(4);
  await user.click(form.getByLabelText(`Remove ${UNKNOWN_PERSON}`));
  await user.type(form.getByLabelText(PEOPLE), "zhao{Enter}");
  await user.click(submit());
  await screen.findByText("Added 3 members");
  screen.getByText("Viktor Novák, Isabel Navarro, and Lin Zhao");
  await user.click(screen.getByText("Undo"));
  const plan = within(await screen.findByRole("dialog", { name: "Undo adding 3 members" }));
  await user.click(plan.getByText("Run 3 changes"));
  await waitFor(async () => expect(await fetchMembers(mocks)).toHaveLength(25));
});

it("offers an undo for added people when the others are discarded", async () => {
  const mocks = createCompanyServer();
  const viktor = await findPersonOutside(mocks, "Viktor");
  const { user } = await openPage(FORM, "Add members", mocks);
  const form = await findForm();
  await user.click(form.getByLabelText(PEOPLE));
  await user.paste(`${viktor.uuid} ${UNKNOWN_PERSON}`);
  await user.click(screen.getByText("Add 2 members"));
  await form.findByText("1 member added");
  await user.click(form.getByText("Cancel"));
  await user.click(await screen.findByText("Discard changes"));
  await screen.findByText("Added Viktor Novák");
  await user.click(screen.getByText("Undo"));
  await waitFor(async () => expect(await fetchMembers(mocks)).toHaveLength(25));
});
