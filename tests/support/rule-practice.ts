// A practice of one patient written by hand, day by day, for trying billing rules: `leute({...},
// tag('2026-03-02', 'B:01', 'B:13b 36 od'))`.

import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsValue,
} from '../../shared/analytics/deliveries/pvs.ts';
import type { Rule } from '../../shared/analytics/billing/rule.ts';
import type { Finding, RuleSettings } from '../../shared/analytics/billing/proposal.ts';
import { type Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import {
  compileRules,
  evaluateRules,
  type Selection,
} from '../../server/analytics/rules-engine/engine.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import { berlinInstant } from '../../shared/base/dates.ts';

export interface Row {
  readonly entity: PvsEntity;
  readonly values: Readonly<Record<string, PvsValue>>;
  readonly id?: string;
}
const SYSTEM = { B: 'BEMA', G: 'GOZ', O: 'GOAE', E: 'EIGEN' } as const;
let count = 0;
/**
 * Builds a day of treatment. `B:13b 36 od x2 f3.5 c1000` is a service with tooth, surfaces, quantity,
 * factor and cents (`_` replaces a space in its number); `"..."` a note; `termin SCHMERZ 08:30` a kept
 * appointment, with `@07:00` made at that time; `psi 0|1|3|2|2|1`; `befund 36 k`; `epa`; `vertretung`.
 */
export function tag(datum: string, ...worte: readonly string[]): Row[] {
  const behandler = worte.includes('vertretung') ? 'VB' : 'B1';
  return worte.flatMap((wort): Row[] => {
    if (wort.startsWith('"'))
      return [{ entity: 'tagesnotiz', values: { datum, text: wort.slice(1).replace(/"$/, '') } }];
    const [head = '', ...rest] = wort.split(' ');
    if (head === 'vertretung') return [];
    const made = rest.find((one) => one.startsWith('@'));
    if (head === 'termin')
      return [
        {
          entity: 'termin',
          values: {
            terminart: `TA-${rest[0]}`,
            start: berlinInstant(datum, rest[1] ?? '10:00'),
            dauerMin: 30,
            status: rest.slice(2).find((one) => !one.startsWith('@')) ?? 'WAHRGENOMMEN',
            angelegtAm: made === undefined ? null : berlinInstant(datum, made.slice(1)),
            behandler,
          },
        },
      ];
    if (head === 'psi') return [{ entity: 'psi', values: { datum, codes: rest[0] ?? '' } }];
    if (head === 'befund')
      return [
        { entity: 'zahnbefund', values: { datum, zahn: rest[0] ?? '', befund: rest[1] ?? '' } },
      ];
    if (head === 'epa') return [{ entity: 'epaupload', values: { datum } }];
    const key = head.slice(0, 1),
      nr = head.slice(2).replaceAll('_', ' '),
      menge = rest.find((one) => /^x\d+$/.test(one)),
      faktor = rest.find((one) => /^f\d/.test(one)),
      cents = rest.find((one) => /^c\d+$/.test(one)),
      grund = rest.find((one) => one.startsWith('!')),
      status = rest.find((one) => /^(?:GEPLANT|ERBRACHT|ABGERECHNET)$/.test(one));
    const zahn = rest.find((one) => /^\d/.test(one)) ?? null,
      flaechen = rest.find((one) => /^[mvdolpbi]+$/.test(one)) ?? null,
      plan = rest.find((one) => one.startsWith('#')),
      isCancelled = rest.includes('STORNO');
    return [
      {
        entity: 'leistung',
        values: {
          datum,
          behandler,
          system: SYSTEM[key as keyof typeof SYSTEM],
          nr,
          zahn,
          flaechen,
          menge: menge ? Number(menge.slice(1)) : 1,
          faktor: faktor ? Math.round(Number(faktor.slice(1)) * 100) : null,
          faktorgrund: grund ? grund.slice(1) : null,
          honorar: cents ? Number(cents.slice(1)) : 1000,
          betrag: cents ? Number(cents.slice(1)) : 1000,
          status: status ?? 'ABGERECHNET',
          storno: isCancelled,
          rechnungId: (status ?? 'ABGERECHNET') === 'ABGERECHNET' ? 'R1' : null,
          hkpid: plan ? plan.slice(1) : null,
        },
      },
    ];
  });
}
export interface Person {
  readonly versicherung?: string;
  readonly geburtsdatum?: string;
  readonly [field: string]: PvsValue | undefined;
}
/** Builds a row of another table of the same patient; `id` if other rows reference it. */
export const zeile = (
  entity: PvsEntity,
  values: Readonly<Record<string, PvsValue>>,
  id?: string,
): Row => ({ entity, values, ...(id !== undefined && { id }) });
const GROUP_KINDS = [
  'KONTROLLE',
  'RECALL',
  'NEUPATIENT',
  'PROPHYLAXE',
  'SCHMERZ',
  'FUELLUNG',
  'ENDO',
  'ZE',
  'EINGLIEDERUNG',
  'CHIRURGIE',
  'WUNDKONTROLLE',
  'PAR',
  'UPT',
  'SCHIENENKONTROLLE',
  'BERATUNG',
  'SONSTIGE',
];

/**
 * Returns the image of one patient (`P1`), statutory insured and born 1980 by default.
 * @param heute the reference day
 */
export function snapshotOf(
  person: Person,
  zeilen: readonly (Row | readonly Row[])[],
  heute = '2026-12-01',
): Snapshot {
  const rawRows = new RawData();
  const take = (
    entity: PvsEntity,
    id: string,
    values: Readonly<Record<string, PvsValue | undefined>>,
  ): void => {
    const whole: Record<string, PvsValue> = {};
    for (const { name } of PVS_FIELDS[entity]) whole[name] = values[name] ?? null;
    rawRows.take({ entity, id, version: 1, hash: 1, isDeleted: false, values: whole });
  };
  take('behandler', 'B1', { name: 'Novak', art: 'ZAHNARZT' });
  take('behandler', 'VB', { name: 'Berg', art: 'VERTRETUNG' });
  for (const gruppe of GROUP_KINDS)
    take('terminarten', `TA-${gruppe}`, { name: gruppe, standardgruppe: gruppe });
  take('rechnung', 'R1', { art: 'PRIVAT', datum: '2020-01-01', betrag: 1 });
  take('patient', 'P1', {
    vorname: 'A',
    nachname: 'B',
    versicherung: 'GKV',
    kassenart: 'AOK',
    geburtsdatum: '1980-05-17',
    ...person,
  });
  for (const one of zeilen.flat() as readonly Row[])
    take(one.entity, one.id ?? `${one.entity[0]}${String((count += 1)).padStart(6, '0')}`, {
      ...('patid' in one.values ? {} : { patid: 'P1' }),
      ...one.values,
    });
  return buildSnapshot(rawRows, dayNumberOf(heute));
}
/** Returns the findings of the rules, without the parts that no test of a single rule reads. */
export function finderOf(
  regeln: readonly Rule[],
  snapshot: Snapshot,
  einstellung?: RuleSettings,
  selection: Selection = {},
): Finding[] {
  return evaluateRules(snapshot, compileRules(regeln, einstellung), selection);
}
