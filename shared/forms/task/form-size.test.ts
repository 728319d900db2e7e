// Tests of the size limit of a form with photos: an accepted photo can be submitted, stored as a
// draft, and opened by the server.
import { expect, it } from 'vitest';
import { FORM_BYTES, isTooLarge, photoRoom } from './form-size.ts';
import { HOME_BYTES } from './home.ts';
import { packPayload } from '../../exchange/payload.ts';
import { MAX_DRAFT_BYTES, MAX_OP_BYTES } from '../../exchange/sync.ts';

it('[sync P8] draft, op and submission from home have the same limit', () => {
  expect([MAX_DRAFT_BYTES, MAX_OP_BYTES, HOME_BYTES]).toEqual([FORM_BYTES, FORM_BYTES, FORM_BYTES]);
});

it('[sync P8] a photo that fills the limit can be submitted, and one more is rejected', () => {
  const answers = { more: 'ä'.repeat(1_000) },
    photo = 'A'.repeat((photoRoom(answers) * 4) / 3),
    full = { ...answers, photo };
  expect(isTooLarge(full)).toBe(false);
  expect(photoRoom(full)).toBeLessThan(20);
  expect(packPayload({ response: full, origin: 'x'.repeat(50_000) }).length).toBeLessThan(
    MAX_OP_BYTES,
  );
  expect(isTooLarge({ ...full, words: 'x'.repeat(90_000) })).toBe(false);
  expect(isTooLarge({ ...full, again: photo.slice(0, 200_000) })).toBe(true);
});

it('[sync P8] characters of other scripts count by their bytes', () => {
  expect(photoRoom({ a: 'ы'.repeat(1_000_000) })).toBe(photoRoom({ a: 'x'.repeat(2_000_000) }));
});
