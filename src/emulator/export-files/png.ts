import { drawBars, PALETTE, type Picture } from "./bar-picture";
import { crc32 } from "./crc32";
import { type Bytes, bytesOf, chartValues, concat, type ExportTable } from "./export-table";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function uint32(value: number): Bytes {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function chunk(type: string, data: Uint8Array): Bytes {
  const body = concat([bytesOf(type), data]);
  return concat([uint32(data.length), body, uint32(crc32(body))]);
}

async function zlib(bytes: Bytes): Promise<Bytes> {
  const stream = new CompressionStream("deflate");
  const writer = stream.writable.getWriter();
  const written = Promise.all([writer.write(bytes), writer.close()]);
  const packed = await new Response(stream.readable).arrayBuffer();
  await written;
  return new Uint8Array(packed);
}

/** Every row begins with the number of its filter: 0, none. */
function scanlines({ width, height, pixels }: Picture): Bytes {
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) {
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return lines;
}

/** A bar chart as PNG (8-bit palette, one IDAT chunk). */
export async function pngOf(table: ExportTable): Promise<Bytes> {
  const picture = drawBars(960, 480, chartValues(table));
  // Width, height, 8 bits, colour type 3 (palette), and the only methods there are.
  const header = concat([uint32(picture.width), uint32(picture.height), Uint8Array.of(8, 3, 0, 0, 0)]);
  return concat([
    Uint8Array.from(SIGNATURE),
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(PALETTE.flat())),
    chunk("IDAT", await zlib(scanlines(picture))),
    chunk("IEND", new Uint8Array()),
  ]);
}
