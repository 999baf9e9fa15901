import { expect, it } from "vitest";
import { createEmulatorCaller } from "@/testing/call-emulator";

const { call } = createEmulatorCaller();
const VALUES = "/environments/1/sessions/values/";

it("finds properties by every word of the search", async () => {
  const search = async (words: string) =>
    (await call("GET", `/environments/1/sessions/property_definitions/?search=${words}`)).body;
  expect(await search("URL%20entry")).toMatchObject({ count: 1, results: [{ name: "$entry_current_url" }] });
  expect(await search("entry%20nothing")).toEqual({ count: 0, results: [] });
});

it("lists at most 20 values, or those with the searched text", async () => {
  expect((await call("GET", `${VALUES}?key=$entry_pathname`)).body).toHaveLength(20);
  const found = await call("GET", `${VALUES}?key=$entry_utm_source&value=GOO`);
  expect(found.body).toEqual([{ name: "google" }, { name: "google-ads" }]);
});

it.each([
  `${VALUES}?key=toString`,
  `${VALUES}?key=$pageview_count`,
  "/environments/3/sessions/values/?key=$channel_type",
])("has no values at %s", async (path) => {
  expect(await call("GET", path)).toEqual({ status: 200, body: [] });
});

it.each([
  ["checkout (step 2)", { result: "success", data: { output: "checkout.*\\(step.*2\\)" } }],
  ["???", { result: "error" }],
])("returns a regular expression for the description %j, or its own error", async (regex, body) => {
  const answer = await call("POST", "/environments/1/session_recordings/ai/regex/", { body: { regex } });
  expect(answer).toMatchObject({ status: 200, body });
});
