/**
 * Baseline of one submission in a real browser: a strict IndexedDB write of the same size, one
 * fetch, one flushed commit, and no other work.
 */
import type { Finalized } from './page.ts';

/** Same pause as between ours. */
const PAUSE_MS = 150;
/** A sealed submission of strokes. */
const BYTES = 2900;

globalThis.openBench = async () => {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open('bare', 1);
    asked.addEventListener('upgradeneeded', () => {
      asked.result.createObjectStore('row', { keyPath: 'n' });
    });
    asked.addEventListener('success', () => {
      resolve(asked.result);
    });
    asked.addEventListener('error', () => {
      reject(asked.error ?? new Error('no database'));
    });
  });
  const put = (n: number, bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      const tx = db.transaction('row', 'readwrite', { durability: 'strict' });
      tx.objectStore('row').put({ n, bytes });
      tx.addEventListener('complete', () => {
        resolve();
      });
      tx.addEventListener('abort', () => {
        reject(tx.error ?? new Error('not written'));
      });
    });
  const none = (): Promise<never> =>
    Promise.reject(new Error('the floor has single submissions only'));
  return {
    write: none,
    drain: none,
    digests: none,
    async singles(count): Promise<Finalized[]> {
      const found: Finalized[] = [];
      for (let n = 1; n <= count; n++) {
        await new Promise((done) => setTimeout(done, PAUSE_MS));
        const bytes = crypto.getRandomValues(new Uint8Array(BYTES)),
          body = JSON.stringify([
            { newDocumentState: { id: `0-${n}`, signature: btoa(String.fromCharCode(...bytes)) } },
          ]),
          start = performance.now();
        await put(n, bytes);
        const written = performance.now();
        await (
          await fetch('/push', {
            method: 'POST',
            body,
            headers: { 'Content-Type': 'application/json' },
          })
        ).json();
        const answered = performance.now();
        await put(n, bytes);
        found.push({
          writtenMs: written - start,
          acknowledgedMs: answered - start,
          storedMs: performance.now() - start,
        });
      }
      return found;
    },
  };
};
