// Tests of the page of one person's rights: kept data with its law, no deletion without
// confirmation, a closed record opens only with a reason, progress of an export.

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PersonRights } from '../../../shared/records/retention.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { PersonPage } from './PersonPage.tsx';
import texts from './texts.de.json';

beforeEach(() => signInAs('owner'));
afterEach(() => void vi.unstubAllGlobals());

const PERSON: PersonRights = {
  patid: '7',
  name: 'Groß, Anna',
  geburtsdatum: '1941-03-04',
  lastContact: Date.UTC(2026, 2, 10),
  isContactKnown: true,
  isTreated: true,
  until: '2036-12-31',
  keptBy: 'record',
  isDue: false,
  kept: [{ thing: 'documents', count: 2, until: '2036-12-31', law: '§ 630f Abs. 3 BGB' }],
  rest: [{ thing: 'links', count: 3 }],
  demand: { way: 'rest', stops: [] },
  hold: null,
  run: null,
  restriction: null,
  openPapers: 0,
  exports: [],
};
async function show(change: Partial<PersonRights> = {}): Promise<Sent[]> {
  const sent = fakeServer(({ method, path }) =>
    method === 'POST'
      ? { status: 204 }
      : path.endsWith('/me')
        ? { body: {} }
        : { body: { ...PERSON, ...change } },
  );
  await stage(
    <MemoryRouter initialEntries={['/akte/7']}>
      <Routes>
        <Route path="/akte/:patid" element={<PersonPage />} />
      </Routes>
    </MemoryRouter>,
    { aufbewahrung: texts },
  );
  await screen.findByText('Groß, Anna');
  return sent;
}
const posted = (sent: Sent[]): Sent[] => sent.filter((one) => one.method === 'POST');

test('kept data shows day and law, deleted data its number; nothing is deleted before confirmation', async () => {
  const sent = await show();
  expect([
    screen.getByText('bis 31.12.2036 · § 630f Abs. 3 BGB').tagName,
    screen.getByText(/^Links nach Hause/).textContent,
  ]).toEqual(['P', 'Links nach Hause: 3']);
  await userEvent.click(
    screen.getByRole('button', { name: 'Löschen, was gelöscht werden darf …' }),
  );
  expect(posted(sent)).toEqual([]);
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', {
      name: 'Löschen, was gelöscht werden darf',
    }),
  );
  await screen.findByText('Gelöscht, und die Akte ist geschlossen.');
  expect(posted(sent).map((one) => one.path)).toEqual(['/retention/people/7/erase']);
});

test('obstacles are named, and no action is offered', async () => {
  await show({
    demand: { way: 'rest', stops: ['hold', 'open'] },
    openPapers: 1,
    hold: { id: 'h', reason: 'Rechtsstreit', setAt: 0, setByName: 'Dr. Fuchs' },
  });
  expect([
    screen.getByText(texts['stop.hold']).tagName,
    screen.queryByRole('button', { name: /Löschen, was/ }),
    screen.getByText(/Löschsperre seit .* Rechtsstreit/).tagName,
    screen.queryByRole('button', { name: 'Akte schließen' }),
  ]).toEqual(['DIV', null, 'DIV', null]);
});

test('a record is closed and opened with a reason only', async () => {
  const sent = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Akte schließen' }));
  expect([screen.getByText('Bitte nennen Sie den Grund.').tagName, posted(sent)]).toEqual([
    'P',
    [],
  ]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Grund' }), 'Beschwerde');
  await userEvent.click(screen.getByRole('button', { name: 'Akte schließen' }));
  await screen.findByText('Akte geschlossen.');
  expect(posted(sent)).toMatchObject([
    { path: '/retention/people/7/close', body: { reason: 'Beschwerde' } },
  ]);
});

test('a closed record shows why and who opened it; an export shows its progress', async () => {
  await show({
    restriction: {
      id: 'r',
      reason: 'Beschwerde',
      until: '2036-12-31',
      setAt: 0,
      setByName: 'Dr. Fuchs',
      erasedAt: null,
      openToMeUntil: null,
      openings: [{ at: 1, byName: 'Dr. Fuchs', reason: 'Schmerzen', until: 2 }],
    },
    exports: [
      {
        id: 'x',
        state: 'waiting',
        size: null,
        askedAt: 0,
        askedByName: 'Dr. Fuchs',
        expiresAt: null,
        takenAt: null,
        done: 3,
        total: 9,
      },
    ],
  });
  expect([
    screen.getByText('Dr. Fuchs: Schmerzen').tagName,
    screen.getByText('wird erstellt: 3 von 9').tagName,
    screen.getByRole('button', { name: 'Für mich öffnen' }).tagName,
  ]).toEqual(['P', 'P', 'BUTTON']);
  expect(screen.getByRole('button', { name: 'Auskunft erstellen' })).toHaveProperty(
    'disabled',
    true,
  );
});
