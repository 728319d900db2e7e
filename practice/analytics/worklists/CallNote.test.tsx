// Tests of a noted call: its note, the next step that follows, and the way back.

import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import words from '../../../shared/analytics/reports/worklist-words.de.json';
import { CallNote, nextWeekday } from './CallNote.tsx';
import own from './texts.de.json';
import { line } from './worklist.fixture.ts';
import { lineOf, stepOf } from './worklists-calls.ts';

afterEach(() => notifications.clean());

async function open(
  more: object = {},
  answer: Parameters<typeof fakeServer>[0] = () => ({ status: 204 }),
): Promise<Sent[]> {
  const sent = fakeServer(answer);
  await stage(
    <CallNote
      kind="hkp"
      target="h1"
      step={stepOf(lineOf(line('h1', 'Groß, Anna', more)))}
      fresh={() => Promise.resolve()}
    />,
    { arbeitsliste: { ...words, ...own } },
  );
  return sent;
}
const posted = (sent: readonly Sent[], path: string): unknown[] =>
  sent.filter((one) => one.path === path).map((one) => one.body);

test('a call is noted with one key; where nothing is planned, the next step follows and can be undone', async () => {
  const sent = await open();
  await screen.findByRole('button', { name: 'Nicht erreicht' });
  await userEvent.keyboard('2');
  await waitFor(() => expect(posted(sent, '/api/hkp/schritt')).toHaveLength(1));
  expect(posted(sent, '/api/hkp/notiz')).toEqual([
    {
      id: expect.any(String) as string,
      kind: 'hkp',
      target: 'h1',
      text: 'Angerufen: nicht erreicht',
    },
  ]);
  expect(posted(sent, '/api/hkp/schritt')[0]).toMatchObject({
    targets: ['h1'],
    text: 'Anrufen',
    bis: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Rückgängig/ }));
  await waitFor(() => expect(posted(sent, '/api/hkp/schritt')[1]).toMatchObject({ text: null }));
});

test('a call is noted once where the next step fails and the key is pressed again', async () => {
  let fails = true;
  const sent = await open({}, ({ path }) =>
    fails && path === '/api/hkp/schritt' ? errorAnswer(503, 'unavailable') : { status: 204 },
  );
  const button = await screen.findByRole('button', { name: 'Nicht erreicht' });
  await userEvent.click(button);
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  fails = false;
  await userEvent.click(button);
  await screen.findByRole('button', { name: /^Rückgängig/ });
  const ids = () => (posted(sent, '/api/hkp/notiz') as { id: string }[]).map((one) => one.id);
  expect(ids()).toHaveLength(2);
  expect(new Set(ids()).size).toBe(1);
  // The next call is a note of its own.
  await userEvent.click(button);
  await waitFor(() => expect(new Set(ids()).size).toBe(2));
});

test('a call never replaces a planned step', async () => {
  const sent = await open({ schritt: 'Termin anbieten' });
  await userEvent.click(await screen.findByRole('button', { name: 'Nicht erreicht' }));
  await screen.findByText('Anruf notiert');
  expect(posted(sent, '/api/hkp/schritt')).toEqual([]);
});

test.each([
  ['2026-11-27', '2026-11-27'],
  ['2026-11-28', '2026-11-30'],
  ['2026-11-29', '2026-11-30'],
])('a call of %s is planned for the working day %s', (day, planned) => {
  expect(nextWeekday(day)).toBe(planned);
});
