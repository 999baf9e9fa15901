import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  appendRecipients,
  diffRecipients,
  editRecipients,
  isEmailAddress,
  isWebUrl,
  joinRecipients,
  normalizeAddress,
  parsePastedRecipients,
  recipientHint,
  splitRecipients,
} from "./recipients";
import { describeInvalidRecipient, validateRecipient, validateStoredRecipient } from "./validate-recipient";

const anyAddress = fc
  .tuple(
    fc.constantFrom("", " ", "\t"),
    fc.constantFrom("ana", "Bob", "CY", "dörte", "e"),
    fc.constantFrom("", " "),
  )
  .map(([before, name, after]) => `${before}${name}@x.co${after}`);
const lists = fc
  .array(fc.oneof(anyAddress, fc.constantFrom("", " ")), { maxLength: 6 })
  .map((parts) => parts.join(","));

describe("splitting and joining", () => {
  it.each([
    ["", []],
    [",, ,", []],
    // The server doesn't trim addresses.
    ["ana@x.co, Bob@X.co ,", ["ana@x.co", " Bob@X.co "]],
    ["#general", ["#general"]],
  ])("%j is %j", (text, parts) => {
    expect(splitRecipients(text)).toEqual(parts);
  });

  it("round-trips without changes", () => {
    fc.assert(
      fc.property(lists, (text) => {
        const parts = splitRecipients(text);
        expect(splitRecipients(joinRecipients(parts))).toEqual(parts);
      }),
    );
  });

  it("ignores case and surrounding whitespace", () => {
    expect(normalizeAddress("  Ana@X.Co\n")).toBe("ana@x.co");
  });

  it("recognizes both forms of an internationalized domain", () => {
    const ascii = "ana@xn--bcher-kva.de";
    for (const text of [" Ana@Bücher.DE", "ana@bu\u0308cher.de", "ANA@XN--BCHER-KVA.de"])
      expect(normalizeAddress(text)).toBe(ascii);
    expect(normalizeAddress("jörg@bücher.de")).toBe("jörg@xn--bcher-kva.de");
    expect(normalizeAddress("#bücher")).toBe("#bücher");
    expect(normalizeAddress("ana@ü.1")).toBe("ana@ü.1");
  });
});

it.each([
  ["ana@x.co,bob@x.co", " BOB@x.co,Ana@X.co ", [], []],
  ["ana@x.co, Bob@x.co", "ana@x.co", [], [" Bob@x.co"]],
  ["ana@x.co", "Zoe@x.co,zoe@x.co", ["Zoe@x.co"], ["ana@x.co"]],
  ["ana@bücher.de", "ana@xn--bcher-kva.de,ben@bücher.de", ["ben@bücher.de"], []],
])("diffRecipients from %j to %j", (before, after, added, removed) => {
  expect(diffRecipients(before, after)).toEqual({ added, removed });
});

