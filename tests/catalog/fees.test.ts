// Every amount of the catalogues against a separately printed list in cents, and the rules of
// periods against their published examples.
import { describe, expect, it } from 'vitest';
import { areaOf, findPosition, normalNumber } from '../../catalog/find-position.ts';
import { BEMA, BEMA_FORMER } from '../../catalog/bema/positions.ts';
import { FINDINGS, type Bonus } from '../../catalog/festzuschuss/findings.ts';
import { GOAE } from '../../catalog/goae/positions.ts';
import { isSingleOnly, POSITIONS } from '../../catalog/goz/positions.ts';
import { GOZ } from '../../catalog/goz/schedule.ts';
import { KZVEN } from '../../catalog/kzv/kzv.ts';
import { punktwertOn } from '../../catalog/point-value.ts';
import type { PunktwertArea } from '../../catalog/point-values/values.ts';
import {
  bemaCents,
  bonusOf,
  coPayment,
  factorNeed,
  goaeCents,
  gozCents,
  laserCents,
  ownShare,
  slidingHardship,
  subsidyCents,
  surgerySurcharge,
} from '../../shared/analytics/billing/fees.ts';
import { addDays, addMonths } from '../../shared/base/day-math.ts';
import {
  earliest01,
  earliest04,
  earliest107,
  fuzOf,
  isInWindow,
  isIpAge,
  isNewConsultation,
  monthsOn,
  UPT,
  windowStart,
} from '../../shared/analytics/billing/periods.ts';
import euros from './euros.json' with { type: 'json' };

const DAY = '2026-11-20';
const centsOf = (number: string): number => {
  const one = findPosition('BEMA', number, DAY)!,
    value = punktwertOn({
      region: null,
      kassenart: 'AOK',
      area: one.area as PunktwertArea,
      day: DAY,
    })!;
  return bemaCents(one.points!, 1, value.value);
};

describe('amounts of 2026', () => {
  it('all 211 BEMA positions that are billed often; 54 rare ones are listed as well', () => {
    expect(BEMA).toHaveLength(265);
    expect(
      Object.fromEntries(BEMA.slice(0, 211).map((one) => [one.number, centsOf(one.number)])),
    ).toEqual(euros.bema);
  });
  it('all 215 GOZ positions at 1.0, 2.3 and 3.5; those with points are the ones of fee agreements', () => {
    expect(GOZ).toHaveLength(215);
    const told = (number: string, points: number | null): (number | null)[] =>
      points === null
        ? [null, null, null]
        : isSingleOnly(number)
          ? [gozCents(points, 1), null, null]
          : [1, 2.3, 3.5].map((factor) => gozCents(points, factor));
    expect(
      Object.fromEntries(GOZ.map((one) => [one.number, told(one.number, one.points)])),
    ).toEqual(euros.goz);
    expect(GOZ.filter((one) => one.points !== null).map((one) => [one.number, one.points])).toEqual(
      POSITIONS.map((one) => [one.number, one.points]),
    );
  });
  it('each GOÄ position at 1.0 and at its threshold', () => {
    expect(
      Object.fromEntries(
        GOAE.filter((one) => one.number in euros.goae).map((one) => [
          one.number,
          [goaeCents(one.points!, 1), goaeCents(one.points!, one.threshold)],
        ]),
      ),
    ).toEqual(euros.goae);
    // The single rates of the other rows with points, as the schedule prints them.
    expect(
      Object.fromEntries(
        GOAE.filter((one) => !(one.number in euros.goae) && one.points !== null).map((one) => [
          one.number,
          goaeCents(one.points!, 1),
        ]),
      ),
    ).toEqual(euros.goaeSimple);
    // These are a percentage of the service they belong to.
    expect(GOAE.filter((one) => one.points === null).map((one) => one.number)).toEqual([
      '441',
      '5298',
    ]);
  });
  it('subsidies are 60, 70 and 75 percent of the full one to the cent', () => {
    expect(FINDINGS).toHaveLength(48);
    for (const bonus of [60, 70, 75] as Bonus[])
      expect(
        FINDINGS.filter(
          (one) => Math.abs(one.cents[bonus] - (one.cents[100] * bonus) / 100) > 1,
        ).map((one) => one.number),
      ).toEqual([]);
    expect(KZVEN.map((one) => one.region)).toHaveLength(
      new Set(KZVEN.map((one) => one.number)).size,
    );
    expect(KZVEN).toHaveLength(17);
  });
  it('a perio case of 18 teeth is 497 points, and grade B two years of support 702', () => {
    const sum = (list: [string, number][]): number =>
      list.reduce(
        (all, [number, count]) => all + findPosition('BEMA', number, DAY)!.points! * count,
        0,
      );
    const therapy = sum([
      ['4', 1],
      ['ATG', 1],
      ['MHU', 1],
      ['AITa', 10],
      ['AITb', 8],
      ['BEVa', 1],
    ]);
    expect([therapy, bemaCents(therapy, 1, 12_800)]).toEqual([497, 63_616]);
    const support =
      sum([
        ['UPTa', UPT.B.most],
        ['UPTb', UPT.B.most],
        ['UPTc', 26 * UPT.B.most],
        ['UPTd', UPT.B.d.length],
        ['UPTg', 1],
      ]) + 160;
    expect([support, bemaCents(support, 1, 12_800)]).toEqual([702, 89_856]);
  });
});

