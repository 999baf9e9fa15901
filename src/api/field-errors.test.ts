import { expect, it } from "vitest";
import { getFieldError, HttpError } from "./errors";

function createHttpError(status: number, attr: string | null, detail: string | null = "No.") {
  return new HttpError(status, { type: "validation_error", code: "invalid_input", detail, attr });
}

it("returns the field without its index, and the message", () => {
  expect(getFieldError(createHttpError(400, "target_value"))).toEqual({
    field: "target_value",
    message: "No.",
  });
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
