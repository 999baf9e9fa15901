import { expect, it } from "vitest";
import { HttpError, TimeoutError } from "@/api/errors";
import { changeFailureTitle } from "./subscription-mutations";

it("hedges when the outcome is unknown, and reports that a rejected change wasn't made", () => {
  expect(changeFailureTitle(new TimeoutError(30_000, true), "“Sales”", "deleted")).toBe(
    "Couldn't confirm that “Sales” was deleted",
  );
  const refusal = new HttpError(403, { type: null, code: null, detail: null, attr: null }, null, true);
  expect(changeFailureTitle(refusal, "the change", "restored")).toBe("The change wasn't restored");
});
