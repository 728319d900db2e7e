// Tests of the photo size: a photo leaves space for others, and is rejected only where even the
// smallest readable one does not fit.
import { expect, it } from 'vitest';
import { PHOTO_BYTES } from '../../../shared/forms/task/form-size.ts';
import { fittingStep, STEPS, type Step } from './photo.ts';

/** A picture whose JPEG has this size at the first step, and less at each following one. */
const picture = (bytes: number) => async (step: Step) =>
  new Blob([new Uint8Array(Math.round(bytes * 0.6 ** STEPS.indexOf(step)))]);
const stepOf = async (bytes: number, room: number) => {
  const made = await fittingStep(picture(bytes), room);
  return made && STEPS.indexOf(made.step);
};

it('[sync P8] a photo is kept where it fits, shrunk where space is short, else rejected', async () => {
  expect(await stepOf(500_000, 2_800_000)).toBe(0);
  expect(await stepOf(800_000, 2_800_000)).toBe(1);
  expect(await stepOf(800_000, 1_600_000)).toBe(2);
  expect(await stepOf(800_000, 400_000)).toBe(3);
  expect(await stepOf(800_000, 100_000)).toBeNull();
  expect(await stepOf(100_000, 0)).toBeNull();
  // A single photo has a separate limit, independent of the remaining space.
  expect(await stepOf(PHOTO_BYTES * 4, 2_800_000)).toBe(3);
  expect(await stepOf(PHOTO_BYTES * 6, 2_800_000)).toBeNull();
});

it('[sync P8] six packages and the plan fit into one form', async () => {
  let room = 2_800_000;
  for (let photo = 1; photo <= 7; photo++) {
    const made = await fittingStep(picture(900_000), room);
    expect(made, `photo ${photo}`).not.toBeNull();
    room -= made?.blob.size ?? 0;
  }
});

it('never shrinks below a size that is readable in print', () => {
  expect(Math.min(...STEPS.map((step) => step.longest))).toBeGreaterThanOrEqual(1_400);
  expect(Math.min(...STEPS.map((step) => step.quality))).toBeGreaterThanOrEqual(0.6);
});
