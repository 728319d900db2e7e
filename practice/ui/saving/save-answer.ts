// Saves the answer of a call as a file; a link cannot carry the token.

import { call, LONG_TIMEOUT } from '../../api.ts';

const KEEP_MS = 60_000;

export async function saveAnswer(path: string, fileName: string): Promise<void> {
  const url = URL.createObjectURL(
    await call<Blob>(path, { answer: 'blob', timeout: LONG_TIMEOUT }),
  );
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}
