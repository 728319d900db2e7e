// Tests of deliveries as an owner sees them: the one in effect and its age, withdrawing with undo,
// receiving, the import paths when empty.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import {
  REFUSED_DAYS,
  type BatchAnswer,
} from '../../../shared/analytics/deliveries/collector.schema.ts';
import { PVS_ENTITIES } from '../../../shared/analytics/deliveries/pvs.ts';
import { errorAnswer, fakeServer, stage, type Sent } from '../../ui/stage.fixture.tsx';
import { ageWords } from './age.ts';
import { DataPage } from './DataPage.tsx';
import de from './texts.de.json';

const HOUR = 3_600_000,
  NOW = Date.now();
const batch = (number: number, more: Partial<BatchAnswer> = {}): BatchAnswer => ({
  batch: number,
  run: `lauf-${number}`,
  state: 'closed',
  source: 'Dampsoft',
  way: 'befehl',
  sha256: 'a',
  rows: 1200,
  counts: { patient: 200, leistung: 1000 },
  refused: 0,
  openedAt: NOW - 4 * HOUR,
  closedAt: NOW - 3 * HOUR,
  withdrawnAt: null,
  ...more,
});
let items: BatchAnswer[],
  isBroken = false;

async function open(): Promise<Sent[]> {
  const sent = fakeServer(({ path, method }) => {
    const one = items.find((row) => path.startsWith(`/collector/batches/${row.batch}`));
    if (isBroken) return errorAnswer(500, 'internal');
    if (one && method === 'GET')
      return {
        body: {
          batch: one,
          parts: [
            { part: 1, entity: 'patient', rows: 300, isDone: true, sha256: 'a' },
            { part: 2, entity: 'termin', rows: 50, isDone: false, sha256: 'b' },
          ],
        },
      };
    if (one) {
      const isBack = path.endsWith('/restore');
      if (isBack && one.closedAt === null) return errorAnswer(409, 'state_conflict');
      items = items.map((row) =>
        row === one
          ? { ...row, state: isBack ? 'closed' : 'withdrawn', withdrawnAt: isBack ? null : NOW }
          : row,
      );
      return { status: 204 };
    }
    const below = Number(/unter=(\d+)/.exec(path)?.[1] ?? Infinity);
    return { body: { items: items.filter((row) => row.batch < below).slice(0, 50) } };
  });
  await stage(
    <MemoryRouter>
      <DataPage />
    </MemoryRouter>,
    { daten: de },
  );
  return sent;
}
const posted = (sent: Sent[]): string[] =>
  sent.filter((one) => one.method === 'POST').map((one) => one.path);
const rows = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('list', { name: 'Lieferungen' }))
    .getAllByRole('listitem')
    .filter((one) => one.classList.contains('dt-row'));
afterEach(() => {
  isBroken = false;
  vi.unstubAllGlobals();
});

test('rejected lines can be saved as long as they are kept', async () => {
  const opened = (days: number) => ({ refused: 3, openedAt: NOW - days * 24 * HOUR });
  items = [batch(2, opened(REFUSED_DAYS - 1)), batch(1, opened(REFUSED_DAYS + 1))];
  await open();
  const [kept, old] = await rows();
  const name = `Als CSV speichern (${REFUSED_DAYS} Tage lang)`;
  expect(within(kept!).getByRole('button', { name })).toBeTruthy();
  expect(old?.textContent).toContain('Abgelehnte Zeilen: 3.');
  expect(within(old!).queryByRole('button', { name: /CSV/ })).toBeNull();
});

