import { expect, it } from "vitest";
import {
  findMatchingPeople,
  offboardingUrl,
  parseOffboardingSearchParams,
  resolveDepartingMember,
} from "./offboarding-search-params";

const UUID = "0190aaaa-0000-4000-8000-000000000001";
const LEA = { uuid: UUID, name: "Lea Ver", email: "Lea@x.co", isMember: false };
const LEO = { uuid: "0190aaaa-0000-4000-8000-000000000002", name: "Leo", email: "leo@x.co", isMember: true };

it("parses and formats the query string", () => {
  expect(parseOffboardingSearchParams(new URLSearchParams("?person=%20lea@x.co"))).toEqual({
    person: "lea@x.co",
    offboardingId: null,
    isResuming: false,
  });
  expect(parseOffboardingSearchParams(new URLSearchParams("?person=&offboarding="))).toMatchObject({
    person: null,
    offboardingId: null,
  });
  const { pathname, searchParams } = new URL(offboardingUrl("2", "c 1", { isResuming: true }), "http://x");
  expect(pathname).toBe("/p/2/members/offboard");
  expect(parseOffboardingSearchParams(searchParams)).toEqual({
    person: null,
    offboardingId: "c 1",
    isResuming: true,
  });
});

it("reads links from former versions", () => {
  expect(parseOffboardingSearchParams(new URLSearchParams("?who=lea@x.co"))).toMatchObject({
    person: "lea@x.co",
  });
  expect(parseOffboardingSearchParams(new URLSearchParams("?case=c1&resume"))).toMatchObject({
    offboardingId: "c1",
    isResuming: true,
  });
});

it("resolves known people by UUID or email, and strangers by email", () => {
  const knownPerson = { uuid: UUID, email: "Lea@x.co", name: "Lea Ver" };
  expect(resolveDepartingMember(UUID.toUpperCase(), [LEO, LEA])).toEqual(knownPerson);
  expect(resolveDepartingMember(" LEA@x.co ", [LEO, LEA])).toEqual(knownPerson);
  expect(resolveDepartingMember("zoe@x.co", [LEA])).toEqual({ uuid: null, email: "zoe@x.co", name: "" });
  expect(resolveDepartingMember("jürgen@firma.example", [])).toMatchObject({ email: "jürgen@firma.example" });
  expect(resolveDepartingMember("lea@x.co,bo@x.co", [])).toBeNull();
  expect(resolveDepartingMember(UUID, [])).toEqual({ uuid: UUID, email: "", name: "" });
  expect(resolveDepartingMember("lea", [LEA])).toBeNull();
  expect(resolveDepartingMember("", [{ ...LEA, email: "" }])).toBeNull();
});

it("finds people by words of name and email, members first", () => {
  expect(findMatchingPeople("le x.co", [LEA, LEO])).toEqual([LEO, LEA]);
  expect(findMatchingPeople("ver lea@", [LEA, LEO])).toEqual([LEA]);
  expect(findMatchingPeople("nobody", [LEA, LEO])).toEqual([]);
});
