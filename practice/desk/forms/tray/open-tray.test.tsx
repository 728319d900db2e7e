// Tests of the tray as a work list: search, keys, and several set aside with one reason and one undo.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { UnmatchedEntry } from '../../../../shared/forms/task/home.schema.ts';
import keys from '../../../ui/lists/keys/texts.de.json';
import { shownKeys } from '../../../ui/lists/keys/shown-keys.fixture.ts';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import texts from './texts.de.json';
import { TrayPage } from './TrayPage.tsx';

const entry = (n: number, lastName: string): UnmatchedEntry => ({
  id: `0198c0de-0000-7000-8000-00000000000${n}`,
  origin: 'home',
  firstName: 'Ana',
  lastName,
  geburtsdatum: '1941-03-04',
  form: 'schmerz@1',
  title: 'Schmerzen',
  language: 'de',
  answeredAt: 0,
  receivedAt: Date.now(),
  problems: 0,
  isStopped: false,
  state: 'open',
  tabletName: null,
  label: null,
  invited: null,
  decided: null,
});
const open = [entry(1, 'Groß'), entry(2, 'Klein')];
async function show(): Promise<Sent[]> {
  signInAs('reception');
  const sent = fakeServer(({ method }) =>
    method === 'GET' ? { body: { open, count: 5, decided: [] } } : { status: 204 },
  );
  await stage(
    <MemoryRouter>
      <TrayPage />
    </MemoryRouter>,
    { zuordnen: texts, tasten: keys },
  );
  await screen.findByText(/Groß/);
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

test('every key of the help has something to act on; F finds a person', async () => {
  await show();
  expect(await shownKeys(keys.title)).toMatchObject({ dead: [] });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('fklein');
  await waitFor(() => expect(screen.queryByText(/Groß/)).toBeNull());
  expect(screen.getByText(/Klein/)).toBeTruthy();
});

test('several are set aside with one reason, and come back with one press', async () => {
  const sent = await show(),
    posted = () => sent.filter(({ method }) => method === 'POST').map(({ path }) => path);
  await userEvent.keyboard('jxj{Shift>}X{/Shift}');
  const bar = await screen.findByRole('region', { name: 'Auswahl' });
  await userEvent.click(within(bar).getByRole('button', { name: texts['discard.go'] }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByRole('textbox'), 'Probe');
  await userEvent.click(within(dialog).getByRole('button', { name: texts['discard.go'] }));
  const paths = (verb: string): string[] =>
    open.map(({ id }) => `/anamnese/unmatched/${id}/${verb}`);
  await waitFor(() => expect(posted()).toEqual(paths('discard')));
  await userEvent.click(await screen.findByRole('button', { name: /^Rückgängig/ }));
  await waitFor(() => expect(posted()).toEqual([...paths('discard'), ...paths('reopen')]));
});
