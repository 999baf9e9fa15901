import { screen, within } from "@testing-library/react";
import { expect } from "vitest";
import { fetchFrom } from "@/mocks/mocks";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";

/** URL of the fictional company's 25 members. Ana owns the API key. */
export const MEMBERS_URL = "/p/1/members";
/** URL of a project without members, subscriptions, or exports. */
export const NO_MEMBERS_URL = "/p/3/members";
const ENDPOINT = "http://localhost/api/environments/1/explicit_members/";

export function createCompanyServer(): MockServer {
  return createMockServer({ now: () => TEST_TIME });
}

/** Sends a request that the test's own handlers don't answer. */
async function callServer(mocks: MockServer, path: string, init?: RequestInit): Promise<Response> {
  const headers = { Authorization: "Bearer phx_demo_all", "Content-Type": "application/json" };
  const response = await fetchFrom(mocks.handlers, new Request(ENDPOINT + path, { headers, ...init }));
  expect(response.ok).toBe(true);
  return response;
}

export interface ServedMember {
  readonly level: number;
  readonly parent_level: number;
  readonly user: { readonly uuid: string; readonly email: string; readonly first_name: string };
}

export async function fetchMembers(mocks: MockServer): Promise<readonly ServedMember[]> {
  return (await callServer(mocks, "")).json();
}

/** Returns a member's current record from the server, by first name. */
export async function fetchMember(mocks: MockServer, name: string): Promise<ServedMember> {
  const member = (await fetchMembers(mocks)).find(({ user }) => user.first_name === name);
  if (member === undefined) throw new Error(`no member ${name}`);
  return member;
}

/** Sets a level on the server, as another administrator would. */
export async function setLevelAsOtherUser(mocks: MockServer, uuid: string, level: number): Promise<void> {
  await callServer(mocks, `${uuid}/`, { method: "PATCH", body: JSON.stringify({ level }) });
}

/** Removes a member on the server, as another administrator would. */
export async function removeAsOtherUser(mocks: MockServer, uuid: string): Promise<void> {
  await callServer(mocks, `${uuid}/`, { method: "DELETE" });
}

export function memberRow(name: string): HTMLElement {
  const row = screen.getByText(name, { selector: "td *" }).closest("tr");
  if (row === null) throw new Error(`no row of ${name}`);
  return row;
}

interface UserClick {
  readonly click: (element: Element) => Promise<void>;
}

export async function openMenu(user: UserClick, button: HTMLElement) {
  await user.click(button);
  return within(await screen.findByRole("menu"));
}

export function openLevels(user: UserClick, name: string) {
  return openMenu(user, screen.getByRole("button", { name: new RegExp(`^Level of ${name}`) }));
}

/**
 * Returns a person in the organization by first name. Callers pass the name of someone who isn't a
 * member.
 */
export async function findPersonOutside(
  mocks: MockServer,
  name: string,
): Promise<{ readonly uuid: string; readonly email: string }> {
  const request = new Request("http://localhost/api/organizations/@current/members/?limit=100", {
    headers: { Authorization: "Bearer phx_demo_all" },
  });
  const { results } = await (await fetchFrom(mocks.handlers, request)).json();
  const found = results.find(
    (row: { readonly user: { readonly first_name: string } }) => row.user.first_name === name,
  );
  return found.user;
}
