import { expect, it } from "vitest";
import { leaverOf, matchingPeople, readOffboardAddress, searchOfCase } from "./offboarding-search-params";

const UUID = "0190aaaa-0000-4000-8000-000000000001";
const LEA = { uuid: UUID, name: "Lea Ver", email: "Lea@x.co", isMember: false };
const LEO = { uuid: "0190aaaa-0000-4000-8000-000000000002", name: "Leo", email: "leo@x.co", isMember: true };

it("reads and writes who is meant", () => {
  expect(readOffboardAddress(new URLSearchParams("?who=%20lea@x.co"))).toEqual({
    who: "lea@x.co",
    caseId: null,
    isResuming: false,
  });
  expect(readOffboardAddress(new URLSearchParams("?who=&case="))).toMatchObject({ who: null, caseId: null });
  const search = searchOfCase("c 1", { isResuming: true });
  expect(readOffboardAddress(new URLSearchParams(search))).toEqual({
    who: null,
    caseId: "c 1",
    isResuming: true,
  });
});

it("knows a person by UUID or by the address in any spelling, and a stranger by the address alone", () => {
  const known = { uuid: UUID, email: "Lea@x.co", name: "Lea Ver" };
  expect(leaverOf(UUID.toUpperCase(), [LEO, LEA])).toEqual(known);
  expect(leaverOf(" LEA@x.co ", [LEO, LEA])).toEqual(known);
  expect(leaverOf("zoe@x.co", [LEA])).toEqual({ uuid: null, email: "zoe@x.co", name: "" });
  expect(leaverOf("jürgen@firma.example", [])).toMatchObject({ email: "jürgen@firma.example" });
  expect(leaverOf("lea@x.co,bo@x.co", [])).toBeNull();
  expect(leaverOf(UUID, [])).toEqual({ uuid: UUID, email: "", name: "" });
  expect(leaverOf("lea", [LEA])).toBeNull();
  expect(leaverOf("", [{ ...LEA, email: "" }])).toBeNull();
});

it("finds people by words of name and address, members first", () => {
  expect(matchingPeople("le x.co", [LEA, LEO])).toEqual([LEO, LEA]);
  expect(matchingPeople("ver lea@", [LEA, LEO])).toEqual([LEA]);
  expect(matchingPeople("nobody", [LEA, LEO])).toEqual([]);
});
