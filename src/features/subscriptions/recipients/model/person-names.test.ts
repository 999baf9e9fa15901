import { expect, it } from "vitest";
import { createPersonNames } from "./recipient-index";

it.each([
  ["email", " Ana@Harbourline.example", "Ana Ferreira"],
  ["email", "bo@harbourline.example", null],
  ["email", "team@harbourline.example", null],
  ["slack", "ana@harbourline.example", null],
])("names the %s recipient %s as %j", (channel, address, name) => {
  const creators = JSON.stringify([
    ["ana@harbourline.example", "Ana Ferreira"],
    ["bo@harbourline.example", "Bo@harbourline.example"],
  ]);
  expect(createPersonNames(creators)(channel, address)).toBe(name);
});
