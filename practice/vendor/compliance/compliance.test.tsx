// The page on data protection: points of the practice's size, a reason where one does not apply, and
// the clock of a breach.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../../shared/base/day-math.ts';
import type { ProcessingView } from '../../../shared/accounts/terms.schema.ts';
import type { Compliance } from '../../../shared/vendor/compliance.schema.ts';
import { clearSession } from '../../session.ts';
import { signInAs } from '../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { BreachLettersPage } from './BreachLettersPage.tsx';
import { CompliancePage } from './CompliancePage.tsx';
import datenschutz from './texts.de.json';

const breach = {
  id: '01939c3e-0000-7000-8000-000000000001',
  text: 'Laptop gestohlen',
  people: null,
  measures: '',
  decision: 'undecided',
  reason: '',
  reportedAt: null,
  informedAt: null,
  rev: 1,
  name: 'Ada',
} as const;
const STORAGE = { isSealed: true, isKeyApart: false };
const CONTRACT: ProcessingView = {
  version: 2,
  validFrom: '2026-12-01',
  dueFrom: '2026-12-31',
  isReviewed: false,
  sha256: 'a'.repeat(64),
  de: { title: 'T', lines: ['a'] },
  en: { title: 'T', lines: ['a'] },
  accepted: { version: 1, at: Date.UTC(2026, 10, 20, 9), name: 'Ada Lund' },
  acceptedSha256: 'b'.repeat(64),
  state: 'soon',
  mayAccept: true,
  whoMay: ['Ada Lund'],
  changes: null,
  praxisName: 'P',
  services: ['mail'],
};
const open = async (
  change: Partial<Compliance> = {},
  contract: Partial<ProcessingView> = {},
): Promise<Sent[]> => {
  const sent = fakeServer(({ path, method }) =>
    method === 'PUT'
      ? { status: 204 }
      : path === '/api/settings'
        ? { body: { lockMinutes: 10, staffFactorFrom: '' } }
        : path === '/api/backup'
          ? { body: { level: 'alarm', lastGood: null } }
          : path === '/api/avv'
            ? { body: { ...CONTRACT, ...contract } }
            : { body: { profile: null, points: [], breaches: [], storage: STORAGE, ...change } },
  );
  await stage(
    <MemoryRouter>
      <CompliancePage />
    </MemoryRouter>,
    { datenschutz },
  );
  return sent;
};
beforeEach(() => signInAs('owner'));
afterEach(() => clearSession());

test('the size decides which annexes are asked, and facts show what to look at', async () => {
  await open({ profile: { people: 7, hasLargeDevices: false } });
  const card = await screen.findByRole('region', { name: datenschutz.guideline });
  expect(within(card).getByRole('status').textContent).toContain('Anlagen 1, 2, 5');
  expect(within(card).getByText('Anlage 2, Nr. 5–10')).toBeTruthy();
  expect(within(card).queryByText(/Anlage 3/)).toBeNull();
  expect(await screen.findByText(datenschutz['fact.noBackup'])).toBeTruthy();
  expect(screen.getByText(datenschutz['fact.ownersOnly'])).toBeTruthy();
});

test.each([
  [{ isSealed: true, isKeyApart: true }, ['fact.sealed', 'fact.apart']],
  [{ isSealed: false, isKeyApart: false }, ['fact.readable', 'fact.together']],
] as const)('the page says how this server stores the data: %o', async (storage, [data, key]) => {
  await open({ storage });
  expect(await screen.findByText(datenschutz[data])).toBeTruthy();
  expect(screen.getByText(datenschutz[key])).toBeTruthy();
});
test('a point that does not apply needs a reason', async () => {
  const sent = await open();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Datenschutz-Folgenabschätzung ändern' }),
  );
  await userEvent.selectOptions(screen.getByLabelText(datenschutz.state), 'not_applicable');
  const form = screen.getByLabelText(datenschutz.note).closest('form')!;
  await userEvent.click(within(form).getByRole('button', { name: datenschutz.store }));
  expect(screen.getByText(datenschutz.reasonMissing)).toBeTruthy();
  await userEvent.type(screen.getByLabelText(datenschutz.note), 'Einzelpraxis');
  await userEvent.click(within(form).getByRole('button', { name: datenschutz.store }));
  expect(await screen.findByText(datenschutz.stored)).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([
    {
      method: 'PUT',
      path: '/api/compliance/points/dsfa',
      body: { state: 'not_applicable', note: 'Einzelpraxis', nextDay: null },
    },
  ]);
});

test('a breach shows how much time is left, and when it is over', async () => {
  const now = Date.now(),
    rows = [10, 80].map((hours, n) => ({
      ...breach,
      id: `${breach.id.slice(0, -1)}${n}`,
      awareAt: now - hours * HOUR_MS - 60_000,
      changedAt: now,
    }));
  await open({ breaches: rows });
  expect(await screen.findByText(/Noch 61 Stunden/)).toBeTruthy();
  expect(screen.getByText(datenschutz['breach.late'])).toBeTruthy();
});

