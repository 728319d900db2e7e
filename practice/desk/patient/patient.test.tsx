// Tests of the patient page: summary, papers and questionnaires with links to their rows, open
// proposals for users who work with them.

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import auswertung from '../../report-kit/texts.de.json';
import { PatientPage } from './PatientPage.tsx';
import { RecordsPartsProvider } from './records-parts.ts';
import words from '../../../shared/analytics/reports/worklist-words.de.json';
import own from './texts.de.json';

const texts = { ...words, ...own };

const short: Pick<PracticeReport, 'spalten' | 'zeilen'> = {
  spalten: [
    { key: 'patid', titel: 'Patient', typ: 'patient' },
    { key: 'name', titel: 'Name', typ: 'text' },
    { key: 'kasse', titel: 'Kasse', typ: 'text' },
  ],
  zeilen: [{ patid: '90001', name: 'Groß, Jörg', kasse: 'AOK Nordost' }],
};
const papers = {
  papers: [
    {
      id: 't2',
      template: 'x@1',
      title: 'Aufklärung',
      stand: 'missing',
      state: 'part_signed',
      at: Date.UTC(2026, 10, 20, 9),
      waitsFor: ['Cem Groß'],
    },
    {
      id: 't1',
      template: 'y@1',
      title: 'Kostenvereinbarung',
      stand: 'done',
      state: 'filed',
      at: Date.UTC(2026, 10, 1, 9),
      waitsFor: [],
    },
  ],
  forms: [
    {
      id: 'a1',
      form: 'z@1',
      title: 'Gesundheit',
      stand: 'done',
      state: null,
      at: Date.UTC(2026, 10, 2, 9),
    },
  ],
};
const services: Pick<PracticeReport, 'spalten' | 'zeilen'> = {
  spalten: [
    { key: 'patid', titel: 'Patient', typ: 'patient' },
    { key: 'text', titel: 'Leistung', typ: 'text' },
  ],
  zeilen: [{ patid: '90001', text: 'Vitalitätsprüfung' }],
};
const person = {
  patid: '90001',
  firstName: 'Jörg',
  lastName: 'Groß',
  geburtsdatum: '1958-03-12',
  street: 'Lindenallee 3',
  plz: '10115',
  city: 'Berlin',
  mobile: '0171 3920',
  phone: '',
  landline: '',
  herkunft: 'pvs',
  sameNames: [],
};
const alerts = {
  count: 1,
  answeredAt: Date.UTC(2026, 10, 20, 9),
  unread: [],
  groups: [
    {
      kind: 'blutverduenner',
      state: 'ja',
      entries: [
        {
          state: 'ja',
          question: '',
          answer: 'Eliquis',
          at: '2026-11-20T09:00:00Z',
          answersId: null,
        },
      ],
    },
    {
      kind: 'herzkreislauf',
      state: 'ja',
      entries: [
        {
          state: 'ja',
          question: '',
          answer: 'Herzinfarkt',
          at: '2024-03-12T09:00:00Z',
          unconfirmed: '2024-03-12',
          answersId: null,
        },
      ],
    },
  ],
  changes: [{ what: 'added', text: 'Medikamente', after: 'Eliquis', lastAt: 0 }],
};
const points = {
  items: [
    {
      kind: 'hkp',
      id: 'h1',
      grund: 'laeuft_ab',
      tag: '2026-12-12',
      art: 'ZE',
      text: null,
      schritt: null,
      bis: null,
    },
  ],
};
const listOf =
  (part: string) =>
  ({ patid, name }: { patid: string; name: string }) => <p>{`${part} ${patid} ${name}`}</p>;
