import { expect, it } from "vitest";
import { ContractError, HttpError, NetworkError } from "@/api/errors";
import { describeVitalFailure } from "./board-rows";

function refused(status: number, body: { readonly detail?: string; readonly attr?: string }): HttpError {
  return new HttpError(status, { type: null, code: null, detail: null, attr: null, ...body });
}

it.each([
  [
    "all pages where a path is required",
    refused(400, { detail: "This field is required.", attr: "pathname" }),
    null,
    /All pages.*single paths only.*Add paths.*“This field is required.”/,
    false,
  ],
  [
    "a path that is not taken",
    refused(400, { detail: "This field may not be blank.", attr: "pathname" }),
    "/a",
    /rejected this path/,
    false,
  ],
  [
    "a server that refuses other origins",
    refused(401, { detail: "No temporary_token set." }),
    "/a",
    /cross-origin requests.*Update the server.*proxy/,
    false,
  ],
  [
    "a calculation that failed",
    refused(500, { detail: "Failed to calculate web vitals" }),
    "/a",
    /couldn't compute.*contact your administrator.*“Failed/,
    true,
  ],
  [
    "a scope",
    refused(403, { detail: "API key missing required scope 'query:read'" }),
    "/a",
    /query:read/,
    false,
  ],
  [
    "a server without the endpoint",
    refused(404, { detail: "Endpoint not found." }),
    "/a",
    /^Web vitals aren't available on this server This server has no API endpoint for web vitals\.$/,
    false,
  ],
  ["the network", new NetworkError("offline"), "/a", /offline/, true],
  ["a web page", new ContractError("webVitals.get", [], "<html>"), "/a", /Unexpected response/, true],
])("describes %s", (_, error, pathname, title, canRetry) => {
  const { problem } = describeVitalFailure(error, pathname);
  expect(`${problem.title} ${problem.detail}`).toMatch(title);
  expect(problem.canRetry).toBe(canRetry);
});

it("returns the body of a response in an unknown format", () => {
  const body = { LCP: { p75: 2_300 } };
  expect(describeVitalFailure(new ContractError("webVitals.get", [], body), "/a")).toMatchObject({
    problem: { title: "Unknown response format" },
    raw: body,
  });
  expect(describeVitalFailure(new NetworkError("offline"), "/a").raw).toBeUndefined();
});
