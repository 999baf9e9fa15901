import { crc32 } from "./crc32";
import { type Bytes, bytesOf, concat } from "./export-table";

/** A file inside a zip container. */
export interface ZipPart {
  readonly path: string;
  readonly text: string;
}

// 1 January 1980, the first day the format knows: the bytes stay the same for the same content.
const DOS_DATE = 0x21;

function little(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Bytes {
  return Uint8Array.from(
    fields.flatMap(([size, value]) =>
      Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 0xff),
    ),
  );
}

/** What the local and the central header of a part have in common: stored, with sizes and checksum. */
function description(name: Bytes, data: Bytes): Bytes {
  return little(
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

/** A zip container whose parts are stored without compression. */
export function zipOf(parts: readonly ZipPart[]): Bytes {
  const locals: Bytes[] = [];
  const centrals: Bytes[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = bytesOf(part.path);
    const data = bytesOf(part.text);
    const shared = description(name, data);
    const local = concat([little([4, 0x04034b50]), shared, name, data]);
    locals.push(local);
    // No comment, first disk, plain attributes, then where the local header stands.
    const place = little([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    centrals.push(concat([little([4, 0x02014b50], [2, 20]), shared, place, name]));
    offset += local.length;
  }
  const directory = concat(centrals);
  const count = parts.length;
  const end = little(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, directory.length],
    [4, offset],
    [2, 0],
  );
  return concat([...locals, directory, end]);
}