const RECORDS_PARTS = {
  dokumente: listOf('dokumente'),
  einwilligungen: listOf('einwilligungen'),
  freigaben: listOf('freigaben'),
};
async function open(
  role: 'owner' | 'reception',
  onRender?: () => void,
  address = '/patient/90001',
): Promise<Sent[]> {
  signInAs(role);
  const sent = fakeServer(({ path }) => ({
    body:
      path === '/patient/patients/90001'
        ? person
        : path.startsWith('/anamnese/alerts')
          ? role === 'reception'
            ? { ...alerts, groups: [], changes: [] }
            : alerts
          : path === '/api/arbeitsliste/patient/90001'
            ? points
            : path === '/tablet/parked'
              ? { items: [] }
              : path === '/patient/patients/90001/changes'
                ? { open: [{ id: 'c1' }, { id: 'c2' }] }
                : path === '/papers/of/90001'
                  ? papers
                  : path.startsWith('/api/abrechnungsvorschlaege')
                    ? { offen: { anzahl: 3, cents: 12_050 } }
                    : path.startsWith('/api/patient/90001?')
                      ? { ...short, kpis: [], serien: [], meta: {} }
                      : onRender !== undefined && path.startsWith('/api/patient/90001/leistungen')
                        ? { ...services, kpis: [], serien: [], meta: {} }
                        : { spalten: [], zeilen: [], kpis: [], serien: [], meta: {} },
  }));
  await stage(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route
          path="/patient/:patid/:teil?"
          element={
            <Profiler id="page" onRender={() => onRender?.()}>
              <RecordsPartsProvider value={RECORDS_PARTS}>
                <PatientPage />
              </RecordsPartsProvider>
            </Profiler>
          }
        />
      </Routes>
    </MemoryRouter>,
    { patient: texts, auswertung },
  );
  await screen.findByText(role === 'owner' ? 'AOK Nordost' : '0171 3920');
  return sent;
}
// The test DOM has no layout sizes.
beforeEach(() => {
  for (const [size, px] of [
    ['clientHeight', 560],
    ['clientWidth', 900],
  ] as const)
    Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => px });
});
afterEach(() => {
  for (const size of ['clientHeight', 'clientWidth'] as const)
    Reflect.deleteProperty(HTMLElement.prototype, size);
  vi.unstubAllGlobals();
  clearSession();
});

test('open proposals are linked in the summary of an owner', async () => {
  await open('owner');
  expect(
    (await screen.findByRole('link', { name: /^3 offen · 120,50\s€$/ })).getAttribute('href'),
  ).toBe('/abrechnung?patid=90001');
});

test('alerts show the critical answer with its day, and what changed; reception sees their number only', async () => {
  await open('owner');
  const shown = await screen.findByRole('region', { name: 'Warnhinweise' });
  expect(shown.textContent).toContain('Eliquis 20.11.2026');
  expect(shown.textContent).toContain('Herzinfarkt nicht bestätigt seit 12.03.2024');
  expect(shown.textContent).toContain('Neu seit letztem Mal + Medikamente: Eliquis');
  cleanup();
  await open('reception');
  expect(await screen.findByText('1 Angabe fürs Behandlungsteam')).toBeTruthy();
  expect(screen.queryByText(/Eliquis/)).toBeNull();
});

test('each open point leads to the place where it is settled, also at reception, without sums', async () => {
  await open('reception');
  await screen.findByRole('link', { name: /^Plan öffnen/ });
  const open_ = screen.getByRole('region', { name: 'Offen' });
  expect(
    within(open_)
      .getAllByRole('link')
      .map((link) => `${link.getAttribute('aria-label')} → ${link.getAttribute('href')}`),
  ).toEqual([
    'Freigabe ansehen: Aufklärung: Unterschrift fehlt (Cem Groß) → /dokumente/freigaben',
    'Prüfen: 2 geänderte Angaben zu prüfen → /stammdaten?patid=90001',
    'Plan öffnen: HKP Zahnersatz: läuft ab → /hkp?q=90001&zeile=h1',
  ]);
  expect(open_.textContent).toContain('bis 12.12.2026');
  expect(open_.textContent).not.toContain('€');
});

test('scores over time are a tab of those who may open answers, not of reception', async () => {
  await open('owner');
  expect(await screen.findByRole('tab', { name: 'Werte im Verlauf' })).toBeTruthy();
  cleanup();
  const sent = await open('reception', undefined, '/patient/90001/verlauf');
  expect(screen.queryByRole('tab', { name: 'Werte im Verlauf' })).toBeNull();
  expect(sent.some(({ path }) => path.startsWith('/anamnese/scores'))).toBe(false);
});

