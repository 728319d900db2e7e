/**
 * Pages as from a scanner or phone: a sheet with its code and some writing, at any resolution and
 * rotation.
 */
import QRCode from 'qrcode';
import sharp from 'sharp';

export interface SheetLook {
  code?: string;
  /**
   * A quarter of a page, for tests that do not depend on its size: its code is as large, and a
   * fourth of the area is searched.
   */ isA6?: boolean;
  dpi?: number;
  /** Degrees clockwise, as placed on the scanner glass. */
  turn?: number;
  words?: string;
  format?: 'jpeg' | 'png' | 'webp' | 'tiff';
  isShaded?: boolean;
}
/** Draws a sheet with a code of 21 mm in the upper right corner, where ours are printed. */
export async function sheet({
  code,
  isA6 = false,
  dpi = 150,
  turn = 0,
  words = 'Unterschrift',
  format = 'jpeg',
  isShaded = false,
}: SheetLook = {}): Promise<Buffer> {
  const mm = dpi / 25.4,
    [across, down] = isA6 ? [105, 148] : [210, 297],
    [width, height] = [Math.round(across * mm), Math.round(down * mm)],
    size = Math.round(21 * mm);
  const ink = Buffer.from(
    `<svg width="${width}" height="${height}"><text x="${24 * mm}" y="${60 * mm}" font-size="${6 * mm}">${words}</text><path d="M${(across / 7) * mm} ${(down - 97) * mm} q ${20 * mm} ${-30 * mm} ${40 * mm} 0 t ${40 * mm} 0" stroke="#123" stroke-width="${mm}" fill="none"/></svg>`,
  );
  const shadow = Buffer.from(
    `<svg width="${width}" height="${height}"><defs><linearGradient id="g"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.55"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/></svg>`,
  );
  const parts = [
    { input: ink, left: 0, top: 0 },
    ...(code === undefined
      ? []
      : [
          {
            input: await sharp(
              Buffer.from(
                await QRCode.toString(code, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }),
              ),
            )
              .resize(size, size)
              .png()
              .toBuffer(),
            left: Math.round((across - 43) * mm),
            top: Math.round(9 * mm),
          },
        ]),
    ...(isShaded ? [{ input: shadow, left: 0, top: 0 }] : []),
  ];
  const flat = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(parts)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(flat.data, { raw: { width, height, channels: flat.info.channels } })
    .rotate(turn, { background: '#666666' })
    .toFormat(format, format === 'jpeg' ? { quality: 75 } : {})
    .toBuffer();
}

export interface PdfImage {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** Entries of the picture's dictionary other than its size. */
  dict: string;
  page?: string;
}
/** Builds a PDF of a scanner: one picture on each page, in its given encoding. */
export function scannedPdf(images: readonly PdfImage[], extra = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')],
    offsets: number[] = [];
  const at = (): number => parts.reduce((sum, one) => sum + one.length, 0);
  const object = (n: number, ...body: (string | Uint8Array)[]): void => {
    offsets[n] = at();
    parts.push(
      Buffer.concat([
        Buffer.from(`${n} 0 obj\n`),
        ...body.map((one) => Buffer.from(one as string)),
        Buffer.from('\nendobj\n'),
      ]),
    );
  };
  const kids = images.map((_, i) => `${3 + 3 * i} 0 R`).join(' ');
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  object(2, `<< /Type /Pages /Kids [${kids}] /Count ${images.length} >>`);
  for (const [i, { bytes, width, height, dict, page = '' }] of images.entries()) {
    const n = 3 + 3 * i;
    object(
      n,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page} /Contents ${n + 1} 0 R /Resources << /XObject << /Im0 ${n + 2} 0 R ${extra} >> >> >>`,
    );
    object(n + 1, '<< /Length 30 >>\nstream\nq 595 0 0 842 0 0 cm /Im0 Do Q\nendstream');
    object(
      n + 2,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${dict} /Length ${bytes.length} >>\nstream\n`,
      bytes,
      '\nendstream',
    );
  }
  const xref = at(),
    count = offsets.length;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${offsets
        .slice(1)
        .map((one) => `${String(one).padStart(10, '0')} 00000 n \n`)
        .join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