describe('positions by day and spelling', () => {
  it('deleted positions stay readable, changed ones have the points of their day', () => {
    const points = (number: string, day: string): number | null | undefined =>
      findPosition('BEMA', number, day)?.points;
    expect([
      points('13b', '2024-12-31'),
      points('13b', '2025-01-01'),
      points('13e', '2026-02-01'),
      points('13h', '2020-01-01'),
      points('FU1', '2025-12-31'),
      points('FU1', '2026-01-01'),
      points('4', '2021-06-30'),
      points('4', '2021-07-01'),
      points('P200', '2019-01-01'),
      points('AITa', '2019-01-01'),
      points('IP3', DAY),
    ]).toEqual([39, 41, 52, 100, 27, 28, 39, 44, 14, 14, null]);
    expect(BEMA_FORMER.every((one) => one.to !== null && one.to < '2026-01-01')).toBe(true);
  });
  it('one number for every spelling', () => {
    const bema = ['Ae925a', 'Ä 925a', '925A', 'ä925a'].map((one) => normalNumber('BEMA', one)),
      others = ['UPT a', 'upta', 'BEMA 98H/1', 'fupr', ' 01 ', 'ip 4', 'AE1', 'ep a2'].map((one) =>
        normalNumber('BEMA', one),
      );
    expect([...new Set(bema)]).toEqual(['Ä925a']);
    expect(others).toEqual(['UPTa', 'UPTa', '98h/1', 'FUPr', '01', 'IP4', 'Ä1', 'ePA2']);
    expect(
      ['GOZ 1040', '10', '65', '2410a', ' 2080'].map((one) => normalNumber('GOZ', one)),
    ).toEqual(['1040', '0010', '0065', '2410a', '2080']);
    expect(['Ä5000', 'GOÄ 1', '0005', 'ä 5004'].map((one) => normalNumber('GOAE', one))).toEqual([
      '5000',
      '1',
      '5',
      '5004',
    ]);
    expect(
      ['F2', 'bMF', 'L1', 'I', 'Zst', 'FUZ2', 'FU Z 5', 'FU1a', 'K1'].map((one) =>
        normalNumber('BEMA', one),
      ),
    ).toEqual(['13b', '12', '41a', '40', '107', 'FU1', 'FU2', 'FU1', 'K1']);
    expect([
      normalNumber('BEMA', 'X 99'),
      normalNumber('BEMA', 'ae4711'),
      normalNumber('EIGEN', 'Bleaching'),
    ]).toEqual(['X99', 'Ä4711', 'Bleaching']);
  });
  it('no number occurs twice on one day, under any spelling', () => {
    const all = [...BEMA, ...BEMA_FORMER],
      key = (one: (typeof all)[number]): string => one.number.toLowerCase();
    for (const day of ['2003-06-01', '2021-06-30', '2021-07-01', '2024-12-31', DAY]) {
      const seen = all
        .filter(
          (one) => (one.from === null || one.from <= day) && (one.to === null || day <= one.to),
        )
        .map(key);
      expect(seen.filter((one, at) => seen.indexOf(one) !== at)).toEqual([]);
    }
  });
  it('default areas', () => {
    expect(
      (['Ae1', 'IP1', 'UPT c', '20b', 'K1', '119a', '??'] as const).map((one) =>
        areaOf('BEMA', one),
      ),
    ).toEqual(['KCH', 'IPFU', 'PAR', 'ZE', 'KB', 'KFO', 'SONSTIGE']);
    expect(
      ['1040', '1000', '2080', '2210', '4070', '5040', '6100', '8000', '9010', '0010', '4711'].map(
        (one) => areaOf('GOZ', one),
      ),
    ).toEqual([
      'PZR',
      'PZR',
      'GOZ_KONS',
      'GOZ_PROTHETIK',
      'PAR',
      'GOZ_PROTHETIK',
      'KFO',
      'FUNKTION',
      'IMPLANTOLOGIE',
      'GOZ_KONS',
      'PAR',
    ]);
    expect([areaOf('EIGEN', 'BEL'), areaOf('EIGEN', 'Bleaching'), areaOf('GOAE', '5000')]).toEqual([
      'LABOR',
      'SONSTIGE',
      'GOZ_KONS',
    ]);
  });
});

