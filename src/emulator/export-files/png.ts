import { drawBars, PALETTE, type Picture } from "./bar-picture";
import { crc32 } from "./crc32";
import { type Bytes, concatBytes, type ExportTable, encodeUtf8, getChartPoints } from "./export-table";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function uint32(value: number): Bytes {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function createChunk(type: string, data: Uint8Array): Bytes {
  const body = concatBytes([encodeUtf8(type), data]);
  return concatBytes([uint32(data.length), body, uint32(crc32(body))]);
}

async function deflate(bytes: Bytes): Promise<Bytes> {
  const stream = new CompressionStream("deflate");
  const writer = stream.writable.getWriter();
  const written = Promise.all([writer.write(bytes), writer.close()]);
  const packed = await new Response(stream.readable).arrayBuffer();
  await written;
  return new Uint8Array(packed);
}

/** Prefixes every row with filter type 0 (none). */
function createScanlines({ width, height, pixels }: Picture): Bytes {
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return lines;
}

/** Creates a bar chart as a PNG (8-bit palette, one IDAT chunk). */
export async function createPng(table: ExportTable): Promise<Bytes> {
  const picture = drawBars(1200, 600, getChartPoints(table));
  // Width, height, 8 bits, color type 3 (palette), and the default methods.
  const header = concatBytes([uint32(picture.width), uint32(picture.height), Uint8Array.of(8, 3, 0, 0, 0)]);
  return concatBytes([
    Uint8Array.from(SIGNATURE),
    createChunk("IHDR", header),
    createChunk("PLTE", Uint8Array.from(PALETTE.flat())),
    createChunk("IDAT", await deflate(createScanlines(picture))),
    createChunk("IEND", new Uint8Array()),
  ]);
}
