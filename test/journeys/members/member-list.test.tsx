import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { change, createError, loseAnswer, override, refuse } from "@/mocks/scenarios";
import { replaceText } from "../../support/mock-server";
import {
  createCompanyServer,
  fetchMember,
  fetchMembers,
  MEMBERS_URL,
  memberRow,
  NO_MEMBERS_URL,
  openLevels,
  openMenu,
  removeAsOtherUser,
  setLevelAsOtherUser,
} from "../support/members-setup";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

describe("the list of members", () => {
  it("shows name, email, levels, reason and join date, and that an email isn't verified", async () => {
    await openPage(MEMBERS_URL, "Claire Dubois");
    expect(memberRow("Priya Raghavan")).toHaveTextContent(
      /priya\.raghavan@harbourline\.exampleMemberAdministratorAdministratorOrganization.*20\d\d/,
    );
    expect(memberRow("Sofia Petrova")).toHaveTextContent("Not verified");
    expect(memberRow("Ana Ferreira")).toHaveTextContent("You");
  });

  it("explains members when there are none", async () => {
    const mocks = createCompanyServer();
    server.use(refuse("organizations.members", 403));
    const { user } = await openPage(NO_MEMBERS_URL, "No members yet", mocks);
    await screen.findByText(
      /^The organization's members couldn't be read, so some people with access may be missing/,
    );
    await user.click(
      within(screen.getByRole("main")).getAllByRole("link", { name: "Add members" })[1] ?? document.body,
    );
    const dialog = within(await screen.findByRole("dialog", { name: "Add members" }));
    expect(dialog.getByText(/^If your organization uses role-based access/)).toBeVisible();
  });

  it("lists administrators and owners of the organization, who need no explicit level", async () => {
    const { user } = await openPage(NO_MEMBERS_URL, "Tomasz Wierzbicki");
    await screen.findByText(/^If your organization uses role-based access/);
    expect(memberRow("Tomasz Wierzbicki")).toHaveTextContent(/NoneOwnerOwnerOrganization/);
    expect(memberRow("Priya Raghavan")).toHaveTextContent(/NoneAdministratorAdministratorOrganization/);
    // Whether plain members of the organization have access isn't known.
    expect(screen.queryByText("Viktor Novák")).toBeNull();
    const menu = await openMenu(
      user,
      within(memberRow("Priya Raghavan")).getByRole("button", { name: /^Actions/ }),
    );
    expect(menu.queryByRole("menuitem", { name: "Remove…" })).toBeNull();
    await user.click(menu.getByRole("menuitem", { name: "Add as member…" }));
    within(await screen.findByRole("dialog", { name: "Add members" })).getByText(/^priya\.raghavan@/);
  });

  it("says that a project may be open to everyone, and lets the server decide who is added", async () => {
    const mocks = createCompanyServer();
    server.use(replaceText(mocks, '"access_control":true', '"access_control":false'));
    const { user } = await openPage(NO_MEMBERS_URL, "Viktor Novák", mocks);
    await screen.findByText(/^The server doesn't mark this project as private/);
    expect(memberRow("Viktor Novák")).toHaveTextContent(/NoneMemberMemberOrganization/);
    const [link] = within(screen.getByRole("main")).getAllByRole("link", { name: "Add members" });
    await user.click(link ?? document.body);
    const dialog = within(await screen.findByRole("dialog", { name: "Add members" }));
    expect(dialog.getByText(/The server may refuse to add people/)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Add" })).not.toHaveAttribute("aria-disabled", "true");
  });

  it.each([
    [404, "Endpoint not found.", "This server doesn't support members"],
    [
      400,
      "Explicit members can only be accessed for projects with project-based permissioning enabled.",
      "Everyone in the organization has access",
    ],
  ])("explains a %i response “%s”", async (status, detail, title) => {
    const mocks = createCompanyServer();
    server.use(refuse("members.list", status, { detail }));
    const { user } = await openPage(MEMBERS_URL, title, mocks);
    screen.getByRole("link", { name: "Offboard a person" });
    expect(screen.queryByRole("link", { name: "Add members" })).toBeNull();
    mocks.resetHandlers();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Claire Dubois");
  });
});

describe("changing a level in the list", () => {
  it("updates immediately and can be undone from the toast", async () => {
    const mocks = createCompanyServer();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", mocks);
    const levels = await openLevels(user, "Claire Dubois");
    expect(levels.getByRole("menuitem", { name: /^Member/ })).toHaveTextContent("This is the current level.");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    expect(screen.getByRole("button", { name: "Level of Claire Dubois: Administrator" })).toBeInTheDocument();
    await screen.findByText("Set Claire Dubois to Administrator");
    expect(memberRow("Claire Dubois")).toHaveTextContent(/AdministratorExplicit/);
    expect(await fetchMember(mocks, "Claire")).toMatchObject({ level: 8 });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(async () => expect(await fetchMember(mocks, "Claire")).toMatchObject({ level: 1 }));
    await screen.findByRole("button", { name: "Level of Claire Dubois: Member" });
    expect(changes().map(({ method, body }) => [method, body])).toEqual([
      ["PATCH", { level: 8 }],
      ["PATCH", { level: 1 }],
    ]);
  });

  it("rolls back and marks the row when the server rejects it", async () => {
    const mocks = createCompanyServer();
    const { user } = await openPage(MEMBERS_URL, "Claire Dubois", mocks);
    const before = (await fetchMembers(mocks)).length;
    server.use(refuse("members.update", 403, { once: true }));
    const levels = await openLevels(user, "Claire Dubois");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    await screen.findByText("Couldn't change the level of Claire Dubois");
    expect(screen.getByRole("button", { name: "Level of Claire Dubois: Member" })).toBeInTheDocument();
    expect(within(memberRow("Claire Dubois")).getByText("Not changed")).toBeInTheDocument();
    expect(await fetchMembers(mocks)).toHaveLength(before);
    const again = await openLevels(user, "Claire Dubois");
    await user.click(again.getByRole("menuitem", { name: "Administrator" }));
    await screen.findByText("Set Claire Dubois to Administrator");
    expect(within(memberRow("Claire Dubois")).queryByText("Not changed")).toBeNull();
  });

  it("reports a change whose response was lost once it is known, and otherwise marks the row", async () => {
    const mocks = createCompanyServer();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", mocks);
    server.use(loseAnswer("members.update", mocks.handlers, { once: true }));
    await user.click(
      (await openLevels(user, "Luca Moretti")).getByRole("menuitem", { name: "Administrator" }),
    );
    await screen.findByText("Set Luca Moretti to Administrator");
    expect(within(memberRow("Luca Moretti")).queryByText("Outcome unknown")).toBeNull();
    expect(screen.queryByText(/^Couldn't confirm/)).toBeNull();

    server.use(
      loseAnswer("members.update", mocks.handlers, { once: true }),
      override("members.get", () => (changes().length > 1 ? createError(500) : undefined)),
    );
    const levels = await openLevels(user, "Claire Dubois");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    await screen.findByText("Couldn't confirm the level of Claire Dubois");
    within(memberRow("Claire Dubois")).getByText("Outcome unknown");
    // The refetched list shows the outcome of the change.
    await screen.findByRole("button", { name: "Level of Claire Dubois: Administrator" });
  });

  it("asks which level to keep when someone else has changed it", async () => {
    const mocks = createCompanyServer();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Arjun Mehta", mocks);
    // Servers with explicit members accept two levels, so only another server's level can conflict with both.
    const withoutAccess = (member: object) =>
      "level" in member && member.level === 1 ? { ...member, level: 0 } : member;
    server.use(
      change("members.list", mocks.handlers, async (response) =>
        HttpResponse.json((await response.json()).map(withoutAccess)),
      ),
      change("members.get", mocks.handlers, async (response) =>
        HttpResponse.json(withoutAccess(await response.json())),
      ),
    );
    const question = { name: "Someone else changed the level of Arjun Mehta" };
    const levels = await openLevels(user, "Arjun Mehta");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    await user.click(
      within(await screen.findByRole("dialog", question)).getByRole("button", { name: "Keep theirs" }),
    );
    const button = await screen.findByRole("button", { name: "Level of Arjun Mehta: No access" });
    expect(changes()).toEqual([]);

    mocks.resetHandlers();
    await waitFor(() => expect(screen.queryByRole("dialog", question)).toBeNull());
    const again = await openMenu(user, button);
    await user.click(again.getByRole("menuitem", { name: "Administrator" }));
    await user.click(
      within(await screen.findByRole("dialog", question)).getByRole("button", { name: "Use mine" }),
    );
    await screen.findByText("Set Arjun Mehta to Administrator");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(async () => expect(await fetchMember(mocks, "Arjun")).toMatchObject({ level: 1 }));
    expect(changes().map(({ body }) => body)).toEqual([{ level: 8 }, { level: 1 }]);
  });

  it("sends nothing when the member was removed or already has the level", async () => {
    const mocks = createCompanyServer();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", mocks);
    const { user: claire } = await fetchMember(mocks, "Claire");
    await setLevelAsOtherUser(mocks, claire.uuid, 8);
    const levels = await openLevels(user, "Claire Dubois");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    await screen.findByText("Claire Dubois already has the level Administrator");
    const button = await screen.findByRole("button", { name: "Level of Claire Dubois: Administrator" });

    await removeAsOtherUser(mocks, claire.uuid);
    await user.click((await openMenu(user, button)).getByRole("menuitem", { name: "Member" }));
    await screen.findByText("Someone else removed the explicit level of Claire Dubois");
    await waitFor(() => expect(screen.queryByText("Claire Dubois", { selector: "td *" })).toBeNull());
    expect(changes()).toEqual([]);
  });

  it("disables levels of the key holder and of members above them", async () => {
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois");
    const own = await openLevels(user, "Ana Ferreira");
    const item = own.getByRole("menuitem", { name: /^Member/ });
    expect(item).toHaveAttribute("aria-disabled", "true");
    expect(item).toHaveTextContent("You can't change your own level.");
    await user.click(item);
    await user.keyboard("{Escape}");
    const above = await openLevels(user, "Tomasz Wierzbicki");
    expect(above.getByRole("menuitem", { name: /^Administrator/ })).toHaveTextContent(
      "You can't change Tomasz Wierzbicki, whose level (Owner) is above yours (Administrator).",
    );
    expect(changes()).toEqual([]);
  });
});

describe("removing a member", () => {
  it("leaves a level alone that someone else has changed since it was loaded", async () => {
    const mocks = createCompanyServer();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", mocks);
    const { user: claire } = await fetchMember(mocks, "Claire");
    await setLevelAsOtherUser(mocks, claire.uuid, 8);
    const menu = await openMenu(user, screen.getByRole("button", { name: "Actions for Claire Dubois" }));
    await user.click(menu.getByRole("menuitem", { name: "Remove…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove Claire Dubois?" }));
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    await dialog.findByText("Someone else changed the level of Claire Dubois");
    expect(changes()).toEqual([]);
    await screen.findByRole("button", { name: "Level of Claire Dubois: Administrator", hidden: true });
  });

  it("asks with the remaining access, removes, and can be undone", async () => {
    const mocks = createCompanyServer();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", mocks);
    const { user: claire } = await fetchMember(mocks, "Claire");
    const menu = await openMenu(user, screen.getByRole("button", { name: "Actions for Claire Dubois" }));
    await user.click(menu.getByRole("menuitem", { name: "Remove…" }));
    const question = within(await screen.findByRole("dialog", { name: "Remove Claire Dubois?" }));
    question.getByText(/No access remains\. The organization level \(Member\)/);
    question.getByText(/the same level and a new join date/);
    await user.click(question.getByRole("button", { name: "Remove" }));
    await screen.findByText("Removed Claire Dubois");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Level of Claire/ })).toBeNull());
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByRole("button", { name: "Level of Claire Dubois: Member" });
    expect(changes().map(({ method, body }) => [method, body])).toEqual([
      ["DELETE", undefined],
      ["POST", { user_uuid: claire.uuid, level: 1 }],
    ]);
  });

  it("warns before removing the own membership, and offers no undo", async () => {
    const { user } = await openPage(MEMBERS_URL, "Ana Ferreira");
    const menu = await openMenu(user, screen.getByRole("button", { name: "Actions for Ana Ferreira" }));
    await user.click(menu.getByRole("menuitem", { name: "Remove…" }));
    const question = within(await screen.findByRole("dialog", { name: "Remove your own membership?" }));
    question.getByText(/Only another administrator can add you again/);
    await user.click(question.getByRole("button", { name: "Remove" }));
    await screen.findByText("Removed Ana Ferreira");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});

it("bulk actions on members sets levels after a preview", async () => {
  const mocks = createCompanyServer();
  const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", mocks);
  for (const name of ["Ana Ferreira", "Claire Dubois", "Luca Moretti"]) {
    await user.click(screen.getByRole("checkbox", { name: `Select ${name}` }));
  }
  const bar = await screen.findByRole("region", { name: "Selection" });
  const menu = await openMenu(user, within(bar).getByRole("button", { name: "Level" }));
  await user.click(menu.getByRole("menuitem", { name: "Set to Administrator…" }));
  const preview = within(await screen.findByRole("dialog", { name: "Set 2 members to Administrator" }));
  expect(changes()).toEqual([]);
  await user.click(preview.getByRole("button", { name: /^Apply|^Run|^Send|changes?$/ }));
  await waitFor(async () => expect(await fetchMember(mocks, "Luca")).toMatchObject({ level: 8 }));
  expect(await fetchMember(mocks, "Claire")).toMatchObject({ level: 8 });
  expect(changes()).toHaveLength(2);
});
