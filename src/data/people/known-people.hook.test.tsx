import { buildApi, buildSubscription, buildUser } from "@test/support/builders";
import { act, renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { ApiProvider } from "@/data/backend/backend";
import { memberCollection } from "@/data/members/members";
import { useKeyHolder } from "@/data/projects/projects";
import { subscriptionCollection } from "@/data/subscriptions/subscriptions";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import { useKnownPeople } from "./known-people";

const person = (uuid: string, first_name: string) => ({ uuid, first_name, email: `${first_name}@x.co` });
const envelope = (results: readonly unknown[], count = results.length) => ({ count, results });

function scene() {
  const requestedUrls: string[] = [];
  server.events.on("request:start", ({ request }) => void requestedUrls.push(request.url));
  const api = buildApi();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ApiProvider api={api}>{children}</ApiProvider>
  );
  return { asked: requestedUrls, api, wrapper };
}

it("useKnownPeople combines all pages of the organization's list with loaded project data", async () => {
  const all = Array.from({ length: 130 }, (_, index) => ({
    user: person(`o${index}`, `P${index}`),
    level: 1,
  }));
  const leas = buildSubscription({
    created_by: buildUser({ uuid: "left", first_name: "Lea", last_name: "" }),
  });
  server.use(
    http.get("*/organizations/@current/members", ({ request }) => {
      const offset = Number(new URL(request.url).searchParams.get("offset"));
      return HttpResponse.json(envelope(all.slice(offset, offset + 100), 130));
    }),
    http.get("*/explicit_members", () =>
      HttpResponse.json([{ id: "m", level: 1, user: person("o1", "P1") }]),
    ),
    http.get("*/subscriptions", () => HttpResponse.json(envelope([leas]))),
  );
  const { asked: requestedUrls, api, wrapper } = scene();
  const { result } = renderHook(useKnownPeople, { wrapper });
  await waitFor(() => expect(result.current).toHaveLength(130));
  expect(requestedUrls.every((address) => address.includes("/organizations/"))).toBe(true);
  expect(result.current.find(({ uuid }) => uuid === "o1")).toMatchObject({ isMember: false });
  act(() => memberCollection(api).start());
  await waitFor(() =>
    expect(result.current.find(({ uuid }) => uuid === "o1")).toMatchObject({ isMember: true }),
  );
  subscriptionCollection(api, "active").start();
  await waitFor(() => expect(subscriptionCollection(api, "active").get().phase).toBe("complete"));
  const later = renderHook(useKnownPeople, { wrapper });
  expect(later.result.current.find(({ uuid }) => uuid === "left")).toMatchObject({ name: "Lea" });
});

describe("the key holder", () => {
  it.each([
    ["a 403", () => createError(403)],
    ["a user without a UUID", () => HttpResponse.json({ first_name: "Ana" })],
    ["an unreadable response", () => HttpResponse.json([1])],
  ])("stays unknown after %s and isn't requested again", async (_, answer) => {
    server.use(http.get("*/users/@me", answer));
    const { asked: requestedUrls, api, wrapper } = scene();
    const { result, unmount } = renderHook(useKeyHolder, { wrapper });
    await waitFor(() => expect(api.queryClient.isFetching()).toBe(0));
    expect(result.current).toBeNull();
    unmount();
    renderHook(useKeyHolder, { wrapper });
    await waitFor(() => expect(api.queryClient.isFetching()).toBe(0));
    expect(requestedUrls).toHaveLength(1);
  });
});
