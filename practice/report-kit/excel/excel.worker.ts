// Web worker that writes Excel files, so that the page stays responsive and can cancel. It is a
// file of this server: the content policy allows no worker from a blob.

import { writeSheet, type Sheet } from './write-sheet.ts';

export type ExcelSaid = { readonly file: Blob } | { readonly failed: true };

addEventListener('message', ({ data }: MessageEvent<Sheet>) => {
  const say = (said: ExcelSaid): void => postMessage(said);
  // Started from a promise, so that an error while the cells are written is caught as well.
  Promise.resolve(data)
    .then((sheet) => writeSheet(sheet))
    .then(
      (file) => say({ file }),
      () => say({ failed: true }),
    );
});
