// A photo takes no more of the form than leaves room for others, and is given up only where even the smallest readable one does not fit.
import { expect, it } from 'vitest';
import { PHOTO_BYTES } from '../../../shared/forms/task/form-size.ts';
import { fittingStep, STEPS, type Step } from './photo.ts';

/** A picture whose JPEG weighs so much at the first step, and less at each one after. */
const picture = (bytes: number) => async (step: Step) =>
  new Blob([new Uint8Array(Math.round(bytes * 0.6 ** STEPS.indexOf(step)))]);
const stepOf = async (bytes: number, room: number) => {
  const made = await fittingStep(picture(bytes), room);
  return made && STEPS.indexOf(made.step);
};

it('[sync P8] stays as it is where there is room, is made smaller where there is less, and is refused where even the smallest does not fit', async () => {
  expect(await stepOf(500_000, 2_800_000)).toBe(0);
  expect(await stepOf(800_000, 2_800_000)).toBe(1);
  expect(await stepOf(800_000, 1_600_000)).toBe(2);
  expect(await stepOf(800_000, 400_000)).toBe(3);
  expect(await stepOf(800_000, 100_000)).toBeNull();
  expect(await stepOf(100_000, 0)).toBeNull();
  // One photo alone has its own bound, whatever room there is.
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

it('never below what can be read in print', () => {
  expect(Math.min(...STEPS.map((step) => step.longest))).toBeGreaterThanOrEqual(1_400);
  expect(Math.min(...STEPS.map((step) => step.quality))).toBeGreaterThanOrEqual(0.6);
});
