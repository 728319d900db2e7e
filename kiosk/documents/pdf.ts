/** Draws a PDF on canvases, because most tablets cannot show one in a page; loaded on demand, asks no network for anything. */
import './oldBrowsers.ts';
import type { PDFPageProxy } from 'pdfjs-dist';
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { densityFor, type PageSize } from './pdfPages.ts';

/** One page being drawn. `done` rejects when the page cannot be drawn, and after `cancel`. */
interface Drawing {
  readonly done: Promise<void>;
  readonly cancel: () => void;
}

export interface Pdf {
  readonly pages: readonly PageSize[];
  /** Draws page `index` (0-based), `width` CSS px wide, on a canvas of its own; the canvas gets its size here. */
  readonly draw: (index: number, canvas: HTMLCanvasElement, width: number) => Drawing;
  /** Ends the reader and forgets the file. */
  readonly close: () => void;
}

/** @throws Error when the bytes are no PDF, need a password, or the reader's own file cannot be loaded */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
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
    // The reader takes the bytes away; the caller keeps its own.
    data: bytes.slice(),
    worker,
    isEvalSupported: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    // One path for all browsers: Safari 14 has neither of them.
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // A page with a hole in it must not pass for the original.
    stopAtErrors: true,
    verbosity: 0,
  }).promise;
  return Promise.all(Array.from({ length: file.numPages }, (_, index) => file.getPage(index + 1)));
}

/** A worker whose file is missing says so by an event only; nobody would ever answer. */
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
