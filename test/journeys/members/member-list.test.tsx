import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  createCompanyEmulator,
  fetchMember,
  fetchMembers,
  MEMBERS_URL,
  memberRow,
  NO_MEMBERS_URL,
  openLevels,
  openMenu,
  setLevelAsOtherUser,
  withListResponse,
} from "../support/members-setup";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

describe("the list of members", () => {
  it("shows person, address and its mark, each level, why, and when they joined", async () => {
    await openPage(MEMBERS_URL, "Claire Dubois");
    expect(memberRow("Priya Raghavan")).toHaveTextContent(
      /priya\.raghavan@harbourline\.example.*Verified.*Member.*Administrator.*Administrator.*Administrator from the organization\. The explicit level \(Member\) is redundant\..*ago/,
    );
    expect(memberRow("Sofia Petrova")).toHaveTextContent("Not verified");
    expect(memberRow("Ana Ferreira")).toHaveTextContent("You");
  });

  it.each([
    ["an envelope", (list: unknown) => ({ count: 1, next: null, previous: null, results: [firstOf(list)] })],
    ["a single object", firstOf],
  ])("reads %s as well as an array", async (_, wrapList) => {
    const emulator = withListResponse(createCompanyEmulator(), (list) => Response.json(wrapList(list)));
    await openPage(MEMBERS_URL, "Ana Ferreira", emulator);
    expect(screen.getAllByRole("row")).toHaveLength(2);
  });

  it("shows an unknown level by its number, and who left without a name", async () => {
    const odd = { ...Object(null), id: "aaaabbbb-0000", level: 4, user: null };
    const emulator = withListResponse(createCompanyEmulator(), (list) =>
      Response.json([{ ...Object(firstOf(list)), level: 4, effective_level: 4, parent_level: 1 }, odd]),
    );
    await openPage(MEMBERS_URL, "Ana Ferreira", emulator);
    expect(memberRow("Ana Ferreira")).toHaveTextContent(/Level 4.*Level 4 from the explicit level/);
    expect(memberRow("Somebody who left (aaaabbbb)")).toHaveTextContent("Level 4");
  });

  it("is reached by g m, and its people are found by the palette once they were loaded", async () => {
    const { user } = await openPage("/p/1/activity", "Activity");
    await user.keyboard("gm");
    await screen.findByText("Priya Raghavan");
    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByRole("combobox", { name: /^Search pages/ });
    await user.type(field, "raghavan");
    await screen.findByRole("option", { name: /Priya Raghavan.*Members/ });
    await user.clear(field);
    await user.type(field, "harbourline");
    await user.click(await screen.findByRole("option", { name: /^Show all \d+ in list.*Members$/ }));
    await waitFor(() => expect(window.location.search).toBe("?q=harbourline"));
    expect(window.location.pathname).toBe(MEMBERS_URL);
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: /^Search pages/ }), "priya");
    await user.click(await screen.findByRole("option", { name: /Priya Raghavan.*Members/ }));
    await screen.findByRole("heading", { level: 1, name: "Priya Raghavan" });
  });

  it("finds by level, state and the key holder, and keeps the search in the address", async () => {
    const { user } = await openPage(MEMBERS_URL, "Claire Dubois");
    const search = screen.getByRole("combobox", { name: "Search members" });
    await user.type(search, "is:me");
    await screen.findByText("1 of 25 match");
    expect(memberRow("Ana Ferreira")).toBeInTheDocument();
    await user.clear(search);
    await user.type(search, "is:unverified level:member");
    await waitFor(() => expect(screen.queryByText("Claire Dubois")).toBeNull());
    expect(memberRow("Sofia Petrova")).toBeInTheDocument();
    await waitFor(() => expect(window.location.search).toBe("?q=is%3Aunverified+level%3Amember"));
  });

  it("says what a member is where there is none", async () => {
    const { user } = await openPage(NO_MEMBERS_URL, "No members yet");
    await user.click(
      within(screen.getByRole("main")).getAllByRole("link", { name: "Add members" })[1] ?? document.body,
    );
    await screen.findByRole("dialog", { name: "Add members" });
  });

  it.each([
    [
      404,
      "Endpoint not found.",
      "This server has no explicit members",
      { role: "link", name: "Change the path prefix" },
    ],
    [
      400,
      "Explicit members can only be accessed for projects with project-based permissioning enabled.",
      "Everybody in the organisation may use this project",
      { role: "link", name: "Take a person out of deliveries" },
    ],
  ])("has a plain page where a server answers %i “%s”", async (status, detail, title, { role, name }) => {
    let isUnavailable = true;
    const emulator = withListResponse(createCompanyEmulator(), (list) =>
      isUnavailable
        ? Response.json({ type: "invalid_request", code: "x", detail, attr: null }, { status })
        : Response.json(list),
    );
    const { user } = await openPage(MEMBERS_URL, title, emulator);
    expect(screen.getByRole(role, { name })).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Add members" })).toBeNull();
    isUnavailable = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Claire Dubois");
  });
});

