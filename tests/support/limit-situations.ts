/** Cases of limits that exclude a situation. */
import { type Limit } from '../../shared/analytics/billing/limits/limit.ts';
import { otherTokens, placeOf } from '../../shared/analytics/billing/limits/limit-words.ts';
import { at, DAY, INSIDE, perio, plain, type LimitCase, type Rows } from './limit-day.ts';
import { tag, zeile, type Row } from './rule-practice.ts';

/** Days of a situation in which a number does not apply. */
export function situationCase(limit: Limit, own: string): LimitCase {
  const day = tag(DAY, at(own, '')),
    same = (broken: Rows, kept: Rows): LimitCase => ({ person: {}, broken, kept });
  switch (limit.value) {
    case 'interim_denture': {
      const denture = (art: string): Row => zeile('prothese', { art, eingegliedertAm: DAY });
      return same([denture('INTERIM'), day], [denture('MODELLGUSS'), day]);
    }
    case 'par_aftercare':
      return same(
        [tag('2026-02-16', 'B:AITa 36'), day],
        [tag('2026-02-16', 'B:AITa 36'), tag('2026-02-23', 'B:43 11'), day],
      );
    case 'cpt_notice':
      return same(
        [perio(), tag(INSIDE[0]!, 'B:CPTa 36'), day],
        [perio(), tag('2024-03-01', 'B:CPTa 36'), day],
      );
    case 'temporary': {
      const temporary = otherTokens(limit)![0]!;
      return same(
        [tag(INSIDE[0]!, at(temporary, '36'), at(own, '36')), tag(DAY, at(own, '36'))],
        [tag(INSIDE[0]!, at(temporary, '36')), tag(DAY, at(own, '36'))],
      );
    }
    case 'par22a': {
      const waiting = zeile('parfall', {
        erstelltAm: '2026-01-05',
        status: 'BEI_KASSE',
        grad: 'B',
      });
      return {
        person: { pflegegrad: 2 },
        keptPerson: {},
        broken: [waiting, day],
        kept: [waiting, day],
      };
    }
    case 'first_upt':
      return same(
        [perio(), tag(DAY, 'B:UPTa', plain(own))],
        [perio(), tag(INSIDE[0]!, 'B:UPTa'), tag(DAY, 'B:UPTa', plain(own))],
      );
    case 'during_kfo':
      return same([tag(INSIDE[0]!, 'B:119a'), day], [tag('2025-01-12', 'B:119a'), day]);
    case 'same_day_inpatient':
      return same(
        [tag(DAY, plain(own), '"OP stationär"')],
        [tag(DAY, plain(own), '"OP ambulant"')],
      );
    case 'gkv':
      return { ...same([day], [day]), keptPerson: { versicherung: 'PKV' } };
    case 'usual_office_hours': {
      const open = zeile('arbeitszeit', {
        behandler: 'B1',
        datum: DAY,
        von: 480,
        bis: 720,
        typ: 'BEHANDLUNG',
      });
      return same(
        [open, tag(DAY, plain(own), 'termin SCHMERZ 09:00')],
        [open, tag(DAY, plain(own), 'termin SCHMERZ 19:00')],
      );
    }
    case 'implant':
      return same(
        [tag(INSIDE[0]!, 'befund 36 i'), tag(DAY, at(own, '36'))],
        [tag(INSIDE[0]!, 'befund 36 f'), tag(DAY, at(own, '36'))],
      );
    case 'after_endo': {
      const other = otherTokens(limit)![0]!;
      return same(
        [tag(INSIDE[0]!, at(other, '36')), tag(DAY, at(own, '36'))],
        [tag(DAY, at(other, '36'), at(own, '36'))],
      );
    }
    default: {
      const other = otherTokens(limit)![0]!,
        tooth = placeOf(limit.scope)!.scope === '' ? '' : '36';
      return same(
        [tag(DAY, at(own, tooth), at(other, tooth))],
        [tag(INSIDE[0]!, at(other, tooth)), tag(DAY, at(own, tooth))],
      );
    }
  }
}
