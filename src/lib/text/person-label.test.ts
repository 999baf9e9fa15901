import { expect, it } from "vitest";
import { personLabel } from "./person-label";

it("uses the name, then the email, then null", () => {
  expect(personLabel({ first_name: "Ana", last_name: "Lima", email: "ana@example.com" })).toBe("Ana Lima");
  expect(personLabel({ first_name: null, last_name: " ", email: "ana@example.com" })).toBe("ana@example.com");
  expect(personLabel({ first_name: "Ana" })).toBe("Ana");
  expect(personLabel({})).toBeNull();
  expect(personLabel(null)).toBeNull();
});
