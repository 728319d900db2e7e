// Every check of the catalogue: it warns, it keeps silent where one thing differs, and it keeps silent once a service of the combination is cancelled.
import { describe, expect, test } from 'vitest';
import { findRegel, REGELN } from '../../../catalog/abrechnung/catalogue.ts';
import { bildVon, finde, tag, zeile, type Person, type Zeile } from '../../../tests/support/regelpraxis.ts';

const D = '2026-03-02', d = (...worte: string[]): Zeile[] => tag(D, ...worte), v = tag;
const fall = (genehmigtAm: string, uptVon: string | null = null): Zeile => zeile('parfall', { erstelltAm: '2025-01-01', genehmigtAm, status: 'IN_ARBEIT', grad: 'B', ...(uptVon !== null && { uptVon }) });
const hkp = (befund: string): Zeile[] => [zeile('hkp', { art: 'ZE', status: 'BEI_KASSE', erstelltAm: '2026-02-10', gesamt: 1 }, 'H1'), zeile('hkpposition', { patid: null, hkpid: 'H1', system: 'BEMA', nr: '20a', befund })];
type Teile = readonly (Zeile | readonly Zeile[])[];
/** Warns; does not; the tooth it names where it names one. */
const FAELLE: Readonly<Record<string, readonly [Teile, Teile, string?]>> = {
  X01: [[d('B:01', 'B:Ä1')], [v('2026-03-01', 'B:Ä1'), d('B:01')]],
  X02: [[d('B:107', 'G:1040 x28')], [v('2026-03-01', 'G:1040 x28'), d('B:107')]],
  X03: [[v('2026-01-05', 'B:107'), d('B:107')], [v('2025-12-31', 'B:107'), d('B:107')]],
  X04: [[v('2025-11-02', 'B:01'), d('B:01')], [v('2025-11-01', 'B:01'), d('B:01')]],
  X05: [[d('B:16 36', 'B:13a 36')], [d('B:16 36', 'B:13a 37')], '36'],
  X06: [[d('B:AITa 11', 'B:107')], [v('2026-03-01', 'B:107'), d('B:AITa 11')]],
  X07: [[d('B:Ä1', 'B:IP1')], [d('B:Ä1', 'B:IP4')]],
  X08: [[d('B:46 36', 'B:44 37')], [d('B:46 36', 'B:44 47')]],
  X09: [[d('B:49 36', 'B:44 36')], [d('B:49 36', 'B:44 37')], '36'],
  X10: [[d('B:58 36', 'B:44 37')], [d('B:58 36', 'B:44 16')]],
  X11: [[d('B:38 36', 'B:44 37')], [d('B:38 46', 'B:44 37')]],
  X12: [[d('B:Ä935d', 'B:Ä925d')], [d('B:Ä935d', 'B:Ä925a')]],
  X13: [[v('2024-03-02', 'B:13b 36 od'), d('B:13b 36 do')], [v('2024-03-02', 'B:13b 36 od'), d('B:13b 36 mo')], '36'],
  X14: [[v('2026-01-02', 'B:34 36'), v('2026-01-12', 'B:34 36'), v('2026-01-22', 'B:34 36'), d('B:34 36')], [v('2026-01-02', 'B:34 36'), v('2026-01-12', 'B:34 36'), v('2026-01-22', 'B:34 46'), d('B:34 36')], '36'],
  X15: [[d('B:K7', 'B:K8')], [d('B:K7', 'B:K6')]],
  X16: [[d('B:174a', 'B:IP1')], [d('B:174a', 'B:IP4')]],
  X17: [[fall('2025-01-10', '2025-10-03'), v('2025-10-03', 'B:UPTa'), d('B:UPTa')], [fall('2025-01-10', '2025-10-02'), v('2025-10-02', 'B:UPTa'), d('B:UPTa')]],
  X18: [[fall('2026-03-03'), d('B:MHU')], [fall('2026-03-02'), d('B:MHU')]],
  X19: [[hkp('1.1'), d('B:20a 36 #H1')], [hkp('6.8'), d('B:20a 36 #H1')]],
  X20: [[d('G:1040 x28', 'G:1020')], [d('G:1040 x28', 'G:1030')]],
  X21: [[d('G:2197 36', 'G:2080 36')], [d('G:2197 36', 'G:2080 37')], '36'],
  X22: [[d('G:2210 36', 'G:2080 36')], [d('G:2210 36', 'G:2080 37')], '36'],
  X23: [[d('G:2180 36', 'G:2160 36')], [d('G:2180 36', 'G:2160 37')], '36'],
  X24: [[v('2025-03-02', 'G:1000'), d('G:1000')], [v('2025-03-01', 'G:1000'), d('G:1000')]],
  X25: [[d('G:9050', 'G:9010')], [d('G:9050', 'G:9060')]],
  X26: [[v('2026-01-31', 'G:4050 11'), d('G:4050 11')], [v('2026-01-30', 'G:4050 11'), d('G:4050 11')], '11'],
  X27: [[d('G:2080 36 f3.5')], [d('G:2080 36 f3.5 !Zeitaufwand')]],
  X28: [[d('G:4090', 'G:4070 11')], [d('G:4090', 'G:4025')]],
  X29: [[d('G:3310', 'G:3300')], [d('G:3310', 'G:3290')]],
  X30: [[d('G:9130', 'G:9100')], [d('G:9130', 'G:9110')]],
};
const von = (id: string, teile: Teile, person: Person = {}) => finde([findRegel(id)!], bildVon(person, teile)).filter(one => one.regel === id);
/** The same without the last service of the day. */
function storniert(teile: Teile): Zeile[] {
  const all: Zeile[] = teile.flatMap(one => one), at = all.findLastIndex(one => one.entity === 'leistung');
  return all.map((one, i) => (i === at ? { ...one, values: { ...one.values, storno: true } } : one));
}

