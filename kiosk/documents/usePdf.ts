/** The original as drawable pages; the drawer itself is fetched only now. */
import { useEffect, useState } from 'react';
import type { Pdf } from './pdf.ts';

/** `undefined` while it opens, `null` when this file or this device cannot be read. */
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
