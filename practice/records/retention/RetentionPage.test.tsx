// Tests of the retention page: due items by kind and year with the reason, no release without the
// right number, a waiting run can be stopped, a hold needs its reason.

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DueItem, ErasureRun } from '../../../shared/records/retention.schema.ts';
import { NO_COUNTS } from '../../../shared/records/retention.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { RetentionPage } from './RetentionPage.tsx';
import texts from './texts.de.json';

beforeEach(() => signInAs('owner'));
afterEach(() => void vi.unstubAllGlobals());

const item = (
  patid: string,
  name: string,
  year: number,
  kind: DueItem['kind'] = 'record',
): DueItem => ({
  patid,
  name,
  geburtsdatum: '1941-03-04',
  kind,
  year,
  until: `${year}-12-31`,
  keptBy: 'record',
  lastContact: Date.UTC(year - 10, 2, 10),
  isContactKnown: true,
  documents: 2,
});
const run = (state: ErasureRun['state']): ErasureRun => ({
  id: `run-${state}`,
  origin: 'due',
  state,
  releasedByName: 'Dr. Fuchs',
  releasedAt: 0,
  runAfter: 86_400_000,
  startedAt: null,
  endedAt: state === 'done' ? 90_000_000 : null,
  stoppedByName: null,
  people: 3,
  counts: { ...NO_COUNTS, people: state === 'done' ? 2 : 0, documents: 7 },
  skipped: state === 'done' ? [{ why: 'hold', count: 1 }] : [],
});
const Search = () => <p>Suche</p>;
async function show(
  items: DueItem[] = [
    item('7', 'Groß, Anna', 2024),
    item('8', 'Klein, Ben', 2025),
    item('9', 'Kurz, Cem', 2025),
  ],
): Promise<Sent[]> {
  const sent = fakeServer(({ method, path }) => {
    if (method === 'POST') return { status: 204 };
    if (path.endsWith('/due'))
      return {
        body: {
          at: 0,
          people: 40,
          due: items.length,
          held: 1,
          items,
          periods: [
            {
              key: 'xray',
              years: 10,
              days: null,
              untilAge: 28,
              from: 'made',
              law: '§ 85 Abs. 2 StrlSchG',
              source: 'KZV',
              mark: 'read',
              readOn: '2026-11-22',
            },
          ],
        },
      };
    return path.endsWith('/runs')
      ? { body: { items: [run('waiting'), run('done')] } }
      : { body: { items: [] } };
  });
  await stage(
    <MemoryRouter>
      <RetentionPage PatientSearch={Search} />
    </MemoryRouter>,
    { aufbewahrung: texts },
  );
  await screen.findByText(/40 Akten, davon fällig/);
  return sent;
}
const posted = (sent: Sent[]): Sent[] => sent.filter((one) => one.method === 'POST');

test('due items are listed by year with the reason; the whole year can be selected at once', async () => {
  await show();
  expect(screen.getByText(/40 Akten, davon fällig: 3\. 1 weitere wäre fällig/)).toBeTruthy();
  expect(screen.getAllByText(/Akten, Frist endete/).map((one) => one.textContent)).toEqual([
    'Akten, Frist endete 2024',
    'Akten, Frist endete 2025',
  ]);
  expect(
    screen.getByText('letzter Kontakt 10.03.2014 · aufzubewahren bis 31.12.2024 · 2 Dokumente'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: '0 Personen zum Löschen freigeben …' })).toHaveProperty(
    'disabled',
    true,
  );
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'Akten, Frist endete 2025: alle auswählen' }),
  );
  expect(screen.getByRole('button', { name: '2 Personen zum Löschen freigeben …' })).toHaveProperty(
    'disabled',
    false,
  );
  expect(
    screen.getByText(
      /10 Jahre ab der Aufnahme\. Bei Minderjährigen mindestens bis zum 28\. Geburtstag\./,
    ),
  ).toBeTruthy();
});

test('a wrong number releases nothing; the right one sends exactly the selection', async () => {
  const sent = await show();
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'Akten, Frist endete 2025: alle auswählen' }),
  );
  await userEvent.click(screen.getByRole('button', { name: /2 Personen zum Löschen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '2 Personen löschen' })),
    field = dialog.getByRole('textbox', { name: /Um wie viele Personen/ });
  await userEvent.type(field, '3');
  await userEvent.click(dialog.getByRole('button', { name: 'Zum Löschen freigeben' }));
  expect([
    dialog.getByText('Das ist nicht die Zahl der ausgewählten Personen.').tagName,
    posted(sent),
  ]).toEqual(['P', []]);
  await userEvent.clear(field);
  await userEvent.type(field, '2');
  await userEvent.click(dialog.getByRole('button', { name: 'Zum Löschen freigeben' }));
  await screen.findByText(/2 Personen freigegeben/);
  expect(posted(sent)).toMatchObject([
    {
      path: '/retention/runs',
      body: {
        count: 2,
        items: [
          { patid: '8', kind: 'record' },
          { patid: '9', kind: 'record' },
        ],
      },
    },
  ]);
});

test('a waiting run can be stopped once confirmed; a finished one shows deleted and kept data', async () => {
  const sent = await show();
  expect(await screen.findByText(/Gelöscht am .*: 2 Akten/)).toBeTruthy();
  expect([
    screen.getByText(/7 Dokumente, 0 Vorgänge/).tagName,
    screen.getByText('1 ausgelassen: Löschsperre').tagName,
  ]).toEqual(['P', 'P']);
  await userEvent.click(screen.getByRole('button', { name: 'Anhalten' }));
  expect(posted(sent)).toEqual([]);
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Anhalten' }),
  );
  await screen.findByText('Angehalten. Nichts wurde gelöscht.');
  expect(posted(sent).map((one) => one.path)).toEqual(['/retention/runs/run-waiting/stop']);
});

test('with nothing due the page shows a message and offers no action', async () => {
  await show([]);
  expect([
    screen.getByText(/Nichts ist fällig/).textContent,
    screen.queryByRole('button', { name: /zum Löschen freigeben/ }),
  ]).toEqual([texts['due.empty'], null]);
});
