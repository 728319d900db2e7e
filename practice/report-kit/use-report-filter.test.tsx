// Tests of the filter in the address: parsing, defaults, invalid values, and the query of the call.

import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import {
  addressOf,
  queryOf,
  readFilter,
  useReportFilter,
  type FilterValues,
} from './use-report-filter.ts';

const TODAY = '2026-11-22';
afterEach(() => window.history.replaceState(null, '', '/'));

test("an empty address is the page's first period compared to the year before", () => {
  const { filter, period, active } = readFilter({}, TODAY, 'monat');
  expect([period, active, queryOf(filter)]).toEqual([
    'monat',
    [],
    'von=2026-11-01&bis=2026-11-22&vergleich=VORJAHR&basis=leistung&gruppierung=TAG&kennzahl=umsatz',
  ]);
});
test('days, lists and words are parsed; invalid values are dropped', () => {
  const read = readFilter(
    {
      von: '2026-01-01',
      bis: '2026-03-31',
      behandler: 'b1,b2,,b1',
      versicherung: 'GKV,ALLE',
      bereich: 'XY',
      vergleich: 'NIE',
      basis: 'zahlung',
      gruppierung: 'QUARTAL',
      kennzahl: 'honorar',
    },
    TODAY,
    'monat',
  );
  expect(read.period).toBe('frei');
  expect(read.active).toEqual(['behandler', 'versicherung']);
  expect(queryOf(read.filter)).toBe(
    'von=2026-01-01&bis=2026-03-31&behandler=b1%2Cb2&versicherung=GKV&vergleich=VORJAHR&basis=zahlung&gruppierung=QUARTAL&kennzahl=honorar',
  );
});
test("reversed or non-existent days fall back to the page's period", () => {
  for (const [start, until] of [
    ['2026-03-31', '2026-01-01'],
    ['2026-02-30', '2026-03-01'],
    ['gestern', 'heute'],
  ] as const)
    expect(readFilter({ von: start, bis: until }, TODAY, 'jahr').filter).toMatchObject({
      von: '2026-01-01',
      bis: TODAY,
    });
});
test('changes are written to the address at once, and reset removes only its own parameters', () => {
  window.history.replaceState(null, '', '/berichte/x?spalten=a');
  const { result } = renderHook(() => useReportFilter('jahr'), { wrapper: BrowserRouter });
  act(() => {
    result.current.setTime({ von: '2026-02-01', bis: '2026-02-28' });
    result.current.setList('zimmer', ['z1', 'z2']);
  });
  expect(decodeURIComponent(window.location.search)).toBe(
    '?spalten=a&von=2026-02-01&bis=2026-02-28&zimmer=z1,z2',
  );
  expect(result.current.filter).toMatchObject({
    von: '2026-02-01',
    zimmer: ['z1', 'z2'],
    gruppierung: 'TAG',
  });
  act(() => result.current.setTime('vormonat'));
  expect(decodeURIComponent(window.location.search)).toBe('?spalten=a&zimmer=z1,z2&zeit=vormonat');
  act(() => result.current.setTime('jahr'));
  expect(decodeURIComponent(window.location.search)).toBe('?spalten=a&zimmer=z1,z2');
  act(() => result.current.reset());
  expect([window.location.search, result.current.isChanged]).toEqual(['?spalten=a', false]);
});
test('an address carries the whole filter to a page with another default period', () => {
  const asked: readonly FilterValues[] = [
    {},
    { zeit: 'vormonat', behandler: 'b1,b2', bereich: 'PZR' },
    { von: '2026-01-01', bis: '2026-03-31', vergleich: 'KEIN' },
    {
      zeit: 'jahr',
      vergleich: 'VORPERIODE',
      zimmer: 'z 1',
      versicherung: 'PKV',
      basis: 'zahlung',
      gruppierung: 'WOCHE',
      kennzahl: 'honorar',
    },
    { teams: 't1', stempel: 's1', terminart: 'a,b', termingruppe: 'PROPHYLAXE' },
  ];
  for (const values of asked) {
    const here = readFilter(values, TODAY, 'monat'),
      there = readFilter(Object.fromEntries(new URLSearchParams(addressOf(here))), TODAY, 'zwoelf');
    expect(there).toEqual(here);
  }
  expect(addressOf(readFilter({}, TODAY, 'monat'))).toBe('zeit=monat');
});
