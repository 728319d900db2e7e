// Fetches the original PDF of a document.

import { useEffect, useState } from 'react';
import type { Call } from '../../../shared/base/client.ts';
import type { Original } from '../../documents/OriginalPdf.tsx';
import { fetchBlob } from '../../sync/blob.ts';

/** Returns the original PDF, and the function that fetches it when it is opened. */
export function useOriginal(
  call: Call,
  sha256: string,
  taskId: string,
): [original: Original | undefined, open: () => void] {
  const [original, setOriginal] = useState<Original | undefined>();
  useEffect(() => {
    let isOver = false;
    // Fetched while online: the original must also open offline a minute later. A failure is shown
    // on opening only.
    fetchBlob(call, sha256, taskId).then(
      (bytes) => !isOver && setOriginal({ state: 'ready', bytes, sha256 }),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [call, sha256, taskId]);
  const openOriginal = (): void => {
    if (original?.state === 'ready') return;
    setOriginal({ state: 'loading' });
    fetchBlob(call, sha256, taskId).then(
      (bytes) => setOriginal({ state: 'ready', bytes, sha256 }),
      () => setOriginal((now) => (now?.state === 'ready' ? now : { state: 'failed' })),
    );
  };
  return [original, openOriginal];
}
