import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { ApiProvider } from "@/data/client/api-context";
import { memberCollection } from "@/data/members/members";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { buildApi } from "@/testing/build-api";
import { useKeyHolder } from "./key-holder";
import { useKnownPeople } from "./known-people";

const person = (uuid: string, first_name: string) => ({ uuid, first_name, email: `${first_name}@x.co` });
const record = (id: number, uuid: string, name: string) => ({
  id,
  target_type: "email",
  target_value: "x@x.co",
  frequency: "daily",
  start_date: "2026-11-02T08:00:00Z",
  created_by: person(uuid, name),
});
const envelope = (results: readonly unknown[], count = results.length) => ({ count, results });

type Answers = Readonly<Record<string, () => Response>>;

/** Creates a server with responses by path fragment. Other paths get 403. */
function scene(answers: Answers) {
  const requestedUrls: string[] = [];
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    requestedUrls.push(pathname + search);
    const found = Object.keys(answers).find((part) => (pathname + search).includes(part));
    return found === undefined
      ? Response.json({ detail: "Not allowed." }, { status: 403 })
      : (answers[found]?.() ?? Response.error());
  };
  const api = buildApi({ fetch, projectId: "7" });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <ApiProvider api={api}>{children}</ApiProvider>
    </QueryClientProvider>
  );
  return { asked: requestedUrls, api, queries: queryClient, wrapper };
}

describe("useKnownPeople", () => {
  it("combines all pages of the organization's list with loaded project data", async () => {
    const all = Array.from({ length: 130 }, (_, index) => ({
      user: person(`o${index}`, `P${index}`),
      level: 1,
    }));
    const {
      asked: requestedUrls,
      api,
      queries: queryClient,
      wrapper,
    } = scene({
      "members/?limit=100&offset=0": () => Response.json(envelope(all.slice(0, 100), 130)),
      "organizations/@current/members/": () => Response.json(envelope(all.slice(100), 130)),
      explicit_members: () => Response.json([{ id: "m", level: 1, user: person("o1", "P1") }]),
      subscriptions: () => Response.json(envelope([record(1, "left", "Lea")])),
    });
    const { result } = renderHook(useKnownPeople, { wrapper });
    await waitFor(() => expect(result.current).toHaveLength(130));
    expect(requestedUrls.every((address) => address.includes("/organizations/"))).toBe(true);
    expect(result.current.find(({ uuid }) => uuid === "o1")).toMatchObject({ isMember: false });
    act(() => memberCollection(queryClient, api).start());
    await waitFor(() =>
      expect(result.current.find(({ uuid }) => uuid === "o1")).toMatchObject({ isMember: true }),
    );
    subscriptionCollection(queryClient, api, "active").start();
    await waitFor(() =>
      expect(subscriptionCollection(queryClient, api, "active").get().phase).toBe("complete"),
    );
    const later = renderHook(useKnownPeople, { wrapper });
    expect(later.result.current.find(({ uuid }) => uuid === "left")).toMatchObject({ name: "Lea" });
  });
});

describe("the key holder", () => {
  it.each([
    ["a 403", () => Response.json({ detail: "No." }, { status: 403 })],
    ["a user without a UUID", () => Response.json({ first_name: "Ana" })],
    ["an unreadable response", () => Response.json([1])],
  ])("stays unknown after %s and isn't requested again", async (_, answer) => {
    const { asked: requestedUrls, queries: queryClient, wrapper } = scene({ "users/@me": answer });
    const { result, unmount } = renderHook(useKeyHolder, { wrapper });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(result.current).toBeNull();
    unmount();
    renderHook(useKeyHolder, { wrapper });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(requestedUrls).toHaveLength(1);
  });
});
