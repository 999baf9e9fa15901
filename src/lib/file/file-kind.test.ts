import { expect, it } from "vitest";
import { detectFileKind, detectTextEncoding, type FileKind } from "./file-kind";

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const HEADS: readonly (readonly [FileKind, string])[] = [
  ["png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
  ["jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
  ["gif", "GIF89a\x10\0"],
  ["webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ["webm", "\x1a\x45\xdf\xa3\x9f"],
  ["mp4", "\0\0\0\x20ftypisom"],
  ["zip", "PK\x03\x04\x14\0"],
  ["gzip", "\x1f\x8b\x08\0"],
  ["pdf", "\n\n%PDF-1.7\n%\xe2\xe3"],
  ["html", "  \n<!-- a --><HTML lang=en>"],
  ["html", "<script>alert(1)</script>"],
  ["html", "<img src=x onerror=alert(1)>"],
  ["svg", '<svg xmlns="http://www.w3.org/2000/svg">'],
  ["svg", '<?xml version="1.0"?>\n<!-- drawn -->\n<svg onload="alert(1)">'],
  ["xml", '<?xml version="1.0"?><report/>'],
  ["text", "week,visitors\r\n1,2"],
  ["text", "<weekly> figures"],
  ["text", ""],
  ["binary", "\x01\x02\x03"],
];

it.each(HEADS)("%s: %j", (kind, head) => {
  expect(detectFileKind(bytesOf(head))).toBe(kind);
});

it("recognizes UTF-16 text by its byte order mark", () => {
  expect(detectFileKind(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x2c, 0))).toBe("text");
  expect(detectTextEncoding(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBe("utf-16le");
  expect(detectTextEncoding(Uint8Array.of(0xfe, 0xff, 0, 0x61))).toBe("utf-16be");
  expect(detectTextEncoding(bytesOf("plain"))).toBe("utf-8");
});
