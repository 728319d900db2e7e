// Wraps fax-coded pages of scanners (CCITT groups 3 and 4) in a TIFF so that the picture library
// opens them.

export interface Fax {
  width: number;
  height: number;
  /** PDF convention: negative is group 4, 0 and more group 3. */
  k: number;
  isBlackOne: boolean;
}

const SHORT = 3,
  LONG = 4;
/** Wraps a fax picture as TIFF: one strip after a small header (TIFF 6.0, sections 2 and 10). */
export function faxAsTiff(bytes: Uint8Array, { width, height, k, isBlackOne }: Fax): Uint8Array {
  const entries: [tag: number, type: number, value: number][] = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 1],
    [259, SHORT, k < 0 ? 4 : 3],
    // 0: white is zero, the fax convention; PDF inverts by default, and so does the picture.
    [262, SHORT, isBlackOne ? 1 : 0],
    [273, LONG, 0],
    [277, SHORT, 1],
    [278, LONG, height],
    [279, LONG, bytes.length],
    ...(k > 0 ? [[292, LONG, 1] as [number, number, number]] : []),
  ];
  const head = 8,
    start = head + 2 + entries.length * 12 + 4,
    out = Buffer.alloc(start + bytes.length);
  out.write('II', 0, 'latin1');
  out.writeUInt16LE(42, 2);
  out.writeUInt32LE(head, 4);
  out.writeUInt16LE(entries.length, head);
  for (const [at, [tag, type, value]] of entries.entries()) {
    const to = head + 2 + at * 12;
    out.writeUInt16LE(tag, to);
    out.writeUInt16LE(type, to + 2);
    out.writeUInt32LE(1, to + 4);
    if (type === SHORT) out.writeUInt16LE(value, to + 8);
    else out.writeUInt32LE(tag === 273 ? start : value, to + 8);
  }
  out.set(bytes, start);
  return out;
}
