import { describe, expect, it } from "vitest";
import { HttpError } from "./errors";
import { getFieldError } from "./field-errors";

function createHttpError(status: number, attr: string | null, detail: string | null = "No.") {
  return new HttpError(status, { type: "validation_error", code: "invalid_input", detail, attr });
}

describe("getFieldError", () => {
  it("returns the field and the message", () => {
    expect(getFieldError(createHttpError(400, "target_value"))).toEqual({
      field: "target_value",
      message: "No.",
    });
  });

  it("returns the field without its index", () => {
    expect(getFieldError(createHttpError(400, "byweekday__0"))?.field).toBe("byweekday");
  });

  it.each([
    ["no field", createHttpError(400, null)],
    ["no message", createHttpError(400, "title", null)],
    ["another error", createHttpError(403, "title")],
    ["no response", new Error("title")],
  ])("is null for %s", (_, error) => {
    expect(getFieldError(error)).toBeNull();
  });
});
