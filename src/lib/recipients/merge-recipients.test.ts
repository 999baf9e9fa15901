import fc from "fast-check";
import { expect, it } from "vitest";
import { mergeRecipients, normalizeAddress, splitRecipients } from "./recipients";

const people = (value: string): string[] => [...new Set(splitRecipients(value).map(normalizeAddress))].sort();

it.each([
  ["a removal and an addition", "ana,ben", "ana,ben,cleo", "ana", "ana,cleo"],
  ["the same addition, spelled differently", "ana", "ana,Ben", "ana, ben", "ana,Ben"],
  ["an addition with two spellings of a domain", "", "a@bücher.de", "a@xn--bcher-kva.de", "a@bücher.de"],
  ["a removal with two spellings of a domain", "a@xn--bcher-kva.de,ben", "a@bücher.de,ben", "ben", "ben"],
  ["theirs byte for byte", "ana", " ana , ben", "ana", " ana , ben"],
  ["a change of spelling alone", "ana", "ana,ben", "Ana", "ana,ben"],
  ["nobody left", "ana,ben", "ana", "ben", ""],
])("keeps %s", (_name, base, theirs, mine, merged) => {
  expect(mergeRecipients(base, theirs, mine)).toBe(merged);
});

const NAMES = ["ana", "ben", "cleo", "dan", "eve"];
const anyone = fc.subarray(NAMES);
const target = anyone.map((names) => names.join(","));

it("is associative: changes of one original lead to the same people in every order", () => {
  fc.assert(
    fc.property(target, fc.array(target, { minLength: 2, maxLength: 4 }), fc.nat(), (base, edits, seed) => {
      const mergeAll = (order: readonly string[]) =>
        order.reduce((current, mine) => mergeRecipients(base, current, mine), base);
      const turned = seed % edits.length;
      const inOrder = people(mergeAll(edits));
      expect(people(mergeAll([...edits.slice(turned), ...edits.slice(0, turned)]))).toEqual(inOrder);
      expect(people(mergeAll(edits.toReversed()))).toEqual(inOrder);
      // Merges the first two edits, then applies the result as one edit.
      const [first = base, second = base, ...rest] = edits;
      expect(people(mergeAll([mergeRecipients(base, first, second), ...rest]))).toEqual(inOrder);
    }),
  );
});

const step = fc.record({
  editor: fc.constantFrom(0, 1),
  action: fc.constantFrom("open", "add", "remove", "save"),
  name: fc.constantFrom(...NAMES),
});

it("loses nobody who was not removed, and brings nobody back, in any interleaving of two editors", () => {
  fc.assert(
    fc.property(anyone, fc.array(step, { maxLength: 40 }), (initial, steps) => {
      let server = initial.join(",");
      const expected = new Set(initial);
      const editors = [0, 1].map(() => ({ base: server, mine: new Set(initial) }));
      for (const { editor: index, action, name } of steps) {
        const editor = editors[index];
        if (editor === undefined) continue;
        if (action === "open") {
          editor.base = server;
          editor.mine = new Set(splitRecipients(server));
        } else if (action === "add") editor.mine.add(name);
        else if (action === "remove") editor.mine.delete(name);
        else {
          const before = new Set(splitRecipients(editor.base));
          for (const each of NAMES) {
            if (editor.mine.has(each) && !before.has(each)) expected.add(each);
            if (!editor.mine.has(each) && before.has(each)) expected.delete(each);
          }
          server = mergeRecipients(editor.base, server, [...editor.mine].join(","));
          editor.base = server;
          editor.mine = new Set(splitRecipients(server));
        }
        expect(people(server)).toEqual([...expected].sort());
      }
    }),
  );
});
