// Reads a file attached to a sealed PDF, such as its evidence.

import { unzipSync } from 'node:zlib';

/** Returns the first stream of a PDF, compressed or not, that contains a text; else an empty one. */
export function attachedText(pdf: Buffer, text: string): string {
  for (let at = pdf.indexOf('stream'); at !== -1; at = pdf.indexOf('stream', at + 6)) {
    const start = pdf[at + 6] === 0x0d ? at + 8 : at + 7;
    const end = pdf.indexOf('endstream', start);
    const bytes = pdf.subarray(start, end);
    for (const read of [() => unzipSync(bytes).toString('utf8'), () => bytes.toString('utf8')]) {
      try {
        const words = read();
        if (words.includes(text)) return words;
      } catch {
        // not compressed this way
      }
    }
  }
  return '';
}