describe('checks of the catalogue', () => {
  const pruefungen = REGELN.filter(one => one.art === 'PRUEFUNG');
  test('each of the 30 has its cases', () => { expect(pruefungen.map(one => one.id).toSorted()).toEqual(Object.keys(FAELLE).toSorted()); expect(pruefungen).toHaveLength(30); });
  test.each(pruefungen)('$id $titel.en', regel => {
    const [ja, nein, zahn = ''] = FAELLE[regel.id]!, found = von(regel.id, ja);
    expect(found, 'warns once').toHaveLength(1);
    expect(found[0]).toMatchObject({ art: 'PRUEFUNG', tag: D, zahn, behandler: 'B1', system: regel.position!.system });
    expect(von(regel.id, nein), 'one thing differs').toEqual([]);
    expect(von(regel.id, [storniert(ja)]), 'a cancelled service').toEqual([]);
    if (regel.kasse === 'GKV') expect(von(regel.id, ja, { versicherung: 'PKV' }), 'not of the statutory fund').toEqual([]);
  });
});

describe('what the law exempts is no warning', () => {
  const GRADED: Person = { pflegegrad: 4 };
  const repeated = (filling: string, note = '"Füllung"'): (Zeile | readonly Zeile[])[] =>
    [v('2025-06-02', filling), d(filling, note)];
  test.each([
    ['a milk tooth', repeated('B:13b 75 od')],
    ['more than three surfaces', repeated('B:13d 36 modb')],
    ['a cervical filling', repeated('B:13a 36 b', '"Zahnhalsfüllung 36"')],
    ['an incisal build-up', repeated('B:13c 11 mdi', '"Eckenaufbau 11"')],
  ])('X13 holds no warranty for %s', (_, rows) => {
    expect(finde([findRegel('X13')!], bildVon({}, rows))).toEqual([]);
  });
  test('X13 still holds one for a filling of two surfaces', () => {
    expect(finde([findRegel('X13')!], bildVon({}, repeated('B:13b 36 od')))).toHaveLength(1);
  });
  test('X18 asks for no approval where a notice is enough', () => {
    const rows = [fall('2026-03-03'), d('B:AITa 11')];
    expect(finde([findRegel('X18')!], bildVon(GRADED, rows))).toEqual([]);
    expect(finde([findRegel('X18')!], bildVon({}, rows))).toHaveLength(1);
  });
});
