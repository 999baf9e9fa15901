import { expect, it } from "vitest";
import { HttpError, TimeoutError } from "@/http/errors";
import { changeFailureTitle } from "./change-outcome-messages";

it("names a write without an answer no surer than it is", () => {
  expect(changeFailureTitle(new TimeoutError(30_000, true), "“Sales”", "deleted")).toBe(
    "It is not certain that “Sales” was deleted",
  );
});

it("names a refused one as not done", () => {
  const refusal = new HttpError(403, { type: null, code: null, detail: null, attr: null }, null, true);
  expect(changeFailureTitle(refusal, "the change", "restored")).toBe("The change was not restored");
});
