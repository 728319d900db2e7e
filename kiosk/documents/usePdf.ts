/** The original as renderable pages; the renderer is lazy-loaded. */
import { useEffect, useState } from 'react';
import type { Pdf } from './pdf.ts';

/** Opens a PDF: `undefined` while it opens, `null` when the file cannot be read on this device. */
export function usePdf(bytes: Uint8Array | undefined): Pdf | null | undefined {
  const [pdf, setPdf] = useState<Pdf | null>();
  useEffect(() => {
    if (!bytes) return undefined;
    let isOver = false;
    let opened: Pdf | undefined;
    import('./pdf.ts')
      .then((module) => module.openPdf(bytes))
      .then(
        (file) => {
          opened = file;
          if (isOver) file.close();
          else setPdf(file);
        },
        () => !isOver && setPdf(null),
      );
    return () => {
      isOver = true;
      opened?.close();
      setPdf(undefined);
    };
  }, [bytes]);
  return pdf;
}
