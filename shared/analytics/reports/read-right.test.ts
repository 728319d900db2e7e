// Tests of which users may read which figures.
import { expect, test } from 'vitest';
import { reportFilterSchema } from './report.schema.ts';
import { readableFilter, readerOf, seesPractitioners, isInList } from './read-right.ts';

const filter = (more: object = {}) => ({
  ...reportFilterSchema.parse({ von: '2026-01-01', bis: '2026-12-31' }),
  ...more,
});
const nobody = { role: 'staff', reportGrant: null, behandlerId: null } as const;

test('owners read all figures, others the granted ones, a practitioner their own, other users none', () => {
  expect([
    readerOf({ ...nobody, role: 'owner' })?.readRight,
    readerOf({ ...nobody, reportGrant: 'alle' })?.readRight,
    readerOf({ ...nobody, reportGrant: 'praxis', behandlerId: 'b1' })?.readRight,
    readerOf({ ...nobody, behandlerId: 'b1' })?.readRight,
    readerOf(nobody),
    readerOf({ ...nobody, behandlerId: '' }),
  ]).toEqual(['alle', 'alle', 'praxis', 'eigene', null, null]);
});
test('own figures stay own for any query, and reports that cannot be narrowed are denied', () => {
  const own = { readRight: 'eigene', behandlerId: 'b1' } as const;
  expect(readableFilter(own, 'umsatz/zeitreihe', filter())?.behandler).toEqual(['b1']);
  expect([
    readableFilter(own, 'umsatz/zeitreihe', filter({ behandler: ['b2'] })),
    readableFilter(own, 'umsatz/zeitreihe', filter({ behandler: ['b1', 'b2'] })),
    readableFilter(own, 'benchmark', filter()),
    readableFilter(own, 'umsatz/steuerbuero', filter()),
  ]).toEqual([null, null, null, null]);
});
test('practice figures name no practitioner, by report or filter; own figures stay own', () => {
  const some = { readRight: 'praxis', behandlerId: 'b1' } as const;
  expect(readableFilter(some, 'umsatz/zeitreihe', filter())).toEqual(filter());
  expect([
    readableFilter(some, 'umsatz/behandler', filter()),
    readableFilter(some, 'umsatz/zeitreihe', filter({ behandler: ['b2'] })),
    readableFilter(some, 'umsatz/zeitreihe', filter({ teams: ['t1'] })),
    readableFilter(some, 'umsatz/zeitreihe', filter({ stempel: ['s1'] })),
  ]).toEqual([null, null, null, null]);
  expect(
    readableFilter(some, 'umsatz/behandler', filter({ behandler: ['b1'] }))?.behandler,
  ).toEqual(['b1']);
  expect([
    seesPractitioners(some, filter()),
    seesPractitioners(some, filter({ behandler: ['b1'] })),
    seesPractitioners({ readRight: 'alle', behandlerId: null }, filter()),
  ]).toEqual([false, true, true]);
});
test('the list of reports contains only those that may be opened', () => {
  expect(
    (['alle', 'praxis', 'eigene'] as const).map((readRight) =>
      ['umsatz/zeitreihe', 'umsatz/behandler', 'benchmark'].filter((path) =>
        isInList(readRight, path),
      ),
    ),
  ).toEqual([
    ['umsatz/zeitreihe', 'umsatz/behandler', 'benchmark'],
    ['umsatz/zeitreihe', 'benchmark'],
    ['umsatz/zeitreihe', 'umsatz/behandler'],
  ]);
});