describe("email addresses", () => {
  it.each([
    "O'Neil.b+c@sub.x.co",
    "ana@localhost",
    "ana@bücher.de",
    `${"a".repeat(64)}@x.co`,
    `ana@${"a".repeat(63)}.co`,
  ])("accepts %s", (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each([
    "",
    "ana@",
    "@x.co",
    "ana@x..co",
    "ana@-x.co",
    "ana@x.co\n",
    "Ana <ana@x.co>",
    `ana@${"a".repeat(64)}.co`,
    ".ana@x.co",
    "a..na@x.co",
    `${"a".repeat(65)}@x.co`,
  ])("rejects %j", (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});

describe("web addresses", () => {
  it.each(["https://x.co", "http://localhost:8080/hook?a=1#b", "HTTPS://X.co/ü"])("accepts %s", (text) => {
    expect(isWebUrl(text)).toBe(true);
  });

  it.each([
    "",
    "//x.co",
    "https:x.co",
    "https:///x.co",
    "javascript:alert(1)",
    " https://x.co",
    "https://x.co\n",
    "https://x co/",
    "https://x.co:99999/",
  ])("rejects %j", (text) => {
    expect(isWebUrl(text)).toBe(false);
  });
});

describe("extractRecipients", () => {
  it.each([
    ["", []],
    ["Ana Lee < ana@x.co >; Bob <bob@x.co>", ["ana@x.co", "bob@x.co"]],
    ['"Doe, John" <john@x.co>, "Roe; Jane"<jane@x.co>', ["john@x.co", "jane@x.co"]],
    ["Ana <ana@x.co> Bob <bob@x.co>", ["ana@x.co", "bob@x.co"]],
    ["#general", ["#general"]],
    ["ana@x.co, bob at x.co", ["ana@x.co", "bob", "at", "x.co"]],
    ["Ana <>", ["Ana"]],
    ["Ana <soon>", ["Ana", "soon"]],
    ["max@x.co\tJane Doe <jane@x.co>", ["max@x.co", "jane@x.co"]],
    ["ana@x.co bob@x.co Cy <cy@x.co>", ["ana@x.co", "bob@x.co", "cy@x.co"]],
    ["nobody; Cy <cy@x.co> words", ["nobody", "cy@x.co", "words"]],
    ["Doe, John <john@x.co>", ["john@x.co"]],
    ['"ana@x.co","bob@x.co"', ["ana@x.co", "bob@x.co"]],
    ["'ana@x.co'; ‘bob@x.co’ (cy@x.co)", ["ana@x.co", "bob@x.co", "cy@x.co"]],
    ["ana@x.co，bob@x.co；cy@x.co、dee@x.co", ["ana@x.co", "bob@x.co", "cy@x.co", "dee@x.co"]],
    ["mailto:ana@x.co?subject=Hi,%20you", ["ana@x.co", "%20you"]],
    ["<mailto:ana@x.co>", ["ana@x.co"]],
    ["[Ana Lee](mailto:ana@x.co), [bob@x.co](mailto:bob@x.co)", ["ana@x.co", "bob@x.co"]],
    ["\u200Bana@x.co\u202C,\uFEFFbob@x.co", ["ana@x.co", "bob@x.co"]],
    ["Write to ana@x.co.", ["Write", "to", "ana@x.co"]],
  ])("extracts from %j: %j", (text, addresses) => {
    expect(parsePastedRecipients(text)).toEqual(addresses);
  });

  it("finds addresses between any separators", () => {
    const clean = fc.uniqueArray(fc.constantFrom("ana@x.co", "bob@x.co", "cy@x.co", "dee@x.co"));
    const separator = fc.constantFrom(",", ";", " ", "\n", "\r\n", "\t", ", ", " ;\n");
    fc.assert(
      fc.property(clean, separator, (addresses, between) => {
        expect(parsePastedRecipients(addresses.join(between))).toEqual(addresses);
      }),
    );
  });

  it("never returns separators or whitespace", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const part of parsePastedRecipients(text)) {
          expect(part.trim()).toBe(part);
          expect(part).not.toMatch(/^$|[,;\n]/);
        }
      }),
    );
  });
});

it.each([
  ["email", " ana@x.co ", "ana@x.co"],
  ["slack", "C0B9A53J8RF|#reports", "#reports"],
  // A webhook's URL is a secret.
  ["webhook", "https://hooks.x.co/T024BE7LD/kZ81qP", "hooks.x.co/…81qP"],
  ["webhook", "https://hooks.x.co/?token=kZ81qP", "hooks.x.co/…81qP"],
  ["webhook", "mailto:ana", "mailto:ana"],
  ["slack", "https://hooks.slack.com/services/T1/B2/kZ81qP", "hooks.slack.com/…81qP"],
  ["email", "\u200B\u2060", "Invisible characters"],
  ["slack", " ", ""],
])("recipientHint of %s %j is %j", (channel, recipient, label) => {
  expect(recipientHint(channel, recipient)).toBe(label);
});

