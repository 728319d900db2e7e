// Tests of the list of missing signatures as reception uses it: by day, with sums, printed, ticked
// off, sent from the row, saved as a file.

import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Missing, MissingPaper } from '../../../shared/papers/papers.schema.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { MissingPage } from './MissingPage.tsx';
import type { CallsPart } from './MissingVisitRow.tsx';
import keys from '../../ui/lists/keys/texts.de.json';
import texts from './texts.de.json';
import { shownKeys } from '../../ui/lists/keys/shown-keys.fixture.ts';

const TASK = '0190a1b2-0000-7000-8000-000000000001';
const paper = (part: Partial<MissingPaper>): MissingPaper => ({
  waitsSince: null,
  taskId: TASK,
  agreementId: null,
  template: 'mehrkosten@1',
  title: 'Mehrkosten',
  state: 'paper',
  form: 'schriftform',
  reason: { de: 'Nur auf Papier.' },
  source: '§ 126 BGB',
  isPaper: true,
  waitsFor: [],
  riskCents: 8580,
  ...part,
});
const visit = {
  terminId: 'a',
  day: '2026-11-20',
  time: '09:00',
  patid: '1002',
  name: 'Özkan, Emil',
  geburtsdatum: '1990-07-11',
  telefon: '0171 392 11 04',
  art: 'Füllung',
  behandler: 'Dr. Weber',
  zimmer: 'Zimmer 1',
  schritt: null,
  notizen: [],
};
/** The part of another area: what it is about, and a way to refetch. */
const Calls: CallsPart = ({ patid, notizen, fresh, isNoting }) => (
  <button type="button" onClick={() => void fresh()}>
    {`Anrufe von ${patid}: ${notizen.map((one) => one.text).join(', ')}${isNoting ? ', neu' : ''}`}
  </button>
);
const full: Missing = {
  from: '2026-11-20',
  to: '2026-11-27',
  riskCents: 8580,
  unknownRisk: 1,
  visits: [
    {
      ...visit,
      papers: [
        paper({}),
        paper({
          taskId: null,
          template: 'extraktion@1',
          title: 'Extraktion',
          state: 'unsent',
          form: 'textform',
          isPaper: false,
          riskCents: null,
        }),
      ],
    },
    {
      ...visit,
      terminId: 'b',
      day: '2026-11-21',
      patid: '1003',
      name: 'Klein, Ida',
      papers: [
        paper({ taskId: '0190a1b2-0000-7000-8000-000000000002', title: 'Plan', riskCents: null }),
      ],
    },
  ],
};
let shown: Missing,
  isRefused = false;
function Where() {
  const at = useLocation();
  return <output>{`${at.pathname} ${JSON.stringify(at.state)}`}</output>;
}

async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ method, path }) =>
    path === '/papers/scans'
      ? { body: { waiting: [], tray: [], count: 2, filing: 0, discarded: [], folder: null } }
      : method === 'GET'
        ? { body: shown }
        : isRefused
          ? errorAnswer(409, 'state_conflict')
          : { status: 204 },
  );
  await stage(
    <MemoryRouter>
      <MissingPage Calls={Calls} />
      <Where />
    </MemoryRouter>,
    { papier: texts, tasten: keys },
  );
  await screen.findByText(/^Stand /);
  return sent;
}
beforeEach(() => {
  shown = full;
  isRefused = false;
  signInAs('reception');
});
afterEach(() => {
  notifications.clean();
  vi.unstubAllGlobals();
});

test('people are listed by day with their papers, each with state, reason for paper, and possible cost', async () => {
  await open();
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'Heute, Freitag, 20.11.2026',
    'Morgen, Samstag, 21.11.2026',
  ]);
  const first = screen.getByRole('region', { name: /^Heute/ });
  expect(within(first).getByText('85,80 € in Gefahr')).toBeTruthy();
  expect(within(first).getByText(/Nur auf Papier\. \(§ 126 BGB\)/)).toBeTruthy();
  expect(within(first).getByText('Noch nicht gesendet')).toBeTruthy();
  expect(screen.getByText('3 Unterlagen ohne Unterschrift')).toBeTruthy();
  expect(
    screen.getByText('1 Papier für die Unterschrift von Hand nennt keinen Betrag.'),
  ).toBeTruthy();
});

