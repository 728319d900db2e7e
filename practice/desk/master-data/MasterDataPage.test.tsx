// Tests of the list of people whose personal details have to be checked: keys, and the way to each.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { shownKeys } from '../../ui/lists/keys/shown-keys.fixture.ts';
import keys from '../../ui/lists/keys/texts.de.json';
import { MasterDataPage } from './MasterDataPage.tsx';
import texts from './texts.de.json';

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}
const person = (patid: string, name: string) => ({
  patid,
  name,
  geburtsdatum: '1980-05-02',
  fields: ['street'],
  since: Date.UTC(2026, 10, 20, 8),
});
const change = (id: string, field: string, after: string) => ({
  id,
  field,
  before: 'alt',
  after,
  answersId: 'a',
  answeredAt: 0,
  recordedBy: null,
  confirmed: null,
  isStale: false,
});
const changes = (patid: string) => ({
  ...person(patid, patid === '1' ? 'Groß, Anna' : 'Öz, Emil'),
  herkunft: 'pvs',
  record: {},
  open: [
    change(`${patid}.street`, 'street', 'Neuweg 3'),
    change(`${patid}.lastName`, 'lastName', 'Neu'),
  ],
  taken: [],
});
async function open(): Promise<Sent[]> {
  signInAs('reception');
  const sent = fakeServer(({ path }) => {
    const patid = /patients\/(\d)\/changes/.exec(path)?.[1];
    return patid === undefined
      ? {
          body: path.endsWith('/taken') ? [] : [person('1', 'Groß, Anna'), person('2', 'Öz, Emil')],
        }
      : path.endsWith('/take')
        ? { status: 204 }
        : { body: changes(patid) };
  });
  await stage(
    <MemoryRouter initialEntries={['/stammdaten']}>
      <Routes>
        <Route path="/stammdaten" element={<MasterDataPage />} />
        <Route path="*" element={<Place />} />
      </Routes>
    </MemoryRouter>,
    { stammdaten: texts, tasten: keys },
  );
  await screen.findByText('Groß, Anna');
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

test('every key of the help has something to act on', async () => {
  await open();
  expect(await shownKeys(keys.title)).toEqual({
    shown: ['J K ↓ ↑', '↵', 'O', 'X', '⇧ X', 'F', 'E', 'G', 'U', 'Esc', '?'],
    dead: [],
  });
});

test('O opens the page of the person', async () => {
  await open();
  await userEvent.keyboard('jjo');
  expect((await screen.findByTestId('place')).textContent).toBe('/patient/2');
});

test('F finds a person by name', async () => {
  await open();
  await userEvent.keyboard('foz');
  await waitFor(() => expect(screen.queryByText('Groß, Anna')).toBeNull());
  expect(screen.getByText('Öz, Emil')).toBeTruthy();
});

test('the changes of several people are read side by side and accepted; a name stays open', async () => {
  const sent = await open();
  await userEvent.keyboard('jx');
  await userEvent.keyboard('j{Shift>}X{/Shift}');
  await userEvent.click(screen.getByRole('button', { name: texts['many.open'] }));
  const dialog = await screen.findByRole('dialog', { name: texts['many.title'] });
  expect(await within(dialog).findAllByText('Neuweg 3')).toHaveLength(2);
  expect(within(dialog).queryByText('Neu')).toBeNull();
  expect(within(dialog).getByText(/^Name und Geburtsdatum bleiben offen \(2\)/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Übernehmen (2)' }));
  await waitFor(() =>
    expect(sent.filter(({ path }) => path.endsWith('/take')).map(({ body }) => body)).toEqual(
      ['1', '2'].map((patid) => ({ changes: [{ id: `${patid}.street`, before: 'alt' }] })),
    ),
  );
  await screen.findByText('Übernommen: 2');
});
