// Who may read which figures.
import { expect, test } from 'vitest';
import { berichtFilterSchema } from './report.schema.ts';
import { lesbar, leserOf, siehtBehandler, stehtInListe } from './read-right.ts';

const filter = (more: object = {}) => ({
  ...berichtFilterSchema.parse({ von: '2026-01-01', bis: '2026-12-31' }),
  ...more,
});
const nobody = { role: 'staff', reportGrant: null, behandlerId: null } as const;

test('owners read all, others what was granted, a practitioner the own, everybody else nothing', () => {
  expect([
    leserOf({ ...nobody, role: 'owner' })?.recht,
    leserOf({ ...nobody, reportGrant: 'alle' })?.recht,
    leserOf({ ...nobody, reportGrant: 'praxis', behandlerId: 'b1' })?.recht,
    leserOf({ ...nobody, behandlerId: 'b1' })?.recht,
    leserOf(nobody),
    leserOf({ ...nobody, behandlerId: '' }),
  ]).toEqual(['alle', 'alle', 'praxis', 'eigene', null, null]);
});
test("the own figures are the own ones whatever was asked; nobody else's, and nothing that cannot be narrowed", () => {
  const own = { recht: 'eigene', behandlerId: 'b1' } as const;
  expect(lesbar(own, 'umsatz/zeitreihe', filter())?.behandler).toEqual(['b1']);
  expect([
    lesbar(own, 'umsatz/zeitreihe', filter({ behandler: ['b2'] })),
    lesbar(own, 'umsatz/zeitreihe', filter({ behandler: ['b1', 'b2'] })),
    lesbar(own, 'benchmark', filter()),
    lesbar(own, 'umsatz/steuerbuero', filter()),
  ]).toEqual([null, null, null, null]);
});
test("the figures of the practice name nobody, neither by report nor by filter; one's own are one's own", () => {
  const some = { recht: 'praxis', behandlerId: 'b1' } as const;
  expect(lesbar(some, 'umsatz/zeitreihe', filter())).toEqual(filter());
  expect([
    lesbar(some, 'umsatz/behandler', filter()),
    lesbar(some, 'umsatz/zeitreihe', filter({ behandler: ['b2'] })),
    lesbar(some, 'umsatz/zeitreihe', filter({ teams: ['t1'] })),
    lesbar(some, 'umsatz/zeitreihe', filter({ stempel: ['s1'] })),
  ]).toEqual([null, null, null, null]);
  expect(lesbar(some, 'umsatz/behandler', filter({ behandler: ['b1'] }))?.behandler).toEqual([
    'b1',
  ]);
  expect([
    siehtBehandler(some, filter()),
    siehtBehandler(some, filter({ behandler: ['b1'] })),
    siehtBehandler({ recht: 'alle', behandlerId: null }, filter()),
  ]).toEqual([false, true, true]);
});
test('the list of reports names only what may be opened', () => {
  expect(
    (['alle', 'praxis', 'eigene'] as const).map((recht) =>
      ['umsatz/zeitreihe', 'umsatz/behandler', 'benchmark'].filter((path) =>
        stehtInListe(recht, path),
      ),
    ),
  ).toEqual([
    ['umsatz/zeitreihe', 'umsatz/behandler', 'benchmark'],
    ['umsatz/zeitreihe', 'benchmark'],
    ['umsatz/zeitreihe', 'umsatz/behandler'],
  ]);
});