test('a paper waiting for one of several signers names them, with a link for them or paper for all', async () => {
  shown = {
    ...full,
    visits: [
      {
        ...visit,
        papers: [
          paper({
            state: 'part_signed',
            form: 'none',
            isPaper: false,
            riskCents: null,
            waitsFor: ['Cem Özkan'],
          }),
        ],
      },
    ],
  };
  const sent = await open();
  expect([
    screen.getByText('Wartet auf weitere Unterschrift'),
    screen.getByText('Es fehlt: Cem Özkan'),
  ]).toHaveLength(2);
  expect(
    screen
      .getByRole('link', { name: 'Link zum Unterschreiben: Mehrkosten, Özkan, Emil' })
      .getAttribute('href'),
  ).toBe(`/dokumente/freigaben?patid=1002&papier=${TASK}&neu=1`);
  await userEvent.click(
    screen.getByRole('button', { name: 'Auf Papier: Mehrkosten, Özkan, Emil' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Auf Papier' }));
  await waitFor(() =>
    expect(sent.filter((one) => one.method === 'POST').map((one) => one.path)).toEqual([
      `/tablet/tasks/${TASK}/to-paper`,
    ]),
  );
});

test('a returned paper is ticked off after a confirmation, and the list is refetched', async () => {
  const sent = await open();
  await userEvent.click(
    screen.getByRole('button', { name: 'Papier liegt vor: Mehrkosten, Özkan, Emil' }),
  );
  expect(sent.filter((one) => one.method === 'POST')).toEqual([]);
  shown = { ...full, visits: full.visits.slice(1), riskCents: 0 };
  await userEvent.click(await screen.findByRole('button', { name: 'Ja, es liegt vor' }));
  await waitFor(() => expect(screen.queryByText('85,80 € in Gefahr')).toBeNull());
  expect(sent.filter((one) => one.method === 'POST').map((one) => one.path)).toEqual([
    `/tablet/tasks/${TASK}/paper-filed`,
  ]);
});

test('ticking off by mistake is undone from the message, for one paper and for several', async () => {
  const sent = await open(),
    posted = () => sent.filter((one) => one.method === 'POST').map((one) => one.path);
  await userEvent.click(
    screen.getByRole('button', { name: 'Papier liegt vor: Mehrkosten, Özkan, Emil' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Ja, es liegt vor' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Rückgängig/ }));
  await waitFor(() =>
    expect(posted()).toEqual([
      `/tablet/tasks/${TASK}/paper-filed`,
      `/tablet/tasks/${TASK}/paper-filed/undo`,
    ]),
  );
});

test('R opens calls and notes of the focused person; the next step stands in the row', async () => {
  shown = {
    ...full,
    visits: [
      {
        ...visit,
        papers: [paper({})],
        schritt: { text: 'Anrufen', bis: '2026-11-21', wer: null, istErledigt: false },
        notizen: [{ id: 'n1', text: 'Angerufen: nicht erreicht', von: 'Ada', am: 0 }],
      },
      ...full.visits.slice(1),
    ],
  };
  await open();
  expect(screen.getByText('Anrufen bis 21.11.2026')).toBeTruthy();
  await userEvent.keyboard('jr');
  expect(await screen.findByText('Anrufe von 1002: Angerufen: nicht erreicht')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Anruf (1): Özkan, Emil' }).textContent).toBe(
    'Anruf (1)',
  );
  await userEvent.keyboard('r');
  await waitFor(() => expect(screen.queryByText(/^Anrufe von 1002/)).toBeNull());
  await userEvent.keyboard('x');
  expect(await screen.findByText('1 Person gewählt')).toBeTruthy();
  expect(await shownKeys('Tasten auf dieser Seite')).toMatchObject({ dead: [] });
  expect(screen.getByText('Anruf zum Eintrag festhalten, dann 1 bis 4')).toBeTruthy();
});

test('N begins a note on the focused person, as in every work list', async () => {
  await open();
  await userEvent.keyboard('n');
  expect(screen.queryByText(/^Anrufe von/)).toBeNull();
  await userEvent.keyboard('jn');
  expect(await screen.findByText('Anrufe von 1002: , neu')).toBeTruthy();
});

test('reception finds a person, sees the number, and ticks off the papers of several people at once', async () => {
  const sent = await open();
  expect(screen.getAllByRole('link', { name: '0171 392 11 04' })[0]?.getAttribute('href')).toBe(
    'tel:01713921104',
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Name oder Patientennummer' }), 'klein');
  await waitFor(() => expect(screen.queryByText('Özkan, Emil')).toBeNull());
  await userEvent.clear(screen.getByRole('textbox', { name: 'Name oder Patientennummer' }));
  await screen.findByText('Özkan, Emil');
  for (const name of ['Özkan, Emil', 'Klein, Ida'])
    await userEvent.click(screen.getByRole('checkbox', { name: `${name} auswählen` }));
  await userEvent.click(screen.getByRole('button', { name: 'Unterlagen liegen vor (2)' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ja, sie liegen vor' }));
  await waitFor(() =>
    expect(sent.filter((one) => one.method === 'POST').map((one) => one.path)).toEqual([
      `/tablet/tasks/${TASK}/paper-filed`,
      '/tablet/tasks/0190a1b2-0000-7000-8000-000000000002/paper-filed',
    ]),
  );
});
test('a search that finds no patient is given up by a press, and everyone stays', async () => {
  await open();
  const field = screen.getByRole<HTMLInputElement>('textbox', {
    name: 'Name oder Patientennummer',
  });
  await userEvent.type(field, 'niemand');
  await userEvent.click(await screen.findByRole('button', { name: 'Alle zeigen' }));
  await screen.findByText('Özkan, Emil');
  // Longer than the pause after which the address follows the field.
  await new Promise((go) => setTimeout(go, 400));
  expect([field.value, screen.queryByText('Özkan, Emil') !== null]).toEqual(['', true]);
});
test('the keys walk through the people', async () => {
  await open();
  await userEvent.keyboard('j');
  await userEvent.keyboard('j');
  expect(document.activeElement?.textContent).toContain('Klein, Ida');
});

test('a rejection is shown, and the paper stays on the list', async () => {
  isRefused = true;
  await open();
  await userEvent.click(
    screen.getByRole('button', { name: 'Papier liegt vor: Mehrkosten, Özkan, Emil' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Ja, es liegt vor' }));
  await waitFor(() =>
    expect(document.querySelector('[role="alert"][data-tone="bad"]')).not.toBeNull(),
  );
  expect(screen.queryByText('Papier liegt vor.')).toBeNull();
  expect(screen.getByText('85,80 € in Gefahr')).toBeTruthy();
});

test('an unsent paper is sent at reception for this person; the address has no name or number', async () => {
  await open();
  await userEvent.click(screen.getByRole('link', { name: 'Mappe senden: Özkan, Emil' }));
  expect(screen.getByText('/empfang {"send":"1002"}')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Mappe senden: Klein, Ida' })).toBeNull();
});

test('another period is requested, and an empty one is stated calmly', async () => {
  const sent = await open();
  shown = { ...full, visits: [], riskCents: 0, unknownRisk: 0 };
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Zeitraum' }), 'Nur heute');
  expect(await screen.findByText('In diesem Zeitraum fehlt keine Unterschrift.')).toBeTruthy();
  expect(sent.map((one) => one.path).filter((path) => path.startsWith('/papers/missing'))).toEqual([
    '/papers/missing?days=7',
    '/papers/missing?days=0',
  ]);
});

test('the link to the scan page shows how many pages wait', async () => {
  await open();
  expect(
    (await screen.findByRole('link', { name: 'Papier einlesen (2 ohne Zuordnung)' })).getAttribute(
      'href',
    ),
  ).toBe('/fehlend/einlesen');
});
