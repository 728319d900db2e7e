/**
 * A renderer without a child process, for tests that do not read the PDF: correct hashes, different
 * bytes each time.
 */
import type { Renderer } from '../../../server/paper/pdf/renderer.ts';
import { canonicalDocument } from '../../../server/paper/seal/canonical.ts';

export function quickRenderer(): Renderer {
  let made = 0;
  return {
    renderPdf: (data) =>
      Promise.resolve({
        bytes: new TextEncoder().encode(`%PDF-1.7 ${++made}`),
        dataSha256: canonicalDocument(data).sha256,
        pages: 1,
        signatureBoxes: [],
        checkBoxes: [],
        rendererInfo: { name: 'quick', version: '0', fontHashes: {} },
      }),
    renderReport: () => Promise.resolve(new TextEncoder().encode(`%PDF-1.7 ${++made}`)),
    renderLetters: () => Promise.resolve(new TextEncoder().encode(`%PDF-1.7 ${++made}`)),
    renderAnswers: () =>
      Promise.resolve({ bytes: new TextEncoder().encode(`%PDF-1.7 ${++made}`), pages: 1 }),
    renderBlank: () =>
      Promise.resolve({ bytes: new TextEncoder().encode(`%PDF-1.7 ${++made}`), pages: 1 }),
    renderAgreement: () =>
      Promise.resolve({ bytes: new TextEncoder().encode(`%PDF-1.7 ${++made}`), pages: 1 }),
    renderInvoice: () => Promise.resolve(new TextEncoder().encode(`%PDF-1.7 ${++made}`)),
    renderMark: () => Promise.reject(new Error('nothing is sealed here')),
    close: () => undefined,
  };
}
