// Feedback: the area of an address without numbers of patients, and pictures of rectangles only.

import { expect, test } from 'vitest';
import { areaOf, BOX_ROLES, MOST_BOXES, pictureOf, type Seen } from './feedback.ts';
import { sendFeedbackSchema } from './feedback.schema.ts';

test('an address keeps its first part only', () => {
  expect(
    ['/patient/1001/plaene', '/heute?patid=1001', '/', '', '/1001/x', '/Groß'].map(areaOf),
  ).toEqual(['/patient', '/heute', '/', '/', '/', '/']);
});

const box = (left: number, top: number, width: number, height: number): Seen => ({
  left,
  top,
  width,
  height,
  role: 'text',
});
test('rectangles are cut at the edges; what is out of view or empty is left out', () => {
  const { boxes, width } = pictureOf(
    [box(-10, 5.4, 30, 10), box(95, 95, 50, 50), box(200, 5, 5, 5), box(5, 5, 0.2, 9)],
    { width: 100, height: 100 },
  );
  expect([width, boxes]).toEqual([
    100,
    [
      [0, 5, 20, 10, 1],
      [95, 95, 5, 5, 1],
    ],
  ]);
  const many = pictureOf(
    Array.from({ length: MOST_BOXES + 5 }, () => box(1, 1, 9, 9)),
    { width: 9000, height: 0 },
  );
  expect([many.boxes.length, many.width, many.height]).toEqual([0, 4000, 1]);
});

test('a picture takes no word, no further key and no role that is not listed', () => {
  const send = (picture: unknown, more: object = {}) =>
    sendFeedbackSchema.safeParse({
      id: '01939c3e-0000-7000-8000-000000000001',
      rating: 'good',
      text: '',
      page: '/heute',
      picture,
      ...more,
    }).success;
  const picture = { width: 9, height: 9, boxes: [[0, 0, 5, 5, 0]] };
  expect([send(null), send(picture)]).toEqual([true, true]);
  for (const bad of [
    { ...picture, title: 'Anna Groß' },
    { ...picture, boxes: [[0, 0, 5, 5, 'Anna']] },
    { ...picture, boxes: [[0, 0, 5, 5, 0, 'Anna']] },
    { ...picture, boxes: [[0, 0, 5, 5, BOX_ROLES.length]] },
    { ...picture, boxes: [[0.5, 0, 5, 5, 0]] },
    { ...picture, boxes: [[0, 0, 0, 5, 0]] },
    { ...picture, width: 5000 },
    { ...picture, boxes: Array.from({ length: MOST_BOXES + 1 }, () => [0, 0, 1, 1, 0]) },
    'data:image/png;base64,AAAA',
  ])
    expect(send(bad)).toBe(false);
  expect([send(null, { page: '/patient/1001' }), send(null, { text: 'a\u202eb' })]).toEqual([
    false,
    false,
  ]);
});