test('a tab has its own address, earlier addresses still work, and a tab without a right leaves no hole', async () => {
  await open('owner', undefined, '/patient/90001/boegen?stand=done');
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Fragebögen');
  cleanup();
  await open('owner', undefined, '/patient/90001?teil=papiere');
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe(
    own['part.papiere'],
  );
  cleanup();
  await open('reception', undefined, '/patient/90001/rechnungen');
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe(
    own['part.papiere'],
  );
  expect(screen.queryByRole('tab', { name: 'Rechnungen' })).toBeNull();
});

test('documents, consents and shares of the person are lists of the page, for every role', async () => {
  for (const role of ['owner', 'reception'] as const)
    for (const part of ['dokumente', 'einwilligungen', 'freigaben']) {
      await open(role, undefined, `/patient/90001/${part}`);
      await screen.findByText(`${part} 90001 Groß, Jörg`);
      cleanup();
    }
});

test('a member of the team opens answers from the list, reception sees that they are there', async () => {
  await open('owner', undefined, '/patient/90001/boegen');
  expect(await screen.findByRole('button', { name: 'Gesundheit' })).toBeTruthy();
  cleanup();
  await open('reception', undefined, '/patient/90001/boegen');
  expect(await screen.findByText('Gesundheit')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Gesundheit' })).toBeNull();
});

test('reception sees name, telephone and papers of a patient, requests no report, and can send', async () => {
  const sent = await open('reception');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Groß, Jörg');
  expect(screen.getByRole('link', { name: '0171 3920' }).getAttribute('href')).toBe('tel:01713920');
  expect(screen.getByRole('link', { name: 'Mappe senden' }).getAttribute('href')).toBe('/empfang');
  await screen.findByText('Kostenvereinbarung');
  expect(sent.map(({ path }) => path).filter((path) => path.startsWith('/api/'))).toEqual([
    '/api/arbeitsliste/patient/90001',
  ]);
  for (const word of ['Rechnungen', 'Abrechnungsvorschläge'])
    expect(screen.queryByText(word)).toBeNull();
});
test('the page settles once its list is loaded: endless re-renders would block navigation', async () => {
  let renders = 0;
  await open('owner', () => {
    renders += 1;
  });
  await screen.findByText(/^1 Zeile$/);
  const before = renders;
  for (let turn = 0; turn < 20; turn += 1)
    await new Promise((done) => {
      setTimeout(done, 2);
    });
  expect(renders - before).toBeLessThan(10);
});

test('the summary counts done and missing papers; each number opens its rows, which can be exported', async () => {
  const sent = await open('owner'),
    files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:1';
  });
  expect(
    (await screen.findAllByRole('button', { name: /Zeilen zeigen$/ })).map(
      (one) => one.textContent,
    ),
  ).toEqual(['1 unterschrieben', '1 ohne Unterschrift', '1 beantwortet', '0 offen']);
  await userEvent.click(screen.getByRole('button', { name: '1 ohne Unterschrift, Zeilen zeigen' }));
  await screen.findByText('Cem Groß');
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['AufklärungUnterschrift fehlt20.11.2026Cem Groß']);
  await userEvent.click(screen.getByRole('button', { name: 'Exportieren' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Als CSV-Datei' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect((await files[0]!.text()).replace('\uFEFF', '')).toBe(
    'Unterlagen;Stand;Tag;Es fehlt\r\nAufklärung;Unterschrift fehlt;20.11.2026;Cem Groß\r\n',
  );
  // A PDF of exactly the displayed rows.
  await userEvent.click(screen.getByRole('button', { name: 'Exportieren' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Als PDF' }));
  await waitFor(() =>
    expect(sent.map(({ path }) => path)).toContain(
      '/papers/of/90001/pdf?teil=papiere&stand=missing',
    ),
  );
  expect(sent.filter(({ path }) => path === '/papers/of/90001')).toHaveLength(1);
  vi.restoreAllMocks();
});