test('a breach is not stored with a day of report that lacks its time', async () => {
  const sent = await open();
  await userEvent.click(await screen.findByRole('button', { name: datenschutz.newBreach }));
  await userEvent.type(screen.getByLabelText(datenschutz['form.text']), 'Laptop gestohlen');
  const day = screen.getByRole('group', { name: datenschutz['form.reported'] }),
    form = within(day.closest('form')!),
    store = form.getByRole('button', { name: datenschutz.store });
  await userEvent.type(within(day).getByRole('textbox', { name: 'Tag' }), '01');
  await userEvent.type(within(day).getByRole('textbox', { name: 'Monat' }), '06');
  await userEvent.type(within(day).getByRole('textbox', { name: 'Jahr' }), '2026');
  await userEvent.click(store);
  expect(form.getByText(datenschutz['form.moment'])).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  await userEvent.type(form.getAllByLabelText(datenschutz['form.time'])[1]!, '14:30');
  await userEvent.click(store);
  await waitFor(() =>
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
      { reportedAt: Date.UTC(2026, 5, 1, 12, 30) },
    ]),
  );
});

test('the contract names version, who accepted it and when, until when the next one is due, and services', async () => {
  await open();
  const card = await screen.findByRole('region', { name: datenschutz.contract });
  expect(
    await within(card).findByText(/Fassung 1, angenommen von Ada Lund am 20\.11\.2026/),
  ).toBeTruthy();
  expect(card.textContent).toContain('Fassung 2 soll vor dem 31.12.2026 angenommen werden.');
  expect(card.textContent).toContain(datenschutz['contract.unreviewed']);
  const services = within(card)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(services.find((one) => one.includes('Mailserver'))).toMatch(/^Eingerichtet/);
  expect(services.find((one) => one.includes('Stripe'))).toMatch(/^Nicht eingerichtet/);
  expect(
    within(card).getByRole('link', { name: datenschutz['contract.accept'] }).getAttribute('href'),
  ).toBe('/agb#avv');
});

test('an accepted contract asks for nothing', async () => {
  await open({}, { state: 'accepted', version: 1 });
  const card = await screen.findByRole('region', { name: datenschutz.contract });
  expect(await within(card).findByText(datenschutz['contract.accepted'])).toBeTruthy();
  expect(card.textContent).not.toContain('angenommen werden');
  expect(within(card).getByRole('link', { name: datenschutz['contract.read'] })).toBeTruthy();
});

test('the drafts are filled from the register and the practice, follow the Land, and store nothing', async () => {
  const aware = Date.UTC(2026, 10, 20, 9),
    sent = fakeServer(({ path }) =>
      path === '/api/settings'
        ? {
            body: {
              praxisName: 'Praxis am Markt',
              street: 'Am Markt 7',
              plz: '10585',
              city: 'Berlin',
              phone: '030 1',
              mail: '',
              privacyContact: 'Dr. Ada Lund',
            },
          }
        : {
            body: {
              profile: null,
              points: [],
              breaches: [{ ...breach, awareAt: aware, changedAt: aware }],
            },
          },
    );
  await stage(
    <MemoryRouter initialEntries={[`/einstellungen/datenschutz/entwurf/${breach.id}`]}>
      <Routes>
        <Route path="/einstellungen/datenschutz/entwurf/:id" element={<BreachLettersPage />} />
      </Routes>
    </MemoryRouter>,
    { datenschutz },
  );
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: datenschutz['letters.report'],
  });
  expect(screen.getByText(datenschutz['letters.draft'])).toBeTruthy();
  expect(field.value).toContain('Laptop gestohlen');
  expect(field.value).toMatch(/^\[Aufsichtsbehörde\]/);
  await userEvent.click(screen.getByRole('combobox', { name: datenschutz['letters.land'] }));
  await userEvent.click(await screen.findByRole('option', { name: 'Bayern' }));
  expect(field.value).toMatch(/^Bayerisches Landesamt für Datenschutzaufsicht/);
  expect(screen.getByRole('link', { name: 'https://www.lda.bayern.de/' })).toBeTruthy();
  await userEvent.type(field, 'Nachtrag');
  expect(document.querySelector('pre')?.textContent).toContain('Nachtrag');
  await userEvent.click(screen.getByRole('radio', { name: datenschutz['letters.letter'] }));
  const letter = screen.getByRole<HTMLTextAreaElement>('textbox', {
    name: datenschutz['letters.letter'],
  });
  expect(letter.value).toContain('Dr. Ada Lund');
  await userEvent.click(screen.getByRole('radio', { name: datenschutz['letters.report'] }));
  await userEvent.click(screen.getByRole('button', { name: datenschutz['letters.reset'] }));
  expect(document.querySelector('pre')?.textContent).not.toContain('Nachtrag');
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  localStorage.clear();
});
