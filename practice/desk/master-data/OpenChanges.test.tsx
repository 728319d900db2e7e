// Tests of deciding on changes: preselection, one press, a record that changed meanwhile, and undo
// after declining.

import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { OpenChange } from '../../../shared/desk/master-data.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { OpenChanges } from './OpenChanges.tsx';
import texts from './texts.de.json';

const change = (
  field: OpenChange['field'],
  before: string,
  after: string,
  more: Partial<OpenChange> = {},
): OpenChange => ({
  id: `a.${field}`,
  field,
  before,
  after,
  answersId: 'a',
  answeredAt: Date.UTC(2026, 10, 20, 8),
  recordedBy: null,
  confirmed: null,
  isStale: false,
  ...more,
});
let answer: () => ReturnType<Parameters<typeof fakeServer>[0]> = () => ({ body: { fields: [] } });
async function show(...open: OpenChange[]): Promise<Sent[]> {
  signInAs('staff');
  const sent = fakeServer(() => answer());
  await stage(<OpenChanges patid="p 1" open={open} />, { stammdaten: texts });
  return sent;
}
afterEach(() => {
  notifications.clean();
  answer = () => ({ body: { fields: [] } });
  vi.unstubAllGlobals();
});
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));
const ticked = (): boolean[] =>
  screen.getAllByRole<HTMLInputElement>('checkbox').map((one) => one.checked);

test('everything is accepted in one press, together with the values seen', async () => {
  const sent = await show(
    change('street', 'Rosenweg 1', 'Ahornweg 2'),
    change('email', 'a@b.de', ''),
  );
  expect(screen.getByRole('checkbox', { name: 'E-Mail: a@b.de wird zu nichts' })).toBeTruthy();
  await press('Alle übernehmen');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    path: expect.stringMatching(/\/patient\/patients\/p%201\/changes\/take$/) as unknown,
    body: {
      changes: [
        { id: 'a.street', before: 'Rosenweg 1' },
        { id: 'a.email', before: 'a@b.de' },
      ],
    },
  });
});
test('name and birth date are never preselected', async () => {
  const sent = await show(
    change('lastName', 'Weber', 'Kaya', { confirmed: 'V2' }),
    change('geburtsdatum', '1958-03-12', '1985-03-12'),
    change('city', 'Berlin', 'Potsdam'),
  );
  expect(ticked()).toEqual([true, false, false]);
  expect(screen.getByText('bestätigt')).toBeTruthy();
  expect(screen.getByText('12.03.1985')).toBeTruthy();
  await press('1 übernehmen');
  await waitFor(() =>
    expect(sent[0]?.body).toEqual({ changes: [{ id: 'a.city', before: 'Berlin' }] }),
  );
  await userEvent.click(screen.getByRole('checkbox', { name: /Nachname/ }));
  await press('2 ablehnen');
  await waitFor(() => expect(sent[1]?.body).toEqual({ changeIds: ['a.lastName', 'a.city'] }));
});
test('with nothing selected nothing is sent, and a message is shown', async () => {
  const sent = await show(change('lastName', 'Weber', 'Kaya'));
  await press('0 übernehmen');
  expect(screen.getByRole('alert').textContent).toContain('Bitte kreuzen Sie an');
  expect(sent).toEqual([]);
});
test('a record that changed meanwhile is reported in plain words', async () => {
  answer = () => errorAnswer(409, 'record_changed');
  const sent = await show(change('city', 'Berlin', 'Potsdam', { isStale: true }));
  expect(screen.getByText('Die Akte hat sich seit der Angabe geändert')).toBeTruthy();
  await press('Alle übernehmen');
  expect(
    await screen.findByText(/Die Akte oder die Angabe hat sich inzwischen geändert/),
  ).toBeTruthy();
  expect(sent).toHaveLength(1);
});
test('declining offers undo for ten seconds', async () => {
  const sent = await show(change('city', 'Berlin', 'Potsdam'));
  await press('Alle ablehnen');
  await userEvent.click(await screen.findByRole('button', { name: /Rückgängig/ }));
  await waitFor(() =>
    expect(sent.map((one) => [one.path.split('/').pop(), one.body])).toEqual([
      ['decline', { changeIds: ['a.city'] }],
      ['reopen', { changeIds: ['a.city'] }],
    ]),
  );
});
