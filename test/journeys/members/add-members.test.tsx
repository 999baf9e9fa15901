import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
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

describe("adding members", () => {
  it("suggests organization members outside the project, adds one by UUID and undoes it", async () => {
    const mocks = createCompanyServer();
    const viktor = await findPersonOutside(mocks, "Viktor");
    const { user, writes: changes } = await openPage(FORM, "Add members", mocks);
    const form = await findForm();
    await user.type(form.getByLabelText(PEOPLE), "nov");
    await screen.findByRole("option", { name: /^Viktor Novák.*Member in the organization/ });
    await user.keyboard("{Enter}");
    form.getByText(viktor.email);
    await user.click(form.getByText("Administrator"));
    await user.click(submit());
    await screen.findByText("Added Viktor Novák");
    expect(window.location.pathname).toBe(MEMBERS_URL);
    expect(changes().map(({ method, body }) => [method, body])).toEqual([
      ["POST", { user_uuid: viktor.uuid, level: 8 }],
    ]);
    await screen.findByRole("button", { name: "Level of Viktor Novák: Administrator" });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(async () => expect(await fetchMembers(mocks)).toHaveLength(25));
  });

  it("accepts a pasted list, shows errors at the chips, and sends nothing invalid", async () => {
    const { user, writes: changes } = await openPage(FORM, "Add members");
    const form = await findForm();
    await user.click(form.getByLabelText(PEOPLE));
    await user.paste("nobody@x.co, ana.ferreira@harbourline.example; mei.tanaka@harbourline.example\nwords");
    form.getByText(/Couldn't find “nobody@x.co”/);
    await form.findByText(/“ana.ferreira@harbourline.example” is you/);
    form.getByText(/“mei.tanaka@harbourline.example” .* is already a member/);
    form.getByText(/“words” isn't an email or UUID/);
    await user.click(submit());
    await waitFor(() => expect(form.getByLabelText(PEOPLE)).toHaveFocus());
    expect(changes()).toEqual([]);
  });

  it("keeps rejected people with the server's response, and closes once all are added", async () => {
    const mocks = createCompanyServer();
    const [viktor, isabel] = [
      await findPersonOutside(mocks, "Viktor"),
      await findPersonOutside(mocks, "Isabel"),
    ];
    const { user, writes: changes } = await openPage(FORM, "Add members", mocks);
    const form = await findForm();
    await user.click(form.getByLabelText(PEOPLE));
    // The field accepts UUIDs before the list of the organization's members has loaded.
    await user.paste(`${viktor.uuid} ${UNKNOWN_PERSON} ${isabel.uuid}`);
    await user.click(screen.getByRole("button", { name: "Add 3 members" }));
    await form.findByText(/Server response: “You both need to belong to the same organization\.”/);
    form.getByText("2 members added");
    expect(form.getByRole("list", { name: "People: 1 added" })).toHaveTextContent(UNKNOWN_PERSON);
    expect(await fetchMembers(mocks)).toHaveLength(27);
    expect(changes()).toHaveLength(3);
    await user.click(form.getByRole("button", { name: `Remove ${UNKNOWN_PERSON}` }));
    await user.type(form.getByLabelText(PEOPLE), "zhao{Enter}");
    await user.click(submit());
    await screen.findByText("Added 3 members");
    screen.getByText("Viktor Novák, Isabel Navarro, and Lin Zhao");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    const plan = within(await screen.findByRole("dialog", { name: "Undo adding 3 members" }));
    await user.click(plan.getByRole("button", { name: "Run 3 changes" }));
    await waitFor(async () => expect(await fetchMembers(mocks)).toHaveLength(25));
  });

  it("offers an undo for added people when the others are discarded", async () => {
    const mocks = createCompanyServer();
    const viktor = await findPersonOutside(mocks, "Viktor");
    const { user } = await openPage(FORM, "Add members", mocks);
    const form = await findForm();
    await user.click(form.getByLabelText(PEOPLE));
    await user.paste(`${viktor.uuid} ${UNKNOWN_PERSON}`);
    await user.click(screen.getByRole("button", { name: "Add 2 members" }));
    await form.findByText("1 member added");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await screen.findByText("Added Viktor Novák");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(async () => expect(await fetchMembers(mocks)).toHaveLength(25));
  });

  it("keeps the input and stops when a request has no response", async () => {
    const mocks = createCompanyServer();
    const [viktor, isabel] = [
      await findPersonOutside(mocks, "Viktor"),
      await findPersonOutside(mocks, "Isabel"),
    ];
    const { user, writes: changes } = await openPage(FORM, "Add members", mocks);
    server.use(refuse("members.create", 503, { once: true }));
    const form = await findForm();
    await user.click(form.getByLabelText(PEOPLE));
    await user.paste(`${viktor.uuid} ${isabel.uuid}`);
    await user.click(screen.getByRole("button", { name: "Add 2 members" }));
    await form.findByRole("alert");
    expect(form.getByRole("list", { name: "People: 2 added" })).toBeInTheDocument();
    expect(changes()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: /^(Try again|Add 2 members)$/ }));
    await screen.findByText("Added 2 members");
  });
});
