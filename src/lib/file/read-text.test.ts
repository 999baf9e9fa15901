import { expect, it } from "vitest";
import { MAX_TEXT_BYTES, readTextFile } from "./read-text";

async function readMessage(...parts: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<string> {
  const reading = await readTextFile(new Blob([...parts]));
  return reading.ok ? `text: ${reading.text}` : reading.message;
}

const bytes = (...all: readonly number[]) => Uint8Array.from(all);

it("reads UTF-8 in any chunks and UTF-16 with a byte order mark, and explains other bytes", async () => {
  expect(await readMessage('{"a": "ü 😀"}')).toBe('text: {"a": "ü 😀"}');
  expect(await readMessage("\uFEFF[]")).toBe("text: []");
  const text = `${"a".repeat(999_999)}ü${"b".repeat(1_000_000)}`;
  expect(await readMessage(text)).toBe(`text: ${text}`);
  expect(await readMessage(bytes(0xff, 0xfe, 0x5b, 0, 0x5d, 0))).toBe("text: []");
  expect(await readMessage(bytes(0xfe, 0xff, 0, 0x5b, 0, 0x5d))).toBe("text: []");
  expect(await readMessage(bytes(0x5b, 0, 0x5d, 0))).toContain("isn't UTF-8 text");
  expect(await readMessage(bytes(0x50, 0x4b, 3, 4, 9))).toContain("Excel");
  expect(await readMessage(bytes(0x1f, 0x8b, 8))).toContain("gzip");
  expect(await readMessage(bytes(0x22, 0xfc, 0x22))).toContain("invalid UTF-8");
  expect(await readMessage("")).toBe("The file is empty.");
});

it("rejects large files before reading them", async () => {
  const file = new Blob(["x"]);
  Object.defineProperty(file, "size", { value: MAX_TEXT_BYTES + 1 });
  expect(await readTextFile(file)).toEqual({
    ok: false,
    message: "The file is too large (33 MB). Split it into files of at most 32 MB.",
  });
});

it("can be aborted", async () => {
  const stop = new AbortController();
  stop.abort(new Error("stopped"));
  await expect(readTextFile(new Blob(["[]"]), stop.signal)).rejects.toThrow("stopped");
});
