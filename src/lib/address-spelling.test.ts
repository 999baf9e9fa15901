import { expect, it } from "vitest";
import { addressKey } from "./address-spelling";

it.each([
  "leaver@x.co",
  " Leaver@X.co",
  "LEAVER@X.CO\n",
  "\u00A0leaver@x.co\t",
  "leaver@x.co\u200B",
  "\uFEFFleaver @x.co",
  "\u202Aleaver@x.co\u202C",
  "leaver@x.co\u200E",
  "Lea Ver <leaver@x.co>\u200B",
  "mailto:leaver@x.co",
  "Lea Ver <Leaver@x.co>",
  '"Lea" <mailto:leaver@x.co> ',
])("knows %j as leaver@x.co", (spelling) => {
  expect(addressKey(spelling)).toBe("leaver@x.co");
});

it.each(["a.leaver@x.co", "leaver@x.com", "leaver+news@x.co", "leaver@x.co <other@x.co>", "", " ", "<>"])(
  "tells %j from leaver@x.co",
  (text) => {
    expect(addressKey(text)).not.toBe("leaver@x.co");
  },
);

it("reads one written in parts like one written in a piece", () => {
  expect(addressKey("jose\u0301@x.co")).toBe(addressKey("jos\u00E9@x.co"));
});
