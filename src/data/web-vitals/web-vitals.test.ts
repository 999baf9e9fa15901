// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";
import { buildApi } from "@/testing/build-api";
import { vitalsQueries } from "./web-vitals";

beforeEach(() => localStorage.clear());

const served = () => Response.json({ results: [] });

it.each([
  ["environments", ["environments"]],
  ["projects", ["projects", "environments"]],
] as const)(
  "are read with the prefix %s on a server that has them under environments",
  async (prefix, asked) => {
    const prefixes: string[] = [];
    const fetch = async ({ url }: Request) => {
      const [, , used = ""] = new URL(url).pathname.split("/");
      prefixes.push(used);
      if (used === "environments") return served();
      return Response.json({ code: "not_found", detail: "Endpoint not found." }, { status: 404 });
    };
    const api = buildApi({ id: prefix, prefix, fetch });
    const queryClient = new QueryClient();
    const read = (path: string) => queryClient.fetchQuery(vitalsQueries.path(api, path));
    expect(await read("/a")).toMatchObject({ results: [] });
    expect(prefixes).toEqual(asked);
    // The missing prefix isn't tried again.
    await read("/b");
    expect(prefixes).toEqual([...asked, "environments"]);
  },
);
