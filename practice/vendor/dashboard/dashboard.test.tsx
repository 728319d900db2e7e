// The vendor's figures: a tile opens its rows with the same value, a month changes the figures of a
// month, and failures say so.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { FIGURES, lastMonths } from '../../../shared/vendor/dashboard.ts';
import type { Dashboard, FigureRows } from '../../../shared/vendor/dashboard.schema.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import vendorzahlen from './texts.de.json';

const NOW = Date.UTC(2026, 10, 20, 9),
  DATA: Dashboard = {
    month: '2026-11',
    at: NOW,
    figures: FIGURES.map((figure) => ({ figure, value: figure === 'owed' ? 17_731 : 2 })),
    churn: { ended: 2, of: 40 },
    months: lastMonths(NOW).map((month, i) => ({
      month,
      cents: i * 1000,
      contracts: i,
      monthlyCents: i * 14_900,
    })),
  },
  ROWS: FigureRows = {
    items: [
      { cid: 'a', practice: 'Praxis A', label: 'M-1', at: NOW, cents: 17_000, to: '' },
      { cid: 'b', practice: 'Praxis B', label: 'M-2', at: NOW, cents: 731, to: '/betrieb' },
    ],
    count: 2,
    value: 17_731,
  };
const open = async (rows: FigureRows = ROWS, status = 200): Promise<Sent[]> => {
  const sent = fakeServer(({ path }) =>
    status !== 200
      ? errorAnswer(status, 'internal')
      : { body: path.startsWith('/admin/dashboard/') ? rows : DATA },
  );
  await stage(
    <MemoryRouter>
      <DashboardPage />
    </MemoryRouter>,
    { vendorzahlen },
  );
  return sent;
};
beforeEach(() => {
  window.history.replaceState(null, '', '/');
});

test('a number opens to rows with the same sum, by key, and the focus goes there', async () => {
  await open();
  const tile = await screen.findByRole('button', { name: /Offene Forderungen/ });
  expect(tile.textContent).toContain('177,31');
  tile.focus();
  await userEvent.keyboard('{Enter}');
  const panel = await screen.findByRole('region', { name: vendorzahlen['figure.owed'] });
  expect(await within(panel).findByText(/Summe aller 2 Zeilen: 177,31/)).toBeTruthy();
  expect(within(panel).getByRole('link', { name: 'Praxis B' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe(vendorzahlen['figure.owed']);
  await userEvent.click(within(panel).getByRole('button', { name: vendorzahlen.close }));
  expect(screen.queryByRole('region', { name: vendorzahlen['figure.owed'] })).toBeNull();
});

test('ended contracts show their share', async () => {
  await open();
  const tile = await screen.findByRole('button', { name: /Beendete Verträge/ });
  expect(tile.textContent?.replace(/\u00a0/g, ' ')).toContain('5 % von 40');
});

test('a month is asked for; the present one is marked as running', async () => {
  const sent = await open();
  await userEvent.click(await screen.findByRole('button', { name: /^Okt.* 2026: / }));
  await waitFor(() => expect(sent.at(-1)?.path).toBe('/admin/dashboard?month=2026-10'));
  expect(screen.getByRole('button', { name: /Nov.* \(bis heute\)/ })).toBeTruthy();
});

test('no rows, and a failure, say so', async () => {
  await open({ items: [], count: 0, value: 0 });
  await userEvent.click(await screen.findByRole('button', { name: /Gekündigt/ }));
  expect(await screen.findByText(vendorzahlen.none)).toBeTruthy();
  await open(ROWS, 500);
  expect(await screen.findByRole('alert')).toBeTruthy();
});
