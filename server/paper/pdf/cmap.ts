// Reads the characters of a font file (cmap of OpenType 1.9, formats 4 and 12).

/** Reads the code points that a font has a glyph for; empty when it has no supported table. */
export function codePointsIn(font: Buffer): Set<number> {
  const points = new Set<number>();
  for (let at = 12, n = 0; n < font.readUInt16BE(4); n++, at += 16) {
    if (font.toString('latin1', at, at + 4) !== 'cmap') continue;
    const table = font.readUInt32BE(at + 8);
    for (let i = 0; i < font.readUInt16BE(table + 2); i++)
      readSubtable(font, table + font.readUInt32BE(table + 4 + i * 8 + 4), points);
  }
  return points;
}
function readSubtable(font: Buffer, at: number, points: Set<number>): void {
  const format = font.readUInt16BE(at);
  if (format === 12) {
    for (let n = 0, group = at + 16; n < font.readUInt32BE(at + 12); n++, group += 12)
      for (let point = font.readUInt32BE(group); point <= font.readUInt32BE(group + 4); point++)
        points.add(point);
  } else if (format === 4) {
    const count = font.readUInt16BE(at + 6) / 2,
      ends = at + 14,
      starts = ends + count * 2 + 2,
      deltas = starts + count * 2,
      offsets = deltas + count * 2;
    for (let n = 0; n < count; n++) {
      const end = font.readUInt16BE(ends + n * 2),
        start = font.readUInt16BE(starts + n * 2),
        delta = font.readUInt16BE(deltas + n * 2),
        place = offsets + n * 2,
        offset = font.readUInt16BE(place);
      for (let point = start; point <= end && point < 0xffff; point++) {
        const raw = offset === 0 ? point : font.readUInt16BE(place + offset + (point - start) * 2);
        if (offset === 0 ? ((raw + delta) & 0xffff) !== 0 : raw !== 0) points.add(point);
      }
    }
  }
}
