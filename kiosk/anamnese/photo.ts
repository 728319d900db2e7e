/** Makes a photo small and clean: drawn anew and written as JPEG, so that place, device and time of the picture are gone. */
import type { Photo } from './types.ts';

/** Longer side in px: a medication plan stays readable, a file stays below about 1 MB. */
const LONGEST = 2_000;
const QUALITY = 0.85;

/** Size that fits, never larger than the picture. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * @returns the picture as a JPEG without hidden data
 * @throws when the file is no picture that this device can read
 */
export async function photoOf(file: Blob): Promise<Photo> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise<void>((resolve, reject) => {
      image.addEventListener('load', () => resolve());
      image.addEventListener('error', () => reject(new Error('no picture')));
      image.src = address;
    });
    const { width, height } = fittingSize(image.naturalWidth, image.naturalHeight);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    // JPEG knows no transparency: what is clear becomes paper.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    pen.drawImage(image, 0, 0, width, height);
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    // The picture lies in the memory of the page as long as the canvas does.
    canvas.width = 0;
    if (!small) throw new Error('no picture');
    return { bytes: new Uint8Array(await small.arrayBuffer()), contentType: 'image/jpeg', width, height };
  } finally {
    URL.revokeObjectURL(address);
  }
}
