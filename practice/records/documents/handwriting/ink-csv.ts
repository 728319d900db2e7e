// The pen movement as a table, with the channels X, Y, T and F of ISO/IEC 19794-7. The binary form
// of that standard is not written: how it encodes signed values is not publicly described.

import type { Ink } from '../../../../shared/papers/signature.ts';

const HEAD = ['stroke', 'point', 'pointer', 'X_px', 'Y_px', 'T_ms', 'F_0_255'];
const rounded = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Returns the movement as CSV (RFC 4180): one row per point, numbers with a point. */
export const inkCsv = ({ strokes }: Ink): string =>
  [
    HEAD.join(','),
    ...strokes.flatMap(({ pointerType, points }, stroke) =>
      points.map(({ x, y, t, p }, point) =>
        [
          stroke + 1,
          point + 1,
          pointerType,
          rounded(x),
          rounded(y),
          Math.round(t),
          Math.round(p * 255),
        ].join(','),
      ),
    ),
    '',
  ].join('\r\n');
