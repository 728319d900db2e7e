// Findings that follow deliveries one by one are those of everything at once, whatever was delivered, corrected, merged or withdrawn in between.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { REGELN } from '../../../catalog/billing-rules/catalogue.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { fundKey } from '../../../shared/analytics/billing/proposal.ts';
import { JETZT, machePraxis } from '../../../tests/reports/random-practice.ts';
import { createHalter } from '../snapshot/snapshot-cache.ts';
import type { RohZeile } from '../snapshot/tables/raw-tables.ts';
import type { Quelle } from '../snapshot/store.ts';
import { createVorschlaege, type Motor } from './findings-cache.ts';
import { MOTOR, vorschlaegeAus } from './rule-book.ts';
import { OHNE_EINSTELLUNG, type VorschlagQuelle } from './store.ts';

/** All rules but those that look at the whole practice: with one of them everything is worked out anew each time, which proves nothing. */
const RULES = REGELN.filter((rule) => !rule.zusatz.includes('praxisquote'));
const entscheide = (mitPraxisweiten: boolean): VorschlagQuelle => ({
  entscheide: () => Promise.resolve([]),
  gezaehlt: () => Promise.resolve([]),
  angeboten: () => Promise.resolve([]),
  labels: () => Promise.resolve([]),
  abgaben: () => Promise.resolve([]),
  regeln: () =>
    Promise.resolve({
      gesagt: REGELN.map(({ id }) => ({
        regel: id,
        isOn: mitPraxisweiten || RULES.some((rule) => rule.id === id),
        by: '',
        at: 0,
      })),
      eigene: [],
      einstellung: OHNE_EINSTELLUNG,
      umgebung: { region: null, eigeneWerte: [] },
    }),
});
/** Deliveries in memory; `sichtbar` says which count. */
const quelleVon = (
  parts: readonly (readonly RohZeile[])[],
  sichtbar: ReadonlySet<number>,
): Quelle => ({
  praxen: () => Promise.resolve(['c']),
  vorgaben: () => Promise.resolve({ gruppen: new Map(), ziele: [], hvm: [] }),
  lieferungen: () =>
    Promise.resolve(
      parts.flatMap((_, batch) =>
        sichtbar.has(batch) ? [{ batch, isVisible: true, closedAt: batch, source: 'Test' }] : [],
      ),
    ),
  async *zeilen(_cid: string, entity: PvsEntity, chosen: ReadonlySet<number>) {
    for (const batch of chosen)
      yield await Promise.resolve(parts[batch]!.filter((row) => row.entity === entity));
  },
});
const worte = (stand: Awaited<ReturnType<ReturnType<typeof vorschlaegeAus>['hole']>>): string[] =>
  [...stand.funde.values()]
    .flat()
    .map((one) => `${fundKey(one)} ${JSON.stringify(one)}`)
    .sort();

/** Lists on which all results stand come first, so that what comes later concerns some only. */
const LISTEN = new Set<PvsEntity>(['params', 'stempel', 'behandler', 'terminarten', 'bemagoz']);
const FEW = new Set(['p1', 'p2']);

it('follows deliveries', async () => {
  let found = 0,
    inParts = 0;
  for (const mitPraxisweiten of [false, true])
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.infiniteStream(fc.nat(11)),
        async (seed, where) => {
          const rows = machePraxis(seed, 0.3),
            parts: RohZeile[][] = [[], [], []],
            seen = new Set<number>(),
            source = entscheide(mitPraxisweiten),
            worked: number[] = [];
          // Most comes at once; what comes later concerns few.
          for (const row of rows) {
            const at = where.next().value as number,
              isFew = FEW.has(
                String(row.values['patid'] ?? (row.entity === 'patient' ? row.id : '')),
              );
            parts[LISTEN.has(row.entity) || !isFew || at > 5 ? 0 : (at % 2) + 1]!.push(row);
          }
          const counting: Motor = {
            bereite: (...given) => {
              const ready = MOTOR.bereite(...given);
              return {
                ...ready,
                werteAus: (places, all) => {
                  worked.push(places.length);
                  return ready.werteAus(places, all);
                },
              };
            },
          };
          const halter = createHalter(quelleVon(parts, seen)),
            step = createVorschlaege(halter, source, counting, REGELN);
          for (const batch of [0, 1, 2, -1]) {
            if (batch < 0) seen.delete(1);
            else seen.add(batch);
            worked.length = 0;
            const one = await halter.waehrend(() => step.hole('c', JETZT)),
              whole = await vorschlaegeAus(
                createHalter(quelleVon(parts, new Set(seen))),
                source,
              ).hole('c', JETZT),
              sum = worked.reduce((all, n) => all + n, 0);
            expect(worte(one)).toEqual(worte(whole));
            if (sum < one.stand.bild.lebende.patient.length) {
              inParts += 1;
              expect(batch).toBeGreaterThan(0);
            }
            found += worte(one).length;
          }
        },
      ),
      { numRuns: mitPraxisweiten ? 2 : 6 },
    );
  expect(found).toBeGreaterThan(20);
  expect(inParts).toBeGreaterThan(0);
}, 60_000);

it('keeps nothing of a record whose merge takes hold only now, because the record that it names arrived later', async () => {
  const rows = machePraxis(7, 0.3).map((row) =>
    row.entity === 'patient' && row.id === 'p5' && !row.isDeleted
      ? { ...row, values: { ...row.values, zusammengefuehrtIn: 'p1' } }
      : row,
  );
  const isLate = (row: RohZeile): boolean => row.entity === 'patient' && row.id === 'p1',
    parts = [rows.filter((row) => !isLate(row)), rows.filter(isLate)],
    seen = new Set([0]),
    source = entscheide(false);
  const halter = createHalter(quelleVon(parts, seen)),
    step = createVorschlaege(halter, source, MOTOR, REGELN);
  const before = await halter.waehrend(() => step.hole('c', JETZT)),
    of = (stand: typeof before, id: string): number =>
      [...stand.funde.values()].flat().filter((one) => one.patid === id).length;
  expect(of(before, 'p5')).toBeGreaterThan(0);
  seen.add(1);
  const after = await halter.waehrend(() => step.hole('c', JETZT));
  expect(of(after, 'p5')).toBe(0);
  expect(worte(after)).toEqual(
    worte(
      await vorschlaegeAus(createHalter(quelleVon(parts, new Set(seen))), source).hole('c', JETZT),
    ),
  );
});
