/**
 * Shrinks a photo and strips its metadata: redrawn and encoded as JPEG, so that place, device and
 * time are removed.
 */
import { PHOTO_BYTES } from '../../../shared/forms/task/form-size.ts';
import type { Photo } from '../types.ts';

/** Encoding step of a photo: longer side in px, and quality of the JPEG. */
export interface Step {
  readonly longest: number;
  readonly quality: number;
}
/**
 * From the best to the smallest step on which the print of a medication plan is still readable; the
 * first stays below about 1 MB.
 */
export const STEPS: readonly Step[] = [
  { longest: 2_000, quality: 0.85 },
  { longest: 2_000, quality: 0.7 },
  { longest: 1_600, quality: 0.7 },
  { longest: 1_400, quality: 0.6 },
];
/** Maximum share of the remaining space for one photo, so that others fit too. */
const PART = 1 / 5;

/**
 * Returns the first step that leaves space for other photos; the last one where only that fits,
 * else null.
 * @param draw encodes the picture at a step
 * @param room bytes left in the form
 */
export async function fittingStep(
  draw: (step: Step) => Promise<Blob>,
  room: number,
): Promise<{ readonly step: Step; readonly blob: Blob } | null> {
  for (const step of STEPS) {
    const blob = await draw(step),
      isLast = step === STEPS[STEPS.length - 1];
    if (blob.size <= Math.min(PHOTO_BYTES, room * (isLast ? 1 : PART))) return { step, blob };
  }
  return null;
}

/** Scaled size, never larger than the picture. */
function fittingSize(
  width: number,
  height: number,
  longest = 2_000,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/**
 * Reads a photo file.
 * @param room bytes left in the form
 * @returns the picture as a JPEG without metadata, or null where the form has no space for it
 * @throws when the file is not a picture that this device can decode
 */
export async function photoOf(file: Blob, room: number): Promise<Photo | null> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise<void>((resolve, reject) => {
      image.addEventListener('load', () => resolve());
      image.addEventListener('error', () => reject(new Error('no picture')));
      image.src = address;
    });
    const made = await fittingStep((step) => drawn(image, step), room);
    if (!made) return null;
    return {
      bytes: new Uint8Array(await made.blob.arrayBuffer()),
      contentType: 'image/jpeg',
      ...fittingSize(image.naturalWidth, image.naturalHeight, made.step.longest),
    };
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function drawn(image: HTMLImageElement, { longest, quality }: Step): Promise<Blob> {
  const { width, height } = fittingSize(image.naturalWidth, image.naturalHeight, longest);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  // JPEG has no transparency: transparent pixels become white.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  const small = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  );
  // The picture stays in memory as long as the canvas does.
  canvas.width = 0;
  if (!small) throw new Error('no picture');
  return small;
}
