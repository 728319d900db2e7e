// Tests of the order of rules: checks before proposals, exclusions, settings and values.
import { describe, expect, test } from 'vitest';
import { HOUSE_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import type { OwnValue } from '../../../shared/analytics/deliveries/practice-value.ts';
import { snapshotOf, finderOf, tag, zeile } from '../../../tests/support/rule-practice.ts';
import type { RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import { isInStartSet } from '../../../shared/analytics/billing/billing.ts';
import { compileRules, DEFAULT_SETTINGS, evaluateRules } from './engine.ts';
import { basis } from './basis-rule.testing.ts';

const all = (
  parts: Parameters<typeof snapshotOf>[1],
  person = {},
  setting: RuleSettings = DEFAULT_SETTINGS,
) =>
  finderOf(
    HOUSE_RULES.filter((one) => one.art !== 'PRUEFUNG' || isInStartSet(one)),
    snapshotOf(person, parts, '2026-03-09'),
    setting,
  ).filter((one) => one.art !== 'POTENZIAL');
const ids = (findings: readonly { regel: string; zahn: string }[]): string[] =>
  findings.map((one) => `${one.regel}${one.zahn === '' ? '' : `@${one.zahn}`}`);

describe('order of the rules', () => {
  test('runs checks first; proposes nothing that breaks a check or is charged in any spelling', () => {
    // Root canal day without X-ray, dressing and anaesthesia.
    expect(ids(all([tag('2026-03-02', 'B:28 36 x3', 'B:32 36 x3', 'B:8 36')]))).toEqual([
      'D04',
      'E01@36',
      'E05@36',
      'E06@36',
    ]);
    expect(
      ids(
        all([
          tag(
            '2026-03-02',
            'B:28 36 x3',
            'B:32 36 x3',
            'B:8 36',
            'B:_40',
            'B:Ae925a',
            'B:34',
            'B:Ä1',
          ),
        ]),
      ),
    ).toEqual([]);
    expect(ids(all([tag('2026-03-02', 'B:01', 'B:Ä1', 'B:04', 'termin KONTROLLE')]))).toEqual([
      'LB002',
    ]);
    // No approval yet: the talk is not proposed next to the therapy that should not have begun.
    const parCase = zeile('parfall', {
      erstelltAm: '2026-01-05',
      genehmigtAm: '2026-03-05',
      status: 'GENEHMIGT',
      grad: 'B',
    });
    expect(ids(all([parCase, tag('2026-03-02', 'B:AITa 11', 'B:40')]))).toEqual([
      'LB472',
      'X18',
      'D04',
    ]);
  });
  test('proposes anaesthesia once a day: the nerve block at lower side teeth, else at the tooth', () => {
    const said = (...words: string[]): string[] =>
      all([tag('2026-03-02', ...words, 'B:Ä1')])
        .filter((one) => one.regel === 'C01')
        .map((one) => `${one.nr}@${one.zahn} ${one.cents}`);
    expect(
      [['B:44 34'], ['B:44 48'], ['B:43 33'], ['B:43 41'], ['B:44 26'], ['B:43 74']].map((words) =>
        said(...words).map((one) => one.slice(0, one.indexOf(' '))),
      ),
    ).toEqual([['41a@34'], ['41a@48'], ['40@33'], ['40@41'], ['40@26'], ['40@74']]);
    const [first, second, ...more] = said('B:44 36', 'B:44 37', 'B:44 16', 'B:43 13');
    expect([first?.slice(0, 5), second?.slice(0, 6), more]).toEqual(['40@13', '41a@36', []]);
    // Twelve points instead of eight.
    expect(Number(second?.split(' ')[1])).toBeGreaterThan(1.4 * Number(first?.split(' ')[1]));
  });
  test('proposes one position a day from the surest rule, and one per tooth if charged by tooth', () => {
    const both = all([tag('2026-03-02', 'B:25 36', 'B:20a 36', 'B:13d 36', 'B:40')]);
    expect(both.filter((one) => one.nr === '8').map((one) => one.regel)).toEqual(['D06']);
    const hidden = evaluateRules(
      snapshotOf({}, [tag('2026-03-02', 'B:25 36', 'B:20a 36', 'B:13d 36', 'B:40')], '2026-03-09'),
      compileRules(HOUSE_RULES),
      { withHidden: true },
    ).filter((one) => one.nr === '8');
    expect(hidden.map((one) => [one.regel, one.verdeckt])).toEqual([
      ['D06', undefined],
      ['Z03', true],
    ]);
    expect(
      ids(all([tag('2026-03-02', 'B:32 36', 'B:32 46', 'B:Ä925a', 'B:40')])).filter((id) =>
        id.startsWith('E05'),
      ),
    ).toEqual(['E05@36', 'E05@46']);
    expect(
      all([tag('2026-03-02', 'B:25 36', 'B:25 46', 'B:13a 36', 'B:13a 46')]).filter(
        (one) => one.regel === 'D06',
      ),
    ).toHaveLength(1);
  });
  test('a replacement of a charged position is worth the difference and breaks no check', () => {
    expect(
      all([tag('2026-03-02', 'B:Ä1', 'termin KONTROLLE')]).map((one) => [
        one.regel,
        one.nr,
        one.cents,
      ]),
    ).toEqual([['D03', '01', 2000 - 1000]]);
  });
  test('skips other payers, cancelled days and substitute days unless the practice enables them', () => {
    const day = [tag('2026-03-02', 'B:28 36', 'B:32 36')],
      substitute = [tag('2026-03-02', 'B:28 36', 'B:32 36', 'vertretung')];
    expect(all(day).length).toBeGreaterThan(0);
    expect(all(day, { versicherung: 'SONST' })).toEqual([]);
    expect(all([tag('2026-03-02', 'B:28 36 STORNO', 'B:32 36 STORNO')])).toEqual([]);
    expect(all(substitute)).toEqual([]);
    const allowed = all(substitute, {}, { ...DEFAULT_SETTINGS, mitVertretung: true });
    expect(allowed.length).toBeGreaterThan(0);
    expect(allowed.every((one) => one.gegen.includes('vertretung') && one.behandler === 'VB')).toBe(
      true,
    );
    const privately = [tag('2026-03-02', 'G:2410 36')];
    expect(all(privately, { versicherung: 'SONST' })).toEqual([]);
    expect(
      ids(
        all(
          privately,
          { versicherung: 'SONST' },
          { ...DEFAULT_SETTINGS, mitAnderenTraegern: true },
        ),
      ),
    ).toContain('E11');
  });
  test('applies settings: disabled rules, KZV switches, thresholds, own point values', () => {
    const day = [tag('2026-03-02', 'B:107', 'G:1040 x28')];
    expect(ids(all(day))).toContain('LB303');
    expect(
      ids(all(day, {}, { ...DEFAULT_SETTINGS, schalter: { zahnsteinNebenPzr: false } })),
    ).not.toContain('LB303');
    expect(ids(all(day, {}, { ...DEFAULT_SETTINGS, aus: ['LB303'] }))).not.toContain('LB303');
    const own = {
      art: 'PUNKTWERT',
      schluessel: '*|AOK|KCH',
      wert: 11_000,
      validFrom: '2026-01-01',
      validTo: null,
    } as const;
    expect(
      finderOf([basis], snapshotOf({}, [tag('2026-03-02', 'B:01')]), {
        ...DEFAULT_SETTINGS,
        ownPointValues: [own],
      })[0]?.cents,
    ).toBe(1320);
    expect(
      finderOf([basis], snapshotOf({ kassenart: 'BKK' }, [tag('2026-03-02', 'B:01')]), {
        ...DEFAULT_SETTINGS,
        ownPointValues: [own],
      })[0]?.cents,
    ).toBe(1536);
  });
  test('values a day before known point values by the same person’s payments of the area', () => {
    const paid = zeile('leistung', {
      behandler: 'B1',
      datum: '2022-02-01',
      system: 'BEMA',
      nr: '13a',
      zahn: '36',
      menge: 1,
      punkte: 33,
      honorar: 3630,
      betrag: 3630,
      bereich: 'KCH',
      status: 'ABGERECHNET',
      storno: false,
    });
    expect(finderOf([basis], snapshotOf({}, [paid, tag('2022-03-02', 'B:01')]))[0]).toMatchObject({
      tag: '2022-03-02',
      punkte: 12,
      cents: 1320,
    });
    expect(finderOf([basis], snapshotOf({}, [tag('2022-03-02', 'B:01')]))[0]).toMatchObject({
      punkte: 12,
      cents: 0,
      wertArt: 'UNBEKANNT',
    });
  });
  test('undelivered points come from the catalogue, and payments precede a guess', () => {
    const paid = (date: string): ReturnType<typeof zeile> =>
      zeile('leistung', {
        behandler: 'B1',
        datum: date,
        system: 'BEMA',
        nr: '13a',
        zahn: '36',
        menge: 1,
        honorar: 4158,
        betrag: 4158,
        bereich: 'KCH',
        status: 'ABGERECHNET',
        storno: false,
      });
    // 13a has 33 points from 2025: 1.26 € per point.
    expect(
      finderOf([basis], snapshotOf({}, [paid('2025-02-03'), tag('2025-03-03', 'B:01')]))[0],
    ).toMatchObject({ cents: 1512 });
    expect(
      finderOf([basis], snapshotOf({}, [paid('2026-02-02'), tag('2026-03-02', 'B:01')]))[0],
    ).toMatchObject({ cents: 1512 });
    expect(finderOf([basis], snapshotOf({}, [tag('2025-03-03', 'B:01')]))[0]?.cents).toBe(1448);
  });
  test('marks euros as certain, guessed or from another year; an unknown value is not 0 €', () => {
    const own = {
      art: 'PUNKTWERT' as const,
      schluessel: '*|*|KCH',
      wert: 11_000,
      validFrom: '2026-01-01',
      validTo: null,
    };
    const paid = (date: string) =>
      zeile('leistung', {
        behandler: 'B1',
        datum: date,
        system: 'BEMA',
        nr: '13a',
        zahn: '36',
        menge: 1,
        honorar: 4158,
        betrag: 4158,
        bereich: 'KCH',
        status: 'ABGERECHNET',
        storno: false,
      });
    const day = tag('2026-03-02', 'B:01');
    const kindOf = (
      rows: Parameters<typeof snapshotOf>[1],
      ownPointValues: readonly OwnValue[] = [],
    ) =>
      finderOf([basis], snapshotOf({}, rows), { ...DEFAULT_SETTINGS, ownPointValues })[0]?.wertArt;
    expect(kindOf([day], [own])).toBeUndefined();
    expect(kindOf([paid('2026-01-15'), day])).toBeUndefined();
    expect(kindOf([paid('2025-12-15'), day])).toBe('GESCHAETZT');
    expect(kindOf([paid('2025-12-15'), paid('2026-11-02'), day])).toBeUndefined();
    expect(kindOf([day])).toBe('GESCHAETZT');
    expect(kindOf([tag('2022-03-02', 'B:01')])).toBe('UNBEKANNT');
    const denture = {
      ...basis,
      id: 'T02',
      heuteEines: ['B:97a'],
      position: { system: 'BEMA' as const, nr: '98b' },
    };
    expect(finderOf([denture], snapshotOf({}, [tag('2026-03-02', 'B:97a')]))[0]).toMatchObject({
      nr: '98b',
      cents: 6751,
    });
    expect(
      finderOf([denture], snapshotOf({}, [tag('2026-03-02', 'B:97a')]))[0]?.wertArt,
    ).toBeUndefined();
  });
  test('counts completed months of age for births on the 31st and on a leap day', () => {
    const from = (months: number, geburtsdatum: string, day: string): number =>
      finderOf([{ ...basis, alterVonM: months }], snapshotOf({ geburtsdatum }, [tag(day, 'B:01')]))
        .length;
    expect([
      from(8, '2025-05-31', '2026-01-30'),
      from(8, '2025-05-31', '2026-01-31'),
      from(9, '2025-05-31', '2026-02-28'),
      from(9, '2025-05-31', '2026-03-01'),
    ]).toEqual([0, 1, 0, 1]);
    expect([from(24, '2024-02-29', '2026-02-28'), from(24, '2024-02-29', '2026-03-01')]).toEqual([
      0, 1,
    ]);
  });
  test('services of a merged record count for the surviving record', () => {
    const snapshot = snapshotOf({}, [
      zeile(
        'patient',
        {
          patid: null,
          vorname: 'A',
          nachname: 'B',
          versicherung: 'GKV',
          geburtsdatum: '1980-05-17',
          zusammengefuehrtIn: 'P1',
        },
        'P2',
      ),
      [
        {
          ...tag('2025-12-01', 'B:04')[0]!,
          values: { ...tag('2025-12-01', 'B:04')[0]!.values, patid: 'P2' },
        },
      ],
      tag('2026-03-02', 'B:01'),
    ]);
    expect(finderOf([basis], snapshot)).toEqual([]);
  });
  test('future days produce no findings; today counts', () => {
    const day = (at: string) => [
      tag(at, 'B:28 36', 'B:32 36', 'B:01', 'B:Ä1', 'B:04', 'termin KONTROLLE'),
      zeile('hkp', { erstelltAm: at, art: 'ZE', status: 'ENTWURF', gesamt: 10_000 }),
    ];
    const found = (at: string): string[] =>
      finderOf(HOUSE_RULES, snapshotOf({}, day(at), '2026-03-09'))
        .filter((one) => one.tag === at)
        .map((one) => one.art);
    expect([...new Set(found('2026-03-09'))].sort()).toEqual(['PRUEFUNG', 'VERGESSEN']);
    expect(found('2026-03-10')).toEqual([]);
  });
  test("uses the holidays of the practice's region", () => {
    const rule = HOUSE_RULES.find((one) => one.id === 'D05')!,
      am = (day: string, region: string | null): number =>
        finderOf([rule], snapshotOf({}, [tag(day, 'B:8')], '2027-12-31'), {
          ...DEFAULT_SETTINGS,
          region,
        }).length;
    expect([
      am('2026-03-08', null),
      am('2026-04-06', null),
      am('2026-06-04', 'by'),
      am('2026-06-04', 'be'),
      am('2026-06-04', null),
      am('2027-03-08', 'be'),
      am('2026-11-18', 'sn'),
    ]).toEqual([1, 1, 1, 0, 0, 1, 1]);
  });
});
