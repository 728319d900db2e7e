// Reads the ZIP of an export.

import { inflateRawSync } from 'node:zlib';

/** Names and contents of a ZIP, read from its end as every program does. */
export function unzip(bytes: Uint8Array): Map<string, Buffer> {
  const all = Buffer.from(bytes),
    end = all.lastIndexOf('PK\x05\x06'),
    files = new Map<string, Buffer>();
  for (let n = all.readUInt16LE(end + 10), at = all.readUInt32LE(end + 16); n > 0; n--) {
    const method = all.readUInt16LE(at + 10),
      size = all.readUInt32LE(at + 20),
      nameLength = all.readUInt16LE(at + 28),
      local = all.readUInt32LE(at + 42),
      name = all.subarray(at + 46, at + 46 + nameLength).toString();
    const from = local + 30 + all.readUInt16LE(local + 26) + all.readUInt16LE(local + 28),
      body = all.subarray(from, from + size);
    files.set(name, method === 0 ? body : inflateRawSync(body));
    at += 46 + nameLength + all.readUInt16LE(at + 30) + all.readUInt16LE(at + 32);
  }
  return files;
}
