import { describe, expect, it } from "vitest";
import { HttpError } from "./errors";
import { getFieldError } from "./field-errors";

function refusal(status: number, attr: string | null, detail: string | null = "No.") {
  return new HttpError(status, { type: "validation_error", code: "invalid_input", detail, attr });
}

describe("getFieldError", () => {
  it("returns the field and the message", () => {
    expect(getFieldError(refusal(400, "target_value"))).toEqual({ field: "target_value", message: "No." });
  });

  it("returns the field without its index", () => {
    expect(getFieldError(refusal(400, "byweekday__0"))?.field).toBe("byweekday");
  });

  it.each([
    ["no field", refusal(400, null)],
    ["no words", refusal(400, "title", null)],
    ["another refusal", refusal(403, "title")],
    ["no answer", new Error("title")],
  ])("is null for %s", (_, error) => {
    expect(getFieldError(error)).toBeNull();
  });
});
