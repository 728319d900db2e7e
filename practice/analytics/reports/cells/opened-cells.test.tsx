// Tests of a number in a table: a press or a key opens its rows, the address names it, Back and a
// reload find it again, and a number that counts nothing is no button.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { byPractitioner, overTime } from '../../../report-kit/report.fixture.ts';
import auswertung from '../../../report-kit/texts.de.json';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { OneReportPage } from '../ReportsPage.tsx';
import texts from '../texts.de.json';

vi.mock('../../../charts/echarts.ts', () => ({
  openChart: () => ({
    setOption: () => undefined,
    on: () => undefined,
    off: () => undefined,
    resize: () => undefined,
    dispose: () => undefined,
  }),
}));
beforeEach(() => signInAs('owner', { behandler: true }));
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

const table = () =>
  overTime({
    spalten: [
      { key: 'behandler', titel: 'Behandler', typ: 'text' },
      { key: 'honorar', titel: 'Honorar', typ: 'eur' },
      { key: 'anteil', titel: 'Anteil', typ: 'anteil' },
    ],
    zeilen: [
      { id: 'b1', behandler: 'Dr. Änne Weber', honorar: 310, anteil: 0.6 },
      { id: 'b2', behandler: 'Dr. Zoë Özkan', honorar: 0, anteil: 0.4 },
    ],
    serien: [],
  });
async function show(address: string): Promise<Sent[]> {
  window.history.replaceState(null, '', address);
  for (const [size, px] of [
    ['clientHeight', 560],
    ['clientWidth', 900],
  ] as const)
    Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => px });
  const sent = fakeServer(({ path }) =>
    path.startsWith('/api/umsatz/behandler')
      ? { body: table() }
      : path.startsWith('/api/umsatz/zimmer')
        ? {
            body: overTime({
              spalten: [{ key: 'zimmer', titel: 'Zimmer', typ: 'text' }],
              zeilen: [],
              serien: [],
            }),
          }
        : path.startsWith('/api/zeilen/')
          ? {
              body: overTime({
                kpis: [
                  { ...byPractitioner().kpis[0]!, key: 'honorarumsatz', wert: 310 },
                  { ...byPractitioner().kpis[0]!, key: 'anzahl', wert: 1 },
                ],
                spalten: [{ key: 'wert', titel: 'Wert', typ: 'eur' }],
                zeilen: [{ teil: 'zaehler', wert: 310 }],
              }),
            }
          : { body: { items: [], stichworte: [], stand: null } },
  );
  await stage(
    <BrowserRouter>
      <Routes>
        <Route path="/berichte/*" element={<OneReportPage />} />
      </Routes>
    </BrowserRouter>,
    { auswertung, berichte: texts },
  );
  return sent;
}
const asked = (sent: Sent[]): string[] =>
  sent.flatMap(({ path }) => (path.startsWith('/api/zeilen/') ? [decodeURIComponent(path)] : []));
const CELL = { name: /^310,00\s€, Honorar, Dr\. Änne Weber: Zeilen öffnen$/ };

test('a cell opens exactly its rows, in the address, by a button; one that counts nothing is none', async () => {
  const sent = await show('/berichte/umsatz/behandler?zeit=jahr');
  const cell = await screen.findByRole('button', CELL);
  cell.focus();
  expect(document.activeElement).toBe(cell);
  const row = cell.closest('tr')!;
  expect(within(row).queryAllByRole('button')).toHaveLength(2);
  // Nothing makes up a zero.
  expect(screen.queryByRole('button', { name: /, Honorar, Dr\. Zoë Özkan/ })).toBeNull();
  fireEvent.click(cell);
  const panel = await screen.findByRole('dialog', { name: /Honorar · Dr\. Änne Weber/ });
  await waitFor(() => expect(panel.textContent).toContain('310,00'));
  expect(window.location.search).toContain('zelle=honorar%3Ab1');
  expect(asked(sent)[0]).toMatch(/^\/api\/zeilen\/honorarumsatz\?.*behandler=b1&.*&seite=1$/);
});
test('a link to a cell opens its rows again', async () => {
  const sent = await show('/berichte/umsatz/behandler?zeit=jahr&zelle=honorar:b1');
  expect(await screen.findByRole('dialog', { name: /Honorar · Dr\. Änne Weber/ })).toBeTruthy();
  await waitFor(() => expect(asked(sent)[0]).toContain('behandler=b1'));
});
