import { crc32 } from "./crc32";
import { type Bytes, concatBytes, encodeUtf8 } from "./export-table";

export interface ZipPart {
  readonly path: string;
  readonly text: string;
}

// January 1, 1980, the first date of the format. A fixed date makes files with equal content identical.
const DOS_DATE = 0x21;

function littleEndian(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Bytes {
  return Uint8Array.from(
    fields.flatMap(([size, value]) =>
      Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 0xff),
    ),
  );
}

/** Creates the fields that the local and the central header of a part share. */
function createSharedHeader(name: Bytes, data: Bytes): Bytes {
  return littleEndian(
    [2, 20],
    [2, 0x0800],
    [2, 0],
    [2, 0],
    [2, DOS_DATE],
    [4, crc32(data)],
    [4, data.length],
    [4, data.length],
    [2, name.length],
    [2, 0],
  );
}

/** Creates a zip whose parts aren't compressed. */
export function createZip(parts: readonly ZipPart[]): Bytes {
  const locals: Bytes[] = [];
  const directoryEntries: Bytes[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = encodeUtf8(part.path);
    const data = encodeUtf8(part.text);
    const shared = createSharedHeader(name, data);
    const local = concatBytes([littleEndian([4, 0x04034b50]), shared, name, data]);
    locals.push(local);
    // Fields: no comment, first disk, default attributes, offset of the local header.
    const location = littleEndian([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directoryEntries.push(concatBytes([littleEndian([4, 0x02014b50], [2, 20]), shared, location, name]));
    offset += local.length;
  }
  const directory = concatBytes(directoryEntries);
  const count = parts.length;
  const end = littleEndian(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, directory.length],
    [4, offset],
    [2, 0],
  );
  return concatBytes([...locals, directory, end]);
}
