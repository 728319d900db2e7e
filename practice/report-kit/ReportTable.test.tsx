// Tests of the table: sorting both ways with unknown values last, columns, sums of additive
// columns, and virtualised rows.

import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stage } from '../ui/stage.fixture.tsx';
import { byPractitioner, many, overTime } from './report.fixture.ts';
import { Kpis } from './Kpis.tsx';
import { ReportTable } from './ReportTable.tsx';
import texts from './texts.de.json';

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
});
const plain = (text: string | null): string => (text ?? '').replaceAll('\u00A0', ' ');
const drawn = (): HTMLTableRowElement[] => [
  ...document.querySelectorAll<HTMLTableRowElement>('tbody tr[aria-rowindex]'),
];
const cells = (): string[][] =>
  drawn().map((row) => [...row.cells].map((cell) => plain(cell.textContent)));

test('sorts by a press on the head, numbers descending first; unknown values stay last both ways', async () => {
  const { spalten, zeilen } = byPractitioner();
  await stage(<ReportTable columns={spalten} rows={zeilen} label="Behandler" sums={['umsatz']} />, {
    auswertung: texts,
  });
  expect(cells().map(([name]) => name)).toEqual(['Dr. Änne Weber', 'Dr. Zoë Özkan', 'Frau Beck']);
  fireEvent.click(screen.getByRole('button', { name: 'Umsatz' }));
  expect([
    screen.getByRole('columnheader', { name: 'Umsatz' }).getAttribute('aria-sort'),
    cells().map(([, value]) => value),
  ]).toEqual(['descending', ['310.000,00 €', '250.000,00 €', '–']]);
  fireEvent.click(screen.getByRole('button', { name: 'Umsatz' }));
  expect(cells().map(([, value]) => value)).toEqual(['250.000,00 €', '310.000,00 €', '–']);
  expect(plain(document.querySelector('tfoot')?.textContent ?? '')).toBe('Summe560.000,00 €');
});
test('a hidden column is missing from table and exports; the last one cannot be hidden', async () => {
  const { spalten, zeilen } = overTime(),
    seen = vi.fn();
  await stage(
    <ReportTable columns={spalten.slice(0, 2)} rows={zeilen} label="Umsatz" onView={seen} />,
    { auswertung: texts },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Spalten' }));
  fireEvent.click(await screen.findByLabelText('Honorar'));
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['Zeitraum']);
  expect(seen.mock.lastCall?.[0]).toMatchObject({ spalten: [{ key: 'periode' }] });
  expect((await screen.findByLabelText<HTMLInputElement>('Zeitraum')).disabled).toBe(true);
});
test('of fifty thousand rows only the visible ones are rendered, and all are announced and exported', async () => {
  const { spalten, zeilen } = many(50_000),
    seen = vi.fn();
  await stage(
    <ReportTable
      columns={spalten}
      rows={zeilen}
      label="Leistungen"
      sums={['honorar']}
      sort={{ key: 'honorar', isDown: true }}
      onView={seen}
    />,
    { auswertung: texts },
  );
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('50001');
  expect(cells().length).toBeGreaterThan(10);
  expect(cells().length).toBeLessThan(80);
  const [view] = seen.mock.lastCall as [{ zeilen: { honorar?: number }[] }],
    shown = view.zeilen;
  expect([shown.length, shown[0]?.honorar, shown.at(-1)?.honorar]).toEqual([
    50_000,
    499.99,
    undefined,
  ]);
});
test('a row opens by its first cell, where it can be opened', async () => {
  const { spalten, zeilen } = byPractitioner(),
    open = vi.fn();
  await stage(<ReportTable columns={spalten} rows={zeilen} label="Behandler" onOpen={open} />, {
    auswertung: texts,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Dr. Zoë Özkan' }));
  expect(open.mock.lastCall?.[0]).toMatchObject({ id: 'b2' });
});
test('printing renders every row up to the limit of paper, and names the omitted rows', async () => {
  const { spalten, zeilen } = many(2_500);
  await stage(<ReportTable columns={spalten} rows={zeilen} label="Leistungen" />, {
    auswertung: texts,
  });
  const before = drawn().length;
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  expect([
    drawn().length,
    screen.getByText(/Auf Papier stehen die ersten 2\.?000 von 2\.?500 Zeilen/),
  ]).toEqual([2_000, expect.anything()]);
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  expect(drawn().length).toBe(before);
});

test('the sum of a table with further pages is that of all rows, never of the shown ones', async () => {
  const { spalten, zeilen } = many(10);
  await stage(
    <ReportTable
      columns={spalten}
      rows={zeilen}
      label="Leistungen"
      sums={['honorar', 'anzahl']}
      whole={{ anzahl: 8_026, jeSeite: 10, summen: { honorar: 222_371.99 } }}
    />,
    { auswertung: texts },
  );
  expect(screen.getByRole('status').textContent).toBe('10 von 8.026 Zeilen');
  const foot = [...document.querySelectorAll('tfoot td')].map((cell) => plain(cell.textContent));
  expect(foot).toContain('222.371,99 €');
  expect(foot.filter((text) => /\d/.test(text))).toHaveLength(1);
});
test('each row that can be opened has a button, even if the first one has none', async () => {
  const { spalten, zeilen } = byPractitioner(),
    opened = vi.fn();
  await stage(
    <ReportTable
      columns={spalten}
      rows={zeilen}
      label="Behandler"
      onOpen={opened}
      mayOpen={(row) => row !== zeilen[0]}
    />,
    { auswertung: texts },
  );
  const names = zeilen.map((row) => String(row['behandler']));
  expect(screen.queryByRole('button', { name: names[0]! })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: names[1]! }));
  expect(opened).toHaveBeenCalledExactlyOnceWith(zeilen[1]);
});
test('a figure that cannot follow a filter shows a dash and names the filter', async () => {
  const nothing = { vergleich: null, delta: null, ziel: null, zaehler: null, nenner: null };
  await stage(
    <Kpis
      kpis={[{ key: 'recallquote', wert: null, ...nothing, ohneFilter: ['zimmer', 'teams'] }]}
    />,
    { auswertung: texts },
  );
  const shown = plain(screen.getByRole('listitem').textContent);
  expect(shown).toContain('–');
  expect(shown).toContain('folgt den Filtern Zimmer, Team nicht');
});
