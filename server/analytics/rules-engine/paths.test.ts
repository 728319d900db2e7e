// Tests of the paths of a case: sessions by appointment, private and statutory services, and
// agreements that were signed here.
import { expect, test } from 'vitest';
import { findRule } from '../../../catalog/billing-rules/catalogue.ts';
import {
  finderOf,
  snapshotOf,
  tag,
  zeile,
  type Row,
} from '../../../tests/support/rule-practice.ts';
import { DEFAULT_SETTINGS } from './engine.ts';

const DAY = '2026-03-02',
  VISITS = [
    zeile('termin', { terminart: 'TA-KONTROLLE', status: 'WAHRGENOMMEN', behandler: 'B1' }, 'T1'),
    zeile('termin', { terminart: 'TA-SCHMERZ', status: 'WAHRGENOMMEN', behandler: 'B1' }, 'T2'),
  ],
  at = (terminId: string | null, ...services: string[]): Row[] =>
    tag(DAY, ...services).map((one) => ({ ...one, values: { ...one.values, terminId } })),
  ids = (
    rules: readonly string[],
    rows: readonly (Row | readonly Row[])[],
    person = {},
  ): string[] =>
    finderOf(
      rules.map((id) => findRule(id)!),
      snapshotOf(person, rows),
    ).map((one) => one.regel);

test('an exclusion within one session is silent where two appointments of a day are named', () => {
  expect(ids(['LB002'], [...VISITS, at('T1', 'B:01', 'B:Ä1')])).toEqual(['LB002']);
  expect(ids(['LB002'], [...VISITS, at('T1', 'B:01'), at('T2', 'B:Ä1')])).toEqual([]);
  expect(ids(['LB002'], [...VISITS, at('T1', 'B:01'), at(null, 'B:Ä1')])).toEqual(['LB002']);
});
test('a limit of a year counts both sessions of a day', () => {
  expect(ids(['LB299'], [...VISITS, at('T1', 'B:107'), at('T2', 'B:107')])).toEqual(['LB299']);
});
test('no private service of the same work is proposed for a filling with co-payment', () => {
  const rules = ['F09'],
    note = '"Oberflächenanästhesie"';
  expect(ids(rules, [tag(DAY, 'G:2080 26 od', 'G:0090 26', note)])).toEqual(['F09']);
  expect(ids(rules, [tag(DAY, 'B:13b 26 od', 'G:2080 26 od', 'G:0090 26', note)])).toEqual([]);
  expect(ids(rules, [tag(DAY, 'G:0090 16', 'B:40 16', note)])).toEqual([]);
});
test('a factor above 3.5 is silent with an agreement that was signed here before the day', () => {
  const warned = (since: string, factor: number, nr = '2080'): number =>
    finderOf([findRule('X55')!], snapshotOf({}, [tag(DAY, 'G:2080 26 od f4.0')]), {
      ...DEFAULT_SETTINGS,
      agreements: [{ patid: 'P1', nr, factor, since }],
    }).length;
  expect(warned('2026-03-01', 4)).toBe(0);
  expect(warned('2026-03-03', 4)).toBe(1);
  expect(warned('2026-03-01', 3.9)).toBe(1);
  expect(warned('2026-03-01', 4, '2100')).toBe(1);
});

test('a surcharge for an urgent visit is a guess from when the appointment was made', () => {
  const found = (made: string, visit = 'B:151', person = {}): string[] =>
    finderOf(
      ['L16', 'L17', 'V22', 'V23'].map((id) => findRule(id)!),
      snapshotOf(person, [tag(DAY, visit, `termin SCHMERZ 15:00 ${made}`)]),
    ).map(({ nr, konfidenz }) => `${nr} ${konfidenz}`);
  expect(found('@11:00')).toEqual(['161a 0.5']);
  expect(found('@10:59')).toEqual([]);
  // Entered after the visit, or unknown when.
  expect(found('@15:01')).toEqual([]);
  expect(found('')).toEqual([]);
  expect(found('@14:00', 'B:152a')).toEqual(['162a 0.5']);
  expect(found('@14:00', 'O:50', { versicherung: 'PKV' })).toEqual(['E 0.5']);
  expect(found('@14:00', 'O:51', { versicherung: 'PKV' })).toEqual(['E 0.5']);
});

test('extra costs of a filling are silent with an agreement that was made here before the day', () => {
  const warned = (...since: string[]): readonly number[] =>
    finderOf([findRule('X78')!], snapshotOf({}, [tag(DAY, 'B:13b 26 od', 'G:2080 26 od c7192')]), {
      ...DEFAULT_SETTINGS,
      coPayments: since.map((day) => ({ patid: 'P1', since: day })),
    }).map(({ sichert }) => sichert ?? -1);
  // Without any agreement, and before the first one, nothing is known.
  expect(warned()).toEqual([]);
  expect(warned('2026-03-03')).toEqual([]);
  expect(warned('2026-03-02')).toEqual([]);
  // An agreement of an earlier filling is too old; the whole fee hangs on a new one.
  expect(warned('2025-03-01')).toEqual([7192]);
  expect(warned('2025-03-01', '2026-03-01')).toEqual([]);
});