test('a delivery shows source, contents in words and rejections; the age is that of the one in effect', async () => {
  items = [
    batch(3, { state: 'withdrawn', closedAt: NOW - HOUR, withdrawnAt: NOW }),
    batch(2, {
      refused: 7,
      counts: { patient: 200, leistung: 1000, termin: 3, hkp: 2, recall: 1 },
    }),
    batch(1, { way: 'api', closedAt: NOW - 90 * HOUR }),
  ];
  await open();
  const [gone, counts, old] = await rows();
  expect(await screen.findByText(/^Neueste Lieferung vor 3 Stunden/)).toBeTruthy();
  expect(gone?.textContent).toContain('Zurückgenommen');
  expect(counts?.textContent).toContain(
    'Zeilen insgesamt: 1.200 · Leistungen: 1.000 · Patienten: 200 · Termine: 3 · Pläne (HKP): 2',
  );
  expect(counts?.textContent).toContain('Abgelehnte Zeilen: 7.');
  expect(within(counts!).getByText('Alle 5 Arten zeigen')).toBeTruthy();
  expect(old?.textContent).toMatch(/von einem Programm geliefert.*Zählt/);
  expect(old?.textContent).not.toContain('Abgelehnte');
});

test('withdrawing can be undone at once, and restored later', async () => {
  items = [batch(2)];
  const sent = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Lieferung 2 zurücknehmen' }));
  expect(await screen.findByText('Lieferung 2 zählt nicht mehr.')).toBeTruthy();
  expect(await screen.findByText('Zurzeit zählt keine Lieferung')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Rückgängig/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Lieferung 2 zurücknehmen' }));
  await userEvent.click(
    await screen.findByRole('button', { name: 'Lieferung 2 wiederherstellen' }),
  );
  expect(await screen.findByText('Die Lieferung zählt wieder.')).toBeTruthy();
  expect(posted(sent)).toEqual(
    ['withdraw', 'restore', 'withdraw', 'restore'].map((verb) => `/collector/batches/2/${verb}`),
  );
});

test('an open delivery shows its received rows; dropping it needs confirmation and offers no undo', async () => {
  items = [
    batch(5, { state: 'open', closedAt: null, rows: 0, counts: {}, way: 'api', sha256: null }),
  ];
  const sent = await open();
  expect(
    await screen.findByText('Bisher da: Teile 1, Zeilen 300. Zählt erst, wenn alles da ist.'),
  ).toBeTruthy();
  expect((await rows())[0]?.textContent).toContain('Kommt noch herein');
  await userEvent.click(screen.getByRole('button', { name: 'Lieferung 5 verwerfen' }));
  expect(posted(sent)).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Ja, verwerfen' }));
  await waitFor(async () =>
    expect((await rows())[0]?.textContent).toMatch(/verworfen .*Verworfen$/),
  );
  expect(posted(sent)).toEqual(['/collector/batches/5/withdraw']);
  expect(screen.queryByRole('button', { name: /wiederherstellen|Rückgängig/ })).toBeNull();
});

test('without any delivery the page names the import paths; an error can be retried', async () => {
  isBroken = true;
  items = [];
  await open();
  const again = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
  expect(screen.queryByText(/noch keine Daten da/)).toBeNull();
  isBroken = false;
  await userEvent.click(again);
  expect(await screen.findByText(/noch keine Daten da/)).toBeTruthy();
  expect(screen.getByText('npm run import -- ORDNER')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Zugänge für Programme' }).getAttribute('href')).toBe(
    '/zugaenge',
  );
});

test('older deliveries are loaded by a press, below the last one shown', async () => {
  items = Array.from({ length: 53 }, (_, i) => batch(53 - i));
  const sent = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Mehr zeigen' }));
  await waitFor(async () => expect(await rows()).toHaveLength(53));
  expect(sent.map((one) => one.path)).toContain('/collector/batches?limit=50&unter=4');
  expect(screen.queryByRole('button', { name: 'Mehr zeigen' })).toBeNull();
});

test('every kind of row has a label; an age is never in the future', () => {
  expect(PVS_ENTITIES.filter((entity) => !(`entity.${entity}` in de))).toEqual([]);
  expect([
    ageWords(NOW, NOW - HOUR, 'de'),
    ageWords(NOW - 49 * HOUR, NOW, 'de'),
    ageWords(NOW - HOUR, NOW, 'en'),
  ]).toEqual(['vor 1 Minute', 'vor 2 Tagen', '1 hour ago']);
});