describe("a level changed in place", () => {
  it("stands at once, is announced, and goes back by the toast", async () => {
    const emulator = createCompanyEmulator();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", emulator);
    const levels = await openLevels(user, "Claire Dubois");
    expect(levels.getByRole("menuitem", { name: /^Member/ })).toHaveTextContent("This is the level now.");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    expect(screen.getByRole("button", { name: "Level of Claire Dubois: Administrator" })).toBeInTheDocument();
    await screen.findByText("Claire Dubois has the explicit level Administrator");
    expect(memberRow("Claire Dubois")).toHaveTextContent("Administrator from the explicit level");
    expect(await fetchMember(emulator, "Claire")).toMatchObject({ level: 8 });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(async () => expect(await fetchMember(emulator, "Claire")).toMatchObject({ level: 1 }));
    await screen.findByRole("button", { name: "Level of Claire Dubois: Member" });
    expect(changes().map(({ method, body }) => [method, body])).toEqual([
      ["PATCH", { level: 8 }],
      ["PATCH", { level: 1 }],
    ]);
  });

  it("is taken back exactly where the server refuses it, which is said at the row", async () => {
    const emulator = createCompanyEmulator();
    const { user } = await openPage(MEMBERS_URL, "Claire Dubois", emulator);
    const before = (await fetchMembers(emulator)).length;
    emulator.faults.set([{ endpoint: "members.update", kind: "status", status: 403, times: 1 }]);
    const levels = await openLevels(user, "Claire Dubois");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    await screen.findByText("The level of Claire Dubois was not changed");
    expect(screen.getByRole("button", { name: "Level of Claire Dubois: Member" })).toBeInTheDocument();
    expect(within(memberRow("Claire Dubois")).getByText("Not changed")).toBeInTheDocument();
    expect(await fetchMembers(emulator)).toHaveLength(before);
    const again = await openLevels(user, "Claire Dubois");
    await user.click(again.getByRole("menuitem", { name: "Administrator" }));
    await screen.findByText("Claire Dubois has the explicit level Administrator");
    expect(within(memberRow("Claire Dubois")).queryByText("Not changed")).toBeNull();
  });

  it("is called uncertain at its row where no clear answer came", async () => {
    const emulator = createCompanyEmulator();
    const { user } = await openPage(MEMBERS_URL, "Claire Dubois", emulator);
    emulator.faults.set([{ endpoint: "members.update", kind: "lost-answer", times: 1 }]);
    const levels = await openLevels(user, "Claire Dubois");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    await screen.findByText("It is not certain whether the level of Claire Dubois was changed");
    within(memberRow("Claire Dubois")).getByText("Not certain whether it was changed");
    // The list, read again, has what became of it.
    await screen.findByRole("button", { name: "Level of Claire Dubois: Administrator" });
  });

  it("is not put back over what somebody has set since", async () => {
    const emulator = createCompanyEmulator();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", emulator);
    const { user: claire } = await fetchMember(emulator, "Claire");
    const levels = await openLevels(user, "Claire Dubois");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    await screen.findByText("Claire Dubois has the explicit level Administrator");
    await setLevelAsOtherUser(emulator, claire.uuid, 0);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("Nothing was undone");
    expect(changes()).toHaveLength(1);
  });

  it("is taken back by another try where the first look has failed", async () => {
    const emulator = createCompanyEmulator();
    const { user } = await openPage(MEMBERS_URL, "Claire Dubois", emulator);
    const levels = await openLevels(user, "Claire Dubois");
    await user.click(levels.getByRole("menuitem", { name: "Administrator" }));
    await screen.findByText("Claire Dubois has the explicit level Administrator");
    emulator.faults.set([{ endpoint: "members.get", kind: "html" }]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("Nothing was undone");
    emulator.faults.clear();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: "Level of Claire Dubois: Member" });
  });

  it("is refused before it is sent: one's own, and of who stands above", async () => {
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois");
    const own = await openLevels(user, "Ana Ferreira");
    const item = own.getByRole("menuitem", { name: /^Member/ });
    expect(item).toHaveAttribute("aria-disabled", "true");
    expect(item).toHaveTextContent("Nobody can set their own level.");
    await user.click(item);
    await user.keyboard("{Escape}");
    const above = await openLevels(user, "Tomasz Wierzbicki");
    expect(above.getByRole("menuitem", { name: /^Administrator/ })).toHaveTextContent(
      "Tomasz Wierzbicki stands above you: Owner, while you are Administrator.",
    );
    expect(changes()).toEqual([]);
  });
});

