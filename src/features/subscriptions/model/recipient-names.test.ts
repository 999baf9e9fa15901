import { expect, it } from "vitest";
import { createRecipientNames } from "./recipient-names";

it.each([
  ["email", "Ana@Harbourline.example", "Ana Ferreira"],
  ["email", "reports@harbourline.example", "reports"],
  ["email", "audit@northgate.example", "audit@northgate.example"],
  ["slack", "C0HARB6101|#checkout", "#checkout"],
  ["webhook", "https://hooks.harbourline.example/quality", "hooks"],
  ["webhook", "https://hooks.northgate.example/quality", "hooks.northgate.example"],
  ["webhook", "https://harbourline.example/quality", "harbourline.example"],
  ["teams", "https://harbourline.webhook.office.com/webhookb2/7d1f", "harbourline"],
])("names the %s recipient %s as %s", (channel, recipient, name) => {
  const creators = JSON.stringify([["ana@harbourline.example", "Ana Ferreira"]]);
  expect(createRecipientNames(creators, [])(channel, recipient)).toBe(name);
  expect(createRecipientNames(creators, ["harbourline.example"])(channel, recipient)).toBe(name);
});
