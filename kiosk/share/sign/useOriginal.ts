/**
 * The original PDF of a document that is signed: fetched on demand, shown only if it is the file.
 */
import { useState } from 'react';
import { sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { Original } from '../../documents/OriginalPdf.tsx';
import type { SignContent } from './signState.ts';

/** Returns the original, `undefined` until it is asked for, and what asks for it. */
export function useOriginal(
  { id, presentedPdfSha256 }: SignContent,
  onDownload: (itemId: string) => Promise<Uint8Array>,
): readonly [Original | undefined, () => void] {
  const [original, setOriginal] = useState<Original | undefined>();
  const open = (): void => {
    if (original?.state === 'ready') return;
    setOriginal({ state: 'loading' });
    onDownload(id).then(
      async (bytes) => {
        const sha256 = await sha256Hex(bytes);
        // Only the signed file itself may be shown as the original.
        setOriginal(
          sha256 === presentedPdfSha256 ? { state: 'ready', bytes, sha256 } : { state: 'failed' },
        );
      },
      () => setOriginal({ state: 'failed' }),
    );
  };
  return [original, open];
}