describe("a member removed", () => {
  it("is asked about with what they keep, goes, and comes back by the toast", async () => {
    const emulator = createCompanyEmulator();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", emulator);
    const { user: claire } = await fetchMember(emulator, "Claire");
    const menu = await openMenu(user, screen.getByRole("button", { name: "Actions for Claire Dubois" }));
    await user.click(menu.getByRole("menuitem", { name: "Remove…" }));
    const question = within(await screen.findByRole("dialog", { name: "Remove Claire Dubois?" }));
    question.getByText(/No access remains\. The organization level \(Member\)/);
    question.getByText(/the day they joined is a new one/);
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

  it("stays with the server's words in the question where it is refused", async () => {
    const emulator = createCompanyEmulator();
    const { user } = await openPage(MEMBERS_URL, "Claire Dubois", emulator);
    emulator.faults.set([{ endpoint: "members.delete", kind: "status", status: 403, times: 1 }]);
    const menu = await openMenu(user, screen.getByRole("button", { name: "Actions for Claire Dubois" }));
    await user.click(menu.getByRole("menuitem", { name: "Remove…" }));
    const question = within(await screen.findByRole("dialog"));
    await user.click(question.getByRole("button", { name: "Remove" }));
    await question.findByRole("alert");
    expect(await fetchMember(emulator, "Claire")).toMatchObject({ level: 1 });
  });

  it("who is oneself is told that there is no way back, and offered none", async () => {
    const { user } = await openPage(MEMBERS_URL, "Ana Ferreira");
    const menu = await openMenu(user, screen.getByRole("button", { name: "Actions for Ana Ferreira" }));
    await user.click(menu.getByRole("menuitem", { name: "Remove…" }));
    const question = within(await screen.findByRole("dialog", { name: "Remove your own membership?" }));
    question.getByText(/You cannot add yourself again/);
    await user.click(question.getByRole("button", { name: "Remove" }));
    await screen.findByText("Removed Ana Ferreira");
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});

describe("many members", () => {
  it("are set to a level after a look at the plan", async () => {
    const emulator = createCompanyEmulator();
    const { user, writes: changes } = await openPage(MEMBERS_URL, "Claire Dubois", emulator);
    for (const name of ["Ana Ferreira", "Claire Dubois", "Luca Moretti"]) {
      await user.click(screen.getByRole("checkbox", { name: `Select ${name}` }));
    }
    const bar = await screen.findByRole("region", { name: "Selection" });
    const menu = await openMenu(user, within(bar).getByRole("button", { name: "Level" }));
    await user.click(menu.getByRole("menuitem", { name: "Set to Administrator…" }));
    const preview = within(await screen.findByRole("dialog", { name: "Set 2 members to Administrator" }));
    expect(changes()).toEqual([]);
    await user.click(preview.getByRole("button", { name: /^Apply|^Run|^Send|changes?$/ }));
    await waitFor(async () => expect(await fetchMember(emulator, "Luca")).toMatchObject({ level: 8 }));
    expect(await fetchMember(emulator, "Claire")).toMatchObject({ level: 8 });
    expect(changes()).toHaveLength(2);
  });

  it("whose explicit level changes nothing stand in one list, and are cleaned up", async () => {
    const emulator = createCompanyEmulator();
    const redundant = (await fetchMembers(emulator)).filter(
      ({ level, parent_level: parent }) => parent >= 8 && level <= parent,
    );
    const { user } = await openPage(MEMBERS_URL, "Claire Dubois", emulator);
    const { length } = redundant;
    await user.click(screen.getByRole("link", { name: `${length} explicit levels change nothing` }));
    await screen.findByText(`${length} of 25 match`);
    await user.click(screen.getByRole("button", { name: "Remove what changes nothing…" }));
    const preview = within(
      await screen.findByRole("dialog", { name: /explicit levels that change nothing$/ }),
    );
    preview.getByText(/nobody loses anything now/);
    // Ana's own, and the owner who stands above her, are left.
    await preview.findByText(/stands above you/);
  });
});

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : list;
}
