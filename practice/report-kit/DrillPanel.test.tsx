// Tests of the rows below a figure: value and person of each, and the order of all rows.

import { cleanup, fireEvent, screen } from '@testing-library/react';
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