describe("a stored recipient that can't receive deliveries", () => {
  it.each([
    ["email", "a@x.co; b@x.co", /isn't a valid email address\. Replace it with a@x\.co and b@x\.co\.$/],
    ["email", "'a@x.co'", /Replace it with a@x\.co\.$/],
    ["email", "mailto:a@x.co", /Replace it with a@x\.co\.$/],
    ["email", "a@x.co\u200B", /^“a@x\.co” contains invisible characters\. Replace/],
    ["email", "Ana Ferreira", /isn't a valid email address\. Correct or remove it\.$/],
    ["slack", "https://hooks.slack.com/services/T1/B2/secret", /^“hooks\.slack\.com\/…cret” is a URL\./],
    ["slack", "https://x.slack.com/archives/C0B9A53J8RF/p17", /Replace it with C0B9A53J8RF\.$/],
    ["slack", "#growth, #sales", /^Channel names can't contain “,”\.$/],
    ["slack", "ana@x.co", /^Channel names can't contain “@”\.$/],
    ["slack", "my channel", /^Channel names can't contain spaces\.$/],
    ["teams", "teams.microsoft.com", /^“teams\.microsoft\.com” is the address of the Teams app\. Enter/],
    ["teams", "#growth", /isn't an https:\/\/ URL\.$/],
  ])("%s %j", (channel, text, description) => {
    expect(describeInvalidRecipient(channel, text)).toMatch(description);
  });

  it.each([
    ["email", " a@x.co"],
    ["email", "Ana Ferreira <a@x.co>"],
    ["email", '"Ana Ferreira" <a@bücher.example>'],
    ["slack", "#growth"],
    ["slack", "C0B9A53J8RF|#growth, and sales"],
    ["slack", "营销"],
    ["teams", "northwind.webhook.office.com"],
    ["teams", "prod-12.westeurope.logic.azure.com:443"],
    ["teams", "https://northwind.webhook.office.com/webhookb2/7d1f"],
    ["webhook", "hooks.example.com"],
    ["pigeon", "; ; ;"],
  ])("accepts %s %j", (channel, text) => {
    expect(validateStoredRecipient(channel, text)).toBeNull();
  });

  it("refuses what it marks also when it is entered", () => {
    expect(validateRecipient("slack", "https://x.slack.com/archives/C0B9A53J8RF")).toMatch(/is a URL/);
    expect(validateRecipient("teams", "https://teams.microsoft.com/l/channel/19")).toMatch(/Teams app/);
    expect(validateRecipient("teams", "northwind.webhook.office.com")).toMatch(/isn't an https/);
    expect(validateRecipient("email", "Ana <ana@x.co>")).toMatch(/isn't a valid email address/);
    expect(validateRecipient("email", " ana@x.co ")).toBeNull();
  });

  it("shortens a long text", () => {
    expect(describeInvalidRecipient("email", "a@x.co; ".repeat(100_000))?.length).toBeLessThan(250);
  });
});

it("removes and replaces addresses, and leaves all other text as it is", () => {
  const value = ", ana@x.co ,,Ben@x.co,\tcleo@x.co, ";
  expect(editRecipients(value, (part) => (part.trim() === "ana@x.co" ? null : part))).toBe(
    ",,Ben@x.co,\tcleo@x.co, ",
  );
  expect(editRecipients(value, (part) => (part.trim() === "ana@x.co" ? "dan@x.co" : part))).toBe(
    ",dan@x.co,,Ben@x.co,\tcleo@x.co, ",
  );
});

it("keeps every text that isn't an edited address", () => {
  const part = fc.constantFrom("a@x.co", " a@x.co", "b@x.co ", "", " ", "\t", "no address");
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      const value = parts.join(",");
      expect(editRecipients(value, (address) => address)).toBe(value);
      const removed = editRecipients(value, (address) => (address.trim() === "a@x.co" ? null : address));
      expect(removed).toBe(parts.filter((each) => each.trim() !== "a@x.co").join(","));
    }),
  );
});

it("appends addresses to the text of the list", () => {
  expect(appendRecipients("ana@x.co, ,", ["ben@x.co"])).toBe("ana@x.co, ,,ben@x.co");
  expect(appendRecipients(" ", ["ben@x.co", "cleo@x.co"])).toBe("ben@x.co,cleo@x.co");
  expect(splitRecipients(appendRecipients("ana@x.co", ["ben@x.co"]))).toEqual(["ana@x.co", "ben@x.co"]);
});
