// Tests of every check of the catalogue: it warns, it is silent where one detail differs, and it is
// silent once a service of the combination is cancelled.
import { describe, expect, test } from 'vitest';
import { findRule, WRITTEN_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import {
  snapshotOf,
  finderOf,
  tag,
  zeile,
  type Person,
  type Row,
} from '../../../tests/support/rule-practice.ts';

const D = '2026-03-02',
  d = (...words: string[]): Row[] => tag(D, ...words),
  v = tag;
const parCase = (approvedOn: string, uptFrom: string | null = null): Row =>
  zeile('parfall', {
    erstelltAm: '2025-01-01',
    genehmigtAm: approvedOn,
    status: 'IN_ARBEIT',
    grad: 'B',
    ...(uptFrom !== null && { uptVon: uptFrom }),
  });
const hkp = (finding: string): Row[] => [
  zeile('hkp', { art: 'ZE', status: 'BEI_KASSE', erstelltAm: '2026-02-10', gesamt: 1 }, 'H1'),
  zeile('hkpposition', { patid: null, hkpid: 'H1', system: 'BEMA', nr: '20a', befund: finding }),
];
const gradeA = zeile('parfall', {
  erstelltAm: '2025-01-01',
  genehmigtAm: '2025-01-10',
  status: 'IN_ARBEIT',
  grad: 'A',
});
type Parts = readonly (Row | readonly Row[])[];
/** A case that warns, one that does not, and the tooth named by the warning, if any. */
const SATURDAY = '2026-02-28',
  saturday = zeile('arbeitszeit', {
    behandler: 'B1',
    datum: SATURDAY,
    von: 480,
    bis: 720,
    typ: 'BEHANDLUNG',
  });
/** A case that warns, one that does not, the named tooth, and the day. */
const CASES: Readonly<Record<string, readonly [Parts, Parts, tooth?: string, day?: string]>> = {
  X71: [
    [d('B:13b 16 mo', 'B:13b 17 mo', 'B:40 16', 'B:40 17')],
    [d('B:13b 15 mo', 'B:13b 17 mo', 'B:40 15', 'B:40 17')],
  ],
  X72: [
    [v('2026-01-10', 'B:97b'), d('B:106', '"Prothesenrand gekürzt"')],
    [v('2025-11-10', 'B:97b'), d('B:106', '"Prothesenrand gekürzt"')],
  ],
  X73: [[d('B:44 27', 'B:41a 27')], [d('B:44 27', 'B:41a 27', '"27 Abszess"')], '27'],
  X74: [[d('B:K1', 'B:K7')], [v('2026-02-10', 'B:K1'), d('B:K7')]],
  X75: [
    [v('2026-02-10', 'B:32 27 x3'), d('B:35 27 x4')],
    [v('2026-02-10', 'B:32 27 x3'), d('B:35 27 x3')],
    '27',
  ],
  X76: [
    [v('2026-02-10', 'G:2410 27 x3'), d('G:2440 27 x4')],
    [v('2026-02-10', 'G:2410 27 x3'), d('G:2440 27 x3')],
    '27',
  ],
  X13: [
    [v('2024-03-02', 'B:13b 36 od'), d('B:13b 36 do')],
    [v('2024-03-02', 'B:13b 36 od'), d('B:13b 36 mo')],
    '36',
  ],
  X14: [
    [
      v('2026-01-02', 'B:34 36'),
      v('2026-01-12', 'B:34 36'),
      v('2026-01-22', 'B:34 36'),
      d('B:34 36'),
    ],
    [
      v('2026-01-02', 'B:34 36'),
      v('2026-01-12', 'B:34 36'),
      v('2026-01-22', 'B:34 46'),
      d('B:34 36'),
    ],
    '36',
  ],
  X17: [
    [parCase('2025-01-10', '2025-10-03'), v('2025-10-03', 'B:UPTa'), d('B:UPTa')],
    [parCase('2025-01-10', '2025-10-02'), v('2025-10-02', 'B:UPTa'), d('B:UPTa')],
  ],
  X18: [
    [parCase('2026-03-03'), d('B:MHU')],
    [parCase('2026-03-02'), d('B:MHU')],
  ],
  X19: [
    [hkp('1.1'), d('B:20a 36 #H1')],
    [hkp('6.8'), d('B:20a 36 #H1')],
  ],
  X27: [[d('G:2080 36 f3.5')], [d('G:2080 36 f3.5 !Zeitaufwand')]],
  X34: [
    [v('2026-02-03', 'B:01'), d('B:Ä1', 'B:13b 26 od')],
    [v('2026-02-03', 'B:01'), d('B:Ä1')],
  ],
  X45: [
    [gradeA, d('B:UPTd')],
    [parCase('2025-01-10'), d('B:UPTd')],
  ],
  X53: [[d('B:12 16', 'B:12 17')], [d('B:12 16', 'B:12 26')]],
  X54: [
    [
      zeile('prothese', { art: 'TOTAL', eingegliedertAm: '2026-02-12' }),
      d('"Druckstelle entlastet"', 'B:105'),
    ],
    [
      zeile('prothese', { art: 'TOTAL', eingegliedertAm: '2025-11-02' }),
      d('"Druckstelle entlastet"', 'B:105'),
    ],
  ],
  X55: [[d('G:2080 36 f3.6 !Zeit')], [d('G:2080 36 f3.5 !Zeit')]],
  X59: [
    [d('G:9110 16', 'G:9100 16 c34849')],
    [d('G:9110 26', 'G:9100 16 c34849'), tag('2026-03-03', 'G:9110 16', 'G:9100 16 c17425')],
  ],
  X77: [[d('G:2230 36 c20000')], [d('G:2230 36 c13000')]],
  X78: [
    [zeile('mkv', { datum: '2026-02-02', zahn: '16' }), d('B:13b 26 od', 'G:2080 26 od')],
    [zeile('mkv', { datum: '2026-02-02', zahn: '26' }), d('B:13b 26 od', 'G:2080 26 od')],
    '26',
  ],
  X64: [[d('G:2400 11 x3', 'G:2410 11')], [d('G:2400 11 x2', 'G:2410 11')], '11'],
  X65: [[d('G:2080 26 od', 'O:3')], [d('G:0010', 'O:3')]],
  X66: [
    [saturday, tag(SATURDAY, 'O:1', 'termin KONTROLLE 09:00', 'O:D f1.0')],
    [saturday, tag(SATURDAY, 'O:1', 'termin KONTROLLE 09:00', 'O:D f0.5')],
    '',
    SATURDAY,
  ],
  X67: [
    [d('B:13b 26 od', 'G:2080 26 od', 'G:0090 26')],
    [d('B:13b 26 od', 'G:2080 26 od', 'G:0090 36')],
  ],
  X69: [[d('B:41a 36', 'B:41a 37')], [d('B:41a 36', 'B:41a 46')]],
  X70: [[d('B:98a', 'B:20b 24')], [d('B:98a', 'B:20b 24', 'B:20b 23')]],
  X68: [
    [d('B:13b 26 od', 'G:2080 26 od', 'G:2040 26')],
    [d('B:13b 26 od', 'G:2080 26 od', 'G:2040 36')],
  ],
};
const from = (id: string, parts: Parts, person: Person = {}) =>
  finderOf([findRule(id)!], snapshotOf(person, parts)).filter((one) => one.regel === id);
/** The same without the last service of the day. */
function onlyCancelled(parts: Parts): Row[] {
  const all: Row[] = parts.flatMap((one) => one),
    at = all.findLastIndex((one) => one.entity === 'leistung');
  return all.map((one, i) =>
    i === at ? { ...one, values: { ...one.values, storno: true } } : one,
  );
}

describe('checks of the catalogue', () => {
  const checkList = WRITTEN_RULES.filter((one) => one.art === 'PRUEFUNG');
  test('each of the 27 written checks has test cases', () => {
    expect(checkList.map((one) => one.id).toSorted()).toEqual(Object.keys(CASES).toSorted());
    expect(checkList).toHaveLength(27);
  });
  test.each(checkList)('$id $titel.en', (rule) => {
    const [ja, none, tooth = '', day = D] = CASES[rule.id]!,
      found = from(rule.id, ja);
    expect(found, 'warns once').toHaveLength(1);
    expect(found[0]).toMatchObject({
      art: 'PRUEFUNG',
      tag: day,
      zahn: tooth,
      behandler: 'B1',
      system: rule.position!.system,
    });
    expect(from(rule.id, none), 'one thing differs').toEqual([]);
    expect(from(rule.id, [onlyCancelled(ja)]), 'a cancelled service').toEqual([]);
    if (rule.kasse === 'GKV')
      expect(from(rule.id, ja, { versicherung: 'PKV' }), 'not of the statutory finding').toEqual(
        [],
      );
  });
});

describe('limits over several services', () => {
  const warns = (id: string, ...words: string[]): boolean =>
    finderOf([findRule(id)!], snapshotOf({}, [d(...words)])).length > 0;
  test('X53 allows no. 12 in two regions of each jaw, not in three of one jaw', () => {
    expect(warns('X53', 'B:12 14', 'B:12 11')).toBe(false);
    expect(warns('X53', 'B:12 14', 'B:12 11', 'B:12 24')).toBe(true);
    expect(warns('X53', 'B:12 14', 'B:12 24', 'B:12 34', 'B:12 44')).toBe(false);
  });
  test('F01 proposes no. 12 at most twice for a jaw, and only if it is not charged yet', () => {
    const asked = (...words: string[]): number[] =>
      finderOf([findRule('F01')!, findRule('X53')!], snapshotOf({}, [d('"Kofferdam"', ...words)]))
        .filter((one) => one.regel === 'F01')
        .map((one) => one.menge);
    expect(asked('B:13b 14 od', 'B:13a 11 m', 'B:13b 24 od')).toEqual([2]);
    expect(asked('B:13b 36 mo', 'B:13b 46 mo', 'B:12 36')).toEqual([1]);
    expect(asked('B:13b 36 mo', 'B:12 36')).toEqual([]);
  });
  test('X34 ignores the first advice in a quarter, and a surcharge or an upload next to it', () => {
    expect(warns('X34', 'B:Ä1', 'B:13b 26 od')).toBe(false);
    expect(
      finderOf(
        [findRule('X34')!],
        snapshotOf({}, [v('2026-02-03', 'B:01'), d('B:Ä1', 'B:03', 'B:ePA2')]),
      ),
    ).toEqual([]);
  });
});

describe('no warning for legal exemptions', () => {
  const GRADED: Person = { pflegegrad: 4 };
  const repeated = (filling: string, note = '"Füllung"'): (Row | readonly Row[])[] => [
    v('2025-06-02', filling),
    d(filling, note),
  ];
  test.each([
    ['a milk tooth', repeated('B:13b 75 od')],
    ['more than three surfaces', repeated('B:13d 36 modb')],
    ['a cervical filling', repeated('B:13a 36 b', '"Zahnhalsfüllung 36"')],
    ['an incisal build-up', repeated('B:13c 11 mdi', '"Eckenaufbau 11"')],
  ])('X13 applies no warranty to %s', (_, rows) => {
    expect(finderOf([findRule('X13')!], snapshotOf({}, rows))).toEqual([]);
  });
  test('X13 applies a warranty to a partial repetition, not to a larger filling', () => {
    const again = (before: string, now: string): number =>
      finderOf([findRule('X13')!], snapshotOf({}, [v('2025-06-02', before), d(now)])).length;
    expect([
      again('B:13c 36 mod', 'B:13b 36 mo'),
      again('B:13b 36 mo', 'B:13c 36 mod'),
      again('B:13b 36 mo', 'B:13a 36 v'),
    ]).toEqual([1, 0, 0]);
  });
  test('X13 applies a warranty to a filling of two surfaces', () => {
    expect(finderOf([findRule('X13')!], snapshotOf({}, repeated('B:13b 36 od')))).toHaveLength(1);
  });
  test('X18 requires no approval where a notice is enough', () => {
    const rows = [parCase('2026-03-03'), d('B:AITa 11')];
    expect(finderOf([findRule('X18')!], snapshotOf(GRADED, rows))).toEqual([]);
    expect(finderOf([findRule('X18')!], snapshotOf({}, rows))).toHaveLength(1);
  });
});

describe('amounts of warnings', () => {
  const amountOf = (id: string, ...words: string[]): readonly [number, string] | undefined => {
    const [one] = finderOf([findRule(id)!], snapshotOf({ versicherung: 'PKV' }, [d(...words)]));
    return one && [one.cents, one.belege.find(({ was }) => was === 'betrag')?.text ?? ''];
  };
  test('X59 says what 9100 costs too much: a third next to 9120, half next to 9110', () => {
    expect(amountOf('X59', 'G:9100 16 c34849', 'G:9120 16')).toEqual([23_233, '34849 11616']);
    expect(amountOf('X59', 'G:9100 16 c34849', 'G:9110 16')).toEqual([17_424, '34849 17425']);
    expect(amountOf('X59', 'G:9100 16 f3.5 c53031', 'G:9110 16')).toEqual([26_515, '53031 26516']);
  });
  test('X59 assumes the whole fee where no amount was delivered', () => {
    expect(amountOf('X59', 'G:9100 16 c0', 'G:9120 16')).toEqual([23_233, '34849 11616']);
  });
  test('X77 allows half of the dearest crown for 2230, and three quarters for 2240', () => {
    expect(amountOf('X77', 'G:2230 36 c13369')).toBeUndefined();
    expect(amountOf('X77', 'G:2230 36 c14000')).toEqual([631, '14000 13369']);
    expect(amountOf('X77', 'G:2240 36 c20054')).toBeUndefined();
  });
  test('a surcharge above the single rate costs its difference too much', () => {
    expect(amountOf('LG034', 'G:0510 f2.3 c9702')).toEqual([5_484, '9702 4218']);
  });
});
