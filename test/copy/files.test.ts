import { expect, it } from "vitest";
import {
  invalidEscapeMessage,
  invalidNumberMessage,
  missingColonMessage,
  missingKeyMessage,
  missingSeparatorMessage,
  missingValueMessage,
  strayCharacterMessage,
  tooDeepMessage,
  trailingCommaMessage,
  trailingTextMessage,
  unterminatedStringMessage,
} from "@/lib/file/json-messages";
import { readTextFile } from "@/lib/file/read-text";
import { renderCopy } from "./render-copy";

async function readBytes(...bytes: readonly number[]): Promise<string> {
  const result = await readTextFile(new Blob([new Uint8Array(bytes)]));
  return result.ok ? result.text : result.message;
}

it("reads the messages about files", async () => {
  const text = renderCopy({
    unterminatedStringMessage: ["", "\n", "\t", "\u0001"].map((end) => unterminatedStringMessage(end, 0)),
    invalidNumberMessage: [invalidNumberMessage("007", 0)],
    missingValueMessage: [
      missingValueMessage("None", 0, "None"),
      missingValueMessage("yes", 0, "yes"),
      missingValueMessage("+1", 0, ""),
      missingValueMessage(",", 0, ""),
    ],
    strayCharacterMessage: ["", "'", "`", "“", "# note", "// note", "\u00a0", "{"].map((found) =>
      strayCharacterMessage(found, 0),
    ),
    missingKeyMessage: [missingKeyMessage("name: 1", 0), missingKeyMessage("{", 0)],
    missingColonMessage: [missingColonMessage("name")],
    missingSeparatorMessage: ["", "]", '"', ":"].map((found) => missingSeparatorMessage(found, 0, "}")),
    trailingCommaMessage: [trailingCommaMessage("}")],
    trailingTextMessage: [trailingTextMessage("{", 0)],
    invalidEscapeMessage: [invalidEscapeMessage("u"), invalidEscapeMessage("q")],
    tooDeepMessage: [tooDeepMessage()],
    readTextFile: [
      await readBytes(0x50, 0x4b, 3, 4),
      await readBytes(0x1f, 0x8b),
      await readBytes(0x25, 0x50, 0x44, 0x46),
      await readBytes(0x89, 0x50, 0x4e, 0x47),
      await readBytes(0x5b, 0, 0x5d, 0),
      await readBytes(0x22, 0xfc, 0x22),
    ],
  });
  await expect(text).toMatchFileSnapshot("./files.txt");
});
