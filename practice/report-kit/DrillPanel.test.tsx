// Tests of the rows below a figure: value and person of each, and the order of all rows.

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInAs } from '../session.fixture.ts';
import { fakeServer, stage } from '../ui/stage.fixture.tsx';
import { filter, kpi, overTime } from './report.fixture.ts';
import { DrillPanel } from './DrillPanel.tsx';
import texts from './texts.de.json';

beforeEach(() => {
  signInAs('owner', { behandler: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ');
const row = (at: number, more: object = {}) => ({
  teil: 'zaehler',
  entity: 'leistung',
  id: `l${at}`,
  tag: '2026-11-20',
  patid: '1001',
  name: 'Groß, Anna',
  worte: 'Dr. Weber · BEMA · 13c',
  wert: 85.8,
  ...more,
});

const show = (figure: string, label = '') =>
  stage(
    <BrowserRouter>
      <DrillPanel drill={{ figure, filter, label }} onClose={() => undefined} />
    </BrowserRouter>,
    { auswertung: texts },
  );
/** The rows as printed: without a layout the screen renders none. */
const cells = (): string[] => {
  fireEvent(window, new Event('beforeprint'));
  return [...document.querySelectorAll('.a-grid tbody tr:not([aria-hidden])')].map((line) =>
    plain([...line.querySelectorAll('td')].map((cell) => cell.textContent).join(' | ')),
  );
};
const COLUMNS = [
  { key: 'teil', titel: 'Zählt als', typ: 'wort' as const },
  { key: 'entity', titel: 'Art', typ: 'wort' as const },
  { key: 'tag', titel: 'Tag', typ: 'tag' as const },
  { key: 'patid', titel: 'Patient', typ: 'patient' as const },
  { key: 'name', titel: 'Name', typ: 'text' as const },
  { key: 'worte', titel: 'Was', typ: 'text' as const },
  { key: 'wert', titel: 'Wert', typ: 'eur' as const },
];
const answer = (figure: string, zeilen: object[], all: number) =>
  overTime({
    kpis: [kpi(figure, 412.4), kpi('anzahl', all)],
    spalten: COLUMNS,
    zeilen: zeilen as ReturnType<typeof row>[],
  });

test('a figure opens to its rows, numerator and denominator in their own units', async () => {
  fakeServer(() => ({
    body: answer(
      'stundensatz',
      [row(1), row(2, { teil: 'nenner', entity: 'termin', wert: 0.5, worte: 'WAHRGENOMMEN' })],
      2,
    ),
  }));
  await show('stundensatz', 'Dr. Weber');
  expect(
    await screen.findByText('Woraus sich Honorarstundensatz · Dr. Weber zusammensetzt'),
  ).toBeTruthy();
  await screen.findByText('2 Zeilen');
  expect(cells()[0]).toBe(
    'Zähler | Leistungen | 20.11.2026 | Groß, Anna | Dr. Weber · BEMA · 13c | 85,80 €',
  );
  expect(cells()[1]).toMatch(/^Nenner \| Termine \| .* \| wahrgenommen \| 0,5 h$/);
  expect(screen.getAllByRole('link', { name: 'Groß, Anna' })[0]?.getAttribute('href')).toBe(
    '/patient/1001',
  );
});
test('an order is applied to all rows: those that are missing are loaded first', async () => {
  const many = Array.from({ length: 200 }, (_, at) => row(at));
  const sent = fakeServer(({ path }) => ({
    body: path.includes('jeseite=2000')
      ? answer('umsatz', [...many, row(200, { wert: 999 })], 201)
      : answer('umsatz', many, 201),
  }));
  await show('umsatz');
  expect(await screen.findByText('200 von 201 Zeilen')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Wert' }));
  expect(await screen.findByText('201 Zeilen')).toBeTruthy();
  expect(cells()[0]).toContain('999,00 €');
  expect(sent.filter(({ path }) => path.includes('&seite=1&jeseite=2000'))).toHaveLength(1);
  expect(screen.queryByText('Weitere laden')).toBeNull();
});
test('a file has all rows, and tells numerator from denominator although the first page has only one', async () => {
  const many = Array.from({ length: 200 }, (_, at) => row(at)),
    hour = row(200, { teil: 'nenner', entity: 'termin', wert: 0.5, worte: 'WAHRGENOMMEN' });
  fakeServer(({ path }) => ({
    body: answer('stundensatz', path.includes('jeseite=2000') ? [...many, hour] : many, 201),
  }));
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:x';
  });
  await show('stundensatz');
  await screen.findByText('200 von 201 Zeilen');
  fireEvent.click(screen.getByRole('button', { name: 'Exportieren' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Als CSV-Datei' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [head, ...lines] = (await files[0]!.text()).trim().split('\r\n');
  expect([head, lines.length]).toEqual(['Zählt als;Art;Tag;Patient;Name;Was;Wert', 201]);
  expect([lines[0], lines[200]]).toEqual([
    'Zähler;Leistungen;20.11.2026;1001;Groß, Anna;Dr. Weber · BEMA · 13c;85,80',
    'Nenner;Termine;20.11.2026;1001;Groß, Anna;wahrgenommen;0,5',
  ]);
});
