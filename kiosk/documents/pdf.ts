/**
 * Renders a PDF on canvases, because most tablets cannot show one in a page; loaded on demand,
 * needs no network.
 */
import './oldBrowsers.ts';
import type { PDFPageProxy } from 'pdfjs-dist';
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { densityFor, hasJpeg2000, type PageSize } from './pdfPages.ts';
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
   */
  readonly draw: (index: number, canvas: HTMLCanvasElement, width: number) => Drawing;
  /** Closes the document and releases the file. */
  readonly close: () => void;
}

/**
 * Opens a PDF.
 * @throws Error when the bytes are not a PDF, need a password or contain images that cannot be
 * rendered, or when the worker file cannot be loaded
 */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  if (hasJpeg2000(bytes)) throw new Error('JPEG 2000 images cannot be rendered.');
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
  return { done: task.promise, cancel: () => task.cancel() };
}
