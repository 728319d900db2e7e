// A QR code as one vector path: sharp on paper, and never an image that a browser could cache.

import { create } from 'qrcode';
import { useMemo } from 'react';

/** Quiet zone that readers need around the code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** Returns the dark modules as runs, one path for the whole code. */
export function qrPath(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (modules.get(y, x) !== 1) continue;
      const from = x;
      while (x + 1 < size && modules.get(y, x + 1) === 1) x++;
      path += `M${from + QUIET} ${y + QUIET}h${x - from + 1}v1H${from + QUIET}z`;
    }
  }
  return { size: size + 2 * QUIET, path };
}

export function QrPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      className="p-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className="p-qr-ground" />
      <path d={path} className="p-qr-ink" />
    </svg>
  );
}
