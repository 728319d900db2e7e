/**
 * Renders a PDF on canvases, because most tablets cannot show one in a page; loaded on demand,
 * needs no network.
 */
import './oldBrowsers.ts';
import type { PDFPageProxy } from 'pdfjs-dist';
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import jpeg2000 from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url';
import { densityFor, lostPictures, type PageSize } from './pdfPages.ts';
import { allowOwnScripts } from './ownScripts.ts';

/** One page being rendered. `done` rejects when the page cannot be rendered, and after `cancel`. */
interface Drawing {
  readonly done: Promise<void>;
  readonly cancel: () => void;
}

export interface Pdf {
  readonly pages: readonly PageSize[];
  /**
   * Renders page `index` (0-based), `width` CSS px wide, on its own canvas; sets the canvas size.
   * Rejects when an image of the page cannot be decoded.
   */
  readonly draw: (index: number, canvas: HTMLCanvasElement, width: number) => Drawing;
  /** Closes the document and releases the file. */
  readonly close: () => void;
}

/**
 * Opens a PDF.
 * @throws Error when the bytes are not a PDF or need a password, or when the worker file cannot be
 * loaded
 */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  allowOwnScripts();
  const thread = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port: thread });
  const close = () => {
    worker.destroy();
    thread.terminate();
  };
  try {
    const pages = await Promise.race([readPages(bytes, worker), brokenThread(thread)]);
    return {
      pages: pages.map(sizeOf),
      draw: (index, canvas, width) => draw(pages[index], canvas, width),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function readPages(bytes: Uint8Array, worker: PDFWorker): Promise<readonly PDFPageProxy[]> {
  const file = await getDocument({
    // The library transfers the bytes; the caller keeps its own copy.
    data: bytes.slice(),
    worker,
    isEvalSupported: false,
    useWorkerFetch: false,
    useWasm: false,
    // The worker loads the decoder of JPEG 2000, which is no WebAssembly, with the first such
    // image. The library appends a file name to this folder; as a fragment it changes nothing.
    wasmUrl: `${jpeg2000}#/`,
    enableXfa: false,
    // One path for all browsers: Safari 14 has neither of them.
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // A partly rendered page must not pass for the original.
    stopAtErrors: true,
    verbosity: 0,
  }).promise;
  return Promise.all(Array.from({ length: file.numPages }, (_, index) => file.getPage(index + 1)));
}

/** A worker whose file is missing reports it by an event only; requests would never be answered. */
function brokenThread(thread: Worker): Promise<never> {
  return new Promise((_, reject) =>
    thread.addEventListener('error', () => reject(new Error('The PDF reader did not start.')), {
      once: true,
    }),
  );
}

function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

function draw(page: PDFPageProxy | undefined, canvas: HTMLCanvasElement, width: number): Drawing {
  if (!page) return { done: Promise.reject(new Error('No such page.')), cancel: () => undefined };
  const size = sizeOf(page);
  const scale = width / size.width;
  const viewport = page.getViewport({
    scale: scale * densityFor(width, size.height * scale, window.devicePixelRatio),
  });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = page.render({ canvas, viewport, background: '#FFFFFF' });
  const done = task.promise.then(() => {
    // The library leaves them out without an error, and a page with a hole must not pass for the
    // original.
    const objects = [page.objs, page.commonObjs] as readonly Iterable<[string, unknown]>[];
    if (objects.some((some) => lostPictures(some).length > 0))
      throw new Error('An image of the page cannot be decoded.');
  });
  return { done, cancel: () => task.cancel() };
}
