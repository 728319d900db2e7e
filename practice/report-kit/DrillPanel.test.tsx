// Tests of the rows below a figure: the figure itself, the number of rows, value and person of
// each, and paging.

import { fireEvent, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptSession } from '../session.ts';
import { fakeServer, stage } from '../ui/stage.fixture.tsx';
import { filter, kpi, overTime } from './report.fixture.ts';
import { DrillPanel } from './DrillPanel.tsx';
import texts from './texts.de.json';

beforeEach(() =>
  acceptSession({
    authToken: 't',
    expiresAt: 0,
    r4chost: 'http://localhost',
    r4cUuid: 'r',
    praxis: { name: 'P' },
    account: { factorNeed: 'no', lockMinutes: 10 },
    user: {
      id: 'u',
      cid: 'c',
      email: 'e',
      firstName: 'A',
      lastname: 'B',
      role: 'owner',
      behandler: true,
    },
  }),
);
afterEach(() => vi.unstubAllGlobals());
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

test('a figure opens to its rows, numerator and denominator in their own units, page by page', async () => {
  const sent = fakeServer(({ path }) => ({
    body: overTime({
      kpis: [kpi('stundensatz', 412.4), kpi('anzahl', 201)],
      zeilen: path.includes('seite=2')
        ? [row(200, { teil: 'nenner', entity: 'termin', wert: 0.5, worte: 'WAHRGENOMMEN' })]
        : Array.from({ length: 200 }, (_, at) => row(at)),
    }),
  }));
  await stage(
    <BrowserRouter>
      <DrillPanel
        drill={{ figure: 'stundensatz', filter, label: 'Dr. Weber' }}
        onClose={() => undefined}
      />
    </BrowserRouter>,
    { auswertung: texts },
  );
  expect(
    await screen.findByText('Woraus sich Honorarstundensatz · Dr. Weber zusammensetzt'),
  ).toBeTruthy();
  expect(
    (await screen.findByText('201 Zeilen')) &&
      plain(document.querySelector('.a-drill-row')?.textContent ?? ''),
  ).toBe('Dr. Weber · BEMA · 13c85,80 €Zähler · 20.11.2026 · Groß, Anna');
  expect([plain(screen.getByText(/412,40/).textContent), screen.getByText('201 Zeilen')]).toEqual([
    '412,40 €',
    expect.anything(),
  ]);
  expect(document.querySelector('.a-drill-row a')?.getAttribute('href')).toBe('/patient/1001');
  fireEvent.click(screen.getByText('Weitere laden'));
  expect(plain((await screen.findByText('wahrgenommen')).parentElement?.textContent ?? '')).toBe(
    'wahrgenommen0,5 hNenner · 20.11.2026 · Groß, Anna',
  );
  expect([
    sent[0]?.path.startsWith('/api/zeilen/stundensatz?von=2025-12-01'),
    sent.length,
    screen.queryByText('Weitere laden'),
  ]).toEqual([true, 2, null]);
});
