/**
 * A QR code as one vector path: sharp at every size, and never an image that a browser could cache.
 */
import { create } from 'qrcode';
import { useMemo } from 'react';
import './qr.css';

/** Light modules around the code (ISO/IEC 18004). */
const QUIET = 4;

/** Side in modules, and the dark ones as an SVG path. */
function pathOf(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++)
      if (modules.get(y, x)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  }
  return { size: modules.size + 2 * QUIET, path };
}

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      className="k-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className="k-qr__ground" />
      <path d={path} className="k-qr__ink" />
    </svg>
  );
}
