// Tests of the table: sorting both ways with what nobody knows last, columns, sums of what may be added up, and few drawn rows of many.

import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stage } from '../ui/stage.fixture.tsx';
import { byPractitioner, many, overTime } from './report.fixture.ts';
import { ReportTable } from './ReportTable.tsx';
import texts from './texts.de.json';

// This test's page has no sizes of its own.
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

test('sorts by a press on the head, down first where numbers stand; what nobody knows stays last both ways', async () => {
  const { spalten, zeilen } = byPractitioner();
  await stage(
    <ReportTable spalten={spalten} zeilen={zeilen} label="Behandler" sums={['umsatz']} />,
    { auswertung: texts },
  );
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
test('a column that is taken away is gone from the table and from what exports get; the last one stays', async () => {
  const { spalten, zeilen } = overTime(),
    seen = vi.fn();
  await stage(
    <ReportTable spalten={spalten.slice(0, 2)} zeilen={zeilen} label="Umsatz" onView={seen} />,
    { auswertung: texts },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Spalten' }));
  fireEvent.click(await screen.findByLabelText('Honorar'));
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['Zeitraum']);
  expect(seen.mock.lastCall?.[0]).toMatchObject({ spalten: [{ key: 'periode' }] });
  expect((await screen.findByLabelText<HTMLInputElement>('Zeitraum')).disabled).toBe(true);
});
test('of fifty thousand rows only those that are seen are drawn, and all of them are told and exported', async () => {
  const { spalten, zeilen } = many(50_000),
    seen = vi.fn();
  await stage(
    <ReportTable
      spalten={spalten}
      zeilen={zeilen}
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
  await stage(<ReportTable spalten={spalten} zeilen={zeilen} label="Behandler" onOpen={open} />, {
    auswertung: texts,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Dr. Zoë Özkan' }));
  expect(open.mock.lastCall?.[0]).toMatchObject({ id: 'b2' });
});
test('on paper every row stands, up to what paper can hold, and what is left out is told', async () => {
  const { spalten, zeilen } = many(2_500);
  await stage(<ReportTable spalten={spalten} zeilen={zeilen} label="Leistungen" />, {
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
