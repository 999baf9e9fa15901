import { drawBars, PALETTE, type Picture } from "./bar-picture";
import { type Bytes, concatBytes, type ExportTable, encodeUtf8, getChartPoints } from "./export-table";

// With 7 bits per pixel, every LZW code is a byte, as long as the code table is cleared before it
// has 256 entries. The file is larger than with packed codes, but the writer is tiny.
const CODE_SIZE = 7;
const CLEAR = 128;
const END = 129;
const PIXELS_PER_CLEAR = 120;
const MAX_BLOCK = 255;

function uint16(value: number): readonly number[] {
  return [value & 0xff, value >>> 8];
}

/** Splits bytes into blocks of at most `size` bytes. The result of `head` precedes each block. */
function splitIntoBlocks(bytes: Bytes, size: number, head: (block: Bytes) => readonly number[]): Bytes {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    const block = bytes.slice(start, start + size);
    pieces.push(Uint8Array.from(head(block)), block);
  }
  return concatBytes(pieces);
}

function createFrame({ width, height, pixels }: Picture): Bytes {
  const codes = concatBytes([splitIntoBlocks(pixels, PIXELS_PER_CLEAR, () => [CLEAR]), Uint8Array.of(END)]);
  return concatBytes([
    // Graphic control extension: shows each frame for 0.4 s.
    Uint8Array.of(0x21, 0xf9, 4, 0, ...uint16(40), 0, 0),
    Uint8Array.of(0x2c, 0, 0, 0, 0, ...uint16(width), ...uint16(height), 0, CODE_SIZE),
    splitIntoBlocks(codes, MAX_BLOCK, (block) => [block.length]),
    Uint8Array.of(0),
  ]);
}

export function createGif(table: ExportTable): Bytes {
  const [width, height] = [240, 120];
  const points = getChartPoints(table);
  const highest = Math.max(1, ...points.map(({ value }) => value));
  const frames = [0.3, 0.7, 1].map((share) =>
    createFrame(
      drawBars(
        width,
        height,
        points.map(({ label, value }) => ({ label, value: Math.min(value, highest * share) })),
      ),
    ),
  );
  return concatBytes([
    encodeUtf8("GIF89a"),
    // The flags 0xf6 declare a global table of 128 colors. The palette fills only its start.
    Uint8Array.of(...uint16(width), ...uint16(height), 0xf6, 0, 0),
    Uint8Array.from({ length: 3 * 128 }, (_, index) => PALETTE.flat()[index] ?? 0),
    Uint8Array.of(0x21, 0xff, 11),
    encodeUtf8("NETSCAPE2.0"),
    Uint8Array.of(3, 1, 0, 0, 0),
    ...frames,
    Uint8Array.of(0x3b),
  ]);
}
