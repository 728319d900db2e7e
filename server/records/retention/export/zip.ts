// Writes files into one ZIP (APPNOTE 6.3.10, method deflate, names in UTF-8); small enough that no
// field needs its 64-bit form.

import { crc32, deflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

export interface ZipFile {
  /** Path with slashes, unique. */
  name: string;
  bytes: Uint8Array;
  /** ms */
  at: number;
}

const packed = promisify(deflateRaw);
/** Compressing compressed data only costs time. */
const isPacked = (name: string): boolean => /\.(?:pdf|webp|jpe?g|png)$/i.test(name);

/** Date and time in MS-DOS format: local, from 1980, in steps of two seconds. */
function dosTime(at: number): [time: number, day: number] {
  const d = new Date(at);
  return [
    (d.getUTCHours() << 11) | (d.getUTCMinutes() << 5) | (d.getUTCSeconds() >> 1),
    ((Math.max(d.getUTCFullYear(), 1980) - 1980) << 9) |
      ((d.getUTCMonth() + 1) << 5) |
      d.getUTCDate(),
  ];
}

/** Builds a zip file. @throws RangeError beyond 4 GiB or 65,535 files, or for a duplicate name */
export async function zipOf(files: readonly ZipFile[]): Promise<Uint8Array> {
  if (new Set(files.map((one) => one.name)).size !== files.length || files.length > 0xffff)
    throw new RangeError('names of a ZIP stand once, at most 65,535');
  const parts: Uint8Array[] = [],
    heads: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes, at } of files) {
    const named = Buffer.from(name, 'utf8'),
      body = isPacked(name) ? bytes : new Uint8Array(await packed(bytes)),
      method = isPacked(name) ? 0 : 8,
      [time, day] = dosTime(at);
    // 20: version needed to extract; 0x800: the name is UTF-8.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(time, 6);
    common.writeUInt16LE(day, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(named.length, 22);
    common.writeUInt16LE(0, 24);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, named]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    heads.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, named]));
    parts.push(local, body);
    offset += local.length + body.length;
  }
  const size = heads.reduce((n, one) => n + one.length, 0),
    end = Buffer.alloc(22);
  if (offset + size > 0xffffffff) throw new RangeError('too large for a ZIP');
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...heads, end]));
}