describe('point values', () => {
  const ask = (region: string | null, kassenart: string | null, area: PunktwertArea, day: string) =>
    punktwertOn({ region, kassenart, area, day })?.value;
  it('apply to their days, and are never invented', () => {
    expect([
      ask(null, null, 'ZE', '2025-12-31'),
      ask('by', 'AOK', 'ZE', '2026-01-01'),
      ask('be', 'AOK', 'IPFU', '2016-06-01'),
      ask('by', 'AOK', 'IPFU', '2016-06-01'),
      ask(null, null, 'KCH', '2023-12-31'),
    ]).toEqual([11_304, 11_844, 10_940, undefined, undefined]);
    expect([
      ask('be', 'BKK', 'IPFU', '2016-06-01'),
      ask('be', 'IKK', 'PAR', '2016-12-31'),
      ask('wl', 'AOK', 'KCH', '2012-11-01'),
      ask('wl', 'AOK', 'KCH', '2013-01-01'),
      ask('wl', 'VDEK', 'KCH', '2012-11-01'),
    ]).toEqual([10_900, 10_040, 8_904, undefined, undefined]);
  });
  it('own values precede, then specific before general, later before earlier', () => {
    const own = (region: string | null, kassenart: string | null, value: number, from: string) => ({
      region,
      kassenart,
      area: 'KCH' as const,
      value,
      from,
      to: null,
      mark: 'confirmed' as const,
      source: '',
    });
    const list = [
      own(null, null, 12_000, '2026-01-01'),
      own('be', null, 12_100, '2026-01-01'),
      own('be', 'VDEK', 12_300, '2026-01-01'),
      own('be', 'VDEK', 12_400, '2026-07-01'),
    ];
    expect(
      [
        ['by', 'AOK'],
        ['be', 'AOK'],
        ['be', 'VDEK'],
      ].map(
        ([region = null, kassenart = null]) =>
          punktwertOn({ region, kassenart, area: 'KCH', day: DAY }, list)?.value,
      ),
    ).toEqual([12_000, 12_100, 12_400]);
    expect(
      punktwertOn({ region: 'be', kassenart: 'VDEK', area: 'KCH', day: '2026-06-30' }, list)?.value,
    ).toBe(12_300);
  });
});

