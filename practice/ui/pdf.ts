// Shows a file that needs a bearer token: fetched as bytes, opened in a new window, printed, saved.

import { fetchBlob } from '../api.ts';

/** How long the object URL of a download stays valid; how often an open window is looked for. */
const KEEP_MS = 120_000;
/** Types that the browser displays natively and never executes; anything else is opened as PDF. */
const SHOWN = ['application/pdf', 'image/webp'];
const shown = (bytes: Blob): Blob =>
  SHOWN.includes(bytes.type) ? bytes : new Blob([bytes], { type: 'application/pdf' });
const addressOf = (bytes: Blob): string => URL.createObjectURL(shown(bytes));
const dropLater = (url: string): void => {
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
};
/** A window saves, prints and reloads its file as long as it is open. */
function dropWhenClosed(url: string, view: Pick<Window, 'closed'>): void {
  const timer = setInterval(() => {
    if (!view.closed) return;
    clearInterval(timer);
    URL.revokeObjectURL(url);
  }, KEEP_MS);
}

/**
 * Opens a file in a window. Call it inside the click handler, or the popup blocker applies.
 * @returns false when the window was blocked and the file was downloaded instead
 */
export async function openFile(read: () => Promise<Blob>, fileName: string): Promise<boolean> {
  const view = window.open('', '_blank');
  try {
    const url = addressOf(await read());
    if (view) {
      dropWhenClosed(url, view);
      view.opener = null;
      view.location.replace(url);
      return true;
    }
    dropLater(url);
    saveFile(url, fileName);
    return false;
  } catch (error) {
    view?.close();
    throw error;
  }
}

/** Opens a PDF of the r4c base; see `openFile`. */
export const openPdf = (path: string, fileName: string): Promise<boolean> =>
  openFile(() => fetchBlob(path), fileName);

/** Downloads bytes of the r4c base under a file name. */
export async function download(path: string, fileName: string): Promise<void> {
  saveBytes(await fetchBlob(path), fileName);
}

/** Saves bytes as a file, under the type they have: nothing opens them here. */
export function saveBytes(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes);
  dropLater(url);
  saveFile(url, fileName);
}

/** Removes the last printed file. */
let dropPrinted = (): void => undefined;

/**
 * Opens the browser's print dialog for a file; where the viewer cannot be made to print, the file
 * opens and is printed from there.
 */
export function printFile(bytes: Blob, fileName: string): void {
  // A preview may stay open for long: a file stays until the next one is printed.
  dropPrinted();
  const url = addressOf(bytes),
    frame = document.createElement('iframe');
  frame.className = 'p-printed';
  frame.title = fileName;
  frame.addEventListener('load', () => {
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
    } catch {
      if (!window.open(url, '_blank')) saveFile(url, fileName);
    }
  });
  frame.src = url;
  document.body.append(frame);
  dropPrinted = () => {
    frame.remove();
    URL.revokeObjectURL(url);
  };
}

/** Downloads a URL of this page as a file. */
export function saveFile(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}
