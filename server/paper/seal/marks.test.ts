// Tests of the boxes of declarations on the sealed page: yes, no and unanswered look different.

import { expect, it } from 'vitest';
import { dashPath, tickPath } from './ink-path.ts';
import { marksOf } from './marks.ts';
import { sampleDocument } from './sample.fixture.ts';

it('a yes is ticked, a no is struck, an unanswered box stays empty', async () => {
  const data = sampleDocument('extraktion@1'),
    box = (id: string) => ({ id, page: 2, rect: [0, 0, 13, 13] as const });
  const { checks } = await marksOf(
    { renderMark: () => Promise.resolve(new Uint8Array()) },
    {
      data,
      signers: [],
      signatureBoxes: [],
      checkBoxes: data.declarations.map((one) => box(one.id)),
      declarations: [
        { id: 'verstanden', value: true, at: 0 },
        { id: 'gespraech', value: false, at: 0 },
      ],
      signedAt: 0,
    },
  );
  expect(checks.map(({ isYes, label }) => [isYes, label.split(':')[0]])).toEqual([
    [true, 'Ja'],
    [false, 'Nein'],
  ]);
  expect(tickPath(13)).not.toBe(dashPath(13));
});