describe('further rules', () => {
  it('one surcharge a day, by the surgery with the most points', () => {
    const p = (number: string) => ({
      number,
      points: GOZ.find((one) => one.number === number)!.points!,
    });
    expect(
      [['3020'], ['3040'], ['4133'], ['9010', '3020'], ['4090'], ['3000'], ['3030', '4130']].map(
        (list) => surgerySurcharge(list.map(p)),
      ),
    ).toEqual(['0500', '0510', '0520', '0530', '0500', undefined, '0500']);
    expect([laserCents(392), laserCents(1545)]).toEqual([2205, 6800]);
    expect([
      factorNeed(2.3),
      factorNeed(2.31),
      factorNeed(3.5),
      factorNeed(3.51),
      factorNeed(1.8, { free: 1.8, most: 2.5 }),
    ]).toEqual(['free', 'reason', 'reason', 'agreement', 'free']);
  });
  it('patient share in addition to subsidy and statutory filling', () => {
    const gap = FINDINGS.find((one) => one.number === '2.1')!;
    expect([bonusOf(0), bonusOf(5), bonusOf(10), bonusOf(0, true)]).toEqual([60, 70, 75, 100]);
    expect([
      subsidyCents([{ cents: gap.cents, count: 1 }], 75),
      subsidyCents([{ cents: gap.cents, count: 2 }], 60),
      subsidyCents([{ cents: gap.cents, count: 1 }], 100, 80_000),
    ]).toEqual([69_120, 110_592, 80_000]);
    expect([
      ownShare(115_000, 69_120),
      ownShare(100, 200),
      coPayment(7_192, 5_248),
      coPayment(1, 2),
    ]).toEqual([45_880, 0, 1_944, 0]);
    expect([
      slidingHardship(55_296, 168_200, 158_200),
      slidingHardship(55_296, 158_200, 158_200),
      slidingHardship(55_296, 200_000, 158_200),
    ]).toEqual([25_296, 55_296, 0]);
  });
});

describe('formats periods', () => {
  it('01, 04, 107 and Ä1 by the published examples', () => {
    expect([
      earliest01('2026-04-01'),
      earliest01('2026-01-10'),
      earliest01('2025-12-20'),
      earliest04('2010-12-15'),
      earliest107('2026-03-03'),
    ]).toEqual(['2026-08-02', '2026-07-01', '2026-04-21', '2012-10-01', '2027-01-01']);
    expect([
      isInWindow('8Q', '2010-12-15', '2012-09-30'),
      isInWindow('8Q', '2010-12-15', '2012-10-01'),
      isInWindow('KHJ', '2026-06-30', '2026-07-01'),
      isInWindow('30D', '2026-06-01', '2026-07-01'),
      isInWindow('4M', '2026-02-28', '2026-07-01'),
    ]).toEqual([true, false, false, true, false]);
    expect([
      isNewConsultation(null, '2026-07-01'),
      isNewConsultation('2026-06-12', '2026-07-01'),
      isNewConsultation('2026-06-13', '2026-07-01'),
      isNewConsultation('2026-07-01', '2026-09-30'),
    ]).toEqual([true, true, false, false]);
    // In a shorter month the window ends with it, as for the next 01: on 30 June the last of
    // February is outside, the first of March is not.
    expect([
      windowStart('4M', '2026-06-30'),
      windowStart('4M', '2026-06-28'),
      windowStart('4M', '2026-02-28'),
      windowStart('24M', '2026-02-28'),
      windowStart('6M', '2026-08-31'),
    ]).toEqual(['2026-03-01', '2026-02-28', '2025-10-28', '2024-02-28', '2026-03-01']);
    for (let last = '2025-10-25'; last < '2026-11-05'; last = addDays(last, 1)) {
      const free = addDays(addMonths(last, 4), 1);
      if (isInWindow('4M', last, free) || !isInWindow('4M', last, addDays(free, -1)))
        throw new Error(last);
    }
    expect([
      windowStart('KJ', DAY),
      windowStart('KHJ', DAY),
      windowStart('Q', DAY),
      addMonths('2026-08-31', -6),
      addMonths('2024-11-30', 3),
    ]).toEqual(['2026-01-01', '2026-07-01', '2026-10-01', '2026-02-28', '2025-02-28']);
  });
  it('early checks and prophylaxis by completed months', () => {
    const at = (birth: string) => fuzOf(monthsOn(birth, DAY))?.key;
    expect([
      at('2026-06-20'),
      at('2026-06-21'),
      at('2025-12-20'),
      at('2020-11-21'),
      at('2020-11-20'),
    ]).toEqual(['FUZ1', undefined, 'FUZ2', 'FUZ6', undefined]);
    expect(
      ['2020-11-20', '2020-11-21', '2008-11-21', '2008-11-20'].map((birth) =>
        isIpAge(monthsOn(birth, DAY)),
      ),
    ).toEqual([true, false, true, false]);
  });
});
