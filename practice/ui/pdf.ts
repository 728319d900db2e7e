// Shows a PDF that needs a bearer token: fetched as bytes, opened in a window of its own, printed from there.

import { fetchBlob } from '../api.ts';

/** How long the bytes stay readable for the new window. */
const KEEP_MS = 120_000;

/**
 * Opens a PDF of the r4c base. Call it inside the click, or the browser takes the window for an advertisement.
 * @returns false when the window was blocked and the file was downloaded instead
 */
export async function openPdf(path: string, fileName: string): Promise<boolean> {
  const view = window.open('', '_blank');
  try {
    const bytes = await fetchBlob(path);
    const url = URL.createObjectURL(bytes.type === 'application/pdf' ? bytes : new Blob([bytes], { type: 'application/pdf' }));
    setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
    if (view) {
      view.opener = null;
      view.location.replace(url);
      return true;
    }
    saveFile(url, fileName);
    return false;
  } catch (error) {
    view?.close();
    throw error;
  }
}

/** Downloads bytes of the r4c base under a name. */
export async function download(path: string, fileName: string): Promise<void> {
  const url = URL.createObjectURL(await fetchBlob(path));
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
  saveFile(url, fileName);
}

/** Hands an address of this page to the computer as a file. */
export function saveFile(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}
