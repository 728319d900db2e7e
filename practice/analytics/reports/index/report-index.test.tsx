// Tests of the list of reports: search in both languages, favourites, last opened, stored figures,
// and the keys.

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { REPORT_PATHS } from '../../../../shared/analytics/reports/report-pages.ts';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { ReportsPage } from '../ReportsPage.tsx';
import texts from '../texts.de.json';
import { noteOpened } from './last-opened.ts';
import de from './names.de.json';
import en from './names.en.json';

const signIn = (reports: string[] = []): void =>
  signInAs('owner', { behandler: true, figures: 'alle', settings: { reports } });
const PREVIEW = {
  items: [
    {
      report: 'umsatz/zeitreihe',
      kennzahl: 'umsatz',
      wert: 50_084.2,
      verlauf: [1_000, null, 2_000],
    },
  ],
  zeit: { von: '2026-11-01', bis: '2026-11-25' },
  istGrosserTarif: true,
};
async function show(preview: typeof PREVIEW = PREVIEW): Promise<Sent[]> {
  const sent = fakeServer(({ method, body }) =>
    method === 'PUT' ? { body: body as object } : { body: preview },
  );
  await stage(
    <MemoryRouter initialEntries={['/berichte']}>
      <Routes>
        <Route path="/berichte" element={<ReportsPage />} />
        <Route path="*" element={<p>opened</p>} />
      </Routes>
    </MemoryRouter>,
    { berichte: texts },
  );
  return sent;
}
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});
const search = (): HTMLElement => screen.getByRole('textbox', { name: texts['index.search'] });
const names = (): (string | null)[] =>
  screen.getAllByRole('listitem').map((row) => within(row).getAllByRole('link')[0]!.textContent);

test('every report has a short name and synonyms in both languages', () => {
  const keys = REPORT_PATHS.flatMap((path) => [`name.${path}`, `also.${path}`]).sort();
  expect(Object.keys(de).sort()).toEqual(keys);
  expect(Object.keys(en).sort()).toEqual(keys);
});
test.each([
  ['no-show', 'Terminausfälle'],
  ['ueberfaellig', 'Überfällige Rechnungen'],
  ['break-even', 'Gewinnschwelle'],
  ['zahnreinigung', 'Prophylaxe'],
])('the owner finds by „%s“ the report „%s“', async (typed, name) => {
  signIn();
  await show();
  fireEvent.change(search(), { target: { value: typed } });
  expect(names()[0]).toContain(name);
});
test('a search without a hit shows a message; Escape shows all reports again', async () => {
  signIn();
  await show();
  fireEvent.change(search(), { target: { value: 'xyzzy' } });
  expect(screen.getByText(texts['index.none'])).toBeTruthy();
  fireEvent.keyDown(search(), { key: 'Escape' });
  expect(names().length).toBeGreaterThan(REPORT_PATHS.length);
});
test('a plan without the larger reports does not list them, and states where they belong', async () => {
  signIn(['extended/faktoren']);
  await show({ ...PREVIEW, istGrosserTarif: false });
  expect(await screen.findByText(texts['index.notInPlan'])).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Favoriten' })).toBeNull();
  const links = screen.getAllByRole('link').map((one) => one.getAttribute('href') ?? '');
  expect(links.filter((href) => /berichte\/(extended|gewinn|benchmark)/.test(href))).toEqual([]);
  expect(links.some((href) => href.startsWith('/berichte/umsatz'))).toBe(true);
});
test('reports that are switched off are not listed, not even as favourites', async () => {
  signInAs(
    'owner',
    { figures: 'alle', settings: { reports: ['benchmark', 'praxiskpi'] } },
    { off: ['comparison'] },
  );
  await show();
  const links = screen.getAllByRole('link').map((one) => one.getAttribute('href') ?? '');
  expect(links.filter((href) => /berichte\/benchmark/.test(href))).toEqual([
    '/berichte/benchmark/kzv',
  ]);
  expect(links).toContain('/berichte/praxiskpi');
});
test('the stored figure stands at its report and opens it for the same month', async () => {
  signIn();
  await show();
  const link = await screen.findByRole('link', {
    name: /50\.084/,
  });
  expect(link.getAttribute('href')).toBe('/berichte/umsatz/zeitreihe?zeit=monat');
  expect(screen.getByText('Zahlen an den Berichten: 01.11.2026 bis 25.11.2026')).toBeTruthy();
  expect(document.querySelectorAll('.be-spark')).toHaveLength(1);
});
test('a star saves the report as a favourite with the account, a second press takes it away', async () => {
  signIn(['praxiskpi']);
  const sent = await show();
  expect(
    within(screen.getByRole('region', { name: 'Favoriten' })).getAllByRole('listitem'),
  ).toHaveLength(1);
  const star = (): HTMLElement =>
    screen.getAllByRole('button', { name: '„Prophylaxe“ als Favorit' })[0]!;
  fireEvent.click(star());
  await waitFor(() => expect(star().getAttribute('aria-pressed')).toBe('true'));
  expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/auth/user/setting',
    body: { reports: ['praxiskpi', 'extended/prophylaxe'] },
  });
  fireEvent.click(star());
  await waitFor(() =>
    expect(sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      reports: ['praxiskpi'],
    }),
  );
});
test('the last opened reports come first, and the keys reach and open them', async () => {
  signIn();
  noteOpened('u', 'rechnungen/offen');
  noteOpened('u', 'umsatz/prognose');
  await show();
  expect(
    names()
      .slice(0, 2)
      .map((name) => name?.slice(0, 6)),
  ).toEqual(['Progno', 'Offene']);
  fireEvent.keyDown(document.body, { key: 'f' });
  expect(document.activeElement).toBe(search());
  fireEvent.keyDown(search(), { key: 'ArrowDown' });
  fireEvent.keyDown(document.activeElement!, { key: 'j' });
  expect(document.activeElement?.textContent).toContain('Offene Rechnungen');
  fireEvent.keyDown(document.activeElement!, { key: 'Enter' });
  expect(await screen.findByText('opened')).toBeTruthy();
});
