import { describe, expect, it } from "vitest";
import { createRouteCaller } from "@/testing/call-route";
import { recordingRegexRoutes } from "./recording-regex";

const { call } = createRouteCaller(recordingRegexRoutes);
const ADDRESS = "1/session_recordings/ai/regex/";

describe("the regex helper", () => {
  it("returns a pattern for a description", async () => {
    const known = await call("POST", ADDRESS, { body: { regex: "any e-mail address" } });
    expect(known).toEqual({
      status: 200,
      body: { result: "success", data: { output: "[\\w.+-]+@[\\w-]+\\.[\\w.]+" } },
    });
    const result = await call("POST", ADDRESS, { body: { regex: "checkout (step 2)" } });
    expect(result.body).toMatchObject({ data: { output: "checkout.*\\(step.*2\\)" } });
  });

  it("returns its own error for a description without result", async () => {
    const { status, body } = await call("POST", ADDRESS, { body: { regex: "???" } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: "error" });
  });

  it("requires the description and refuses keys outside of the contract", async () => {
    const missing = await call("POST", ADDRESS, { body: { distinct_id: "x", person: "y" } });
    expect(missing).toMatchObject({ status: 400, body: { code: "required", attr: "regex" } });
    const unknown = await call("POST", ADDRESS, { body: { regex: "x", flags: "g" } });
    expect(unknown).toMatchObject({ status: 400, body: { attr: "flags" } });
  });

  it("is refused to keys without every scope", async () => {
    const { status, body } = await call("POST", ADDRESS, { body: { regex: "x" }, key: "phx_demo_read" });
    expect(status).toBe(403);
    expect(body).toMatchObject({ detail: "This action does not support Personal API Key access" });
  });
});
