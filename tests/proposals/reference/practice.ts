/**
 * Reference data model of a practice: the days of each person as lists of plain objects made from
 * the delivered rows.
 */
import type { RawRow } from '../../../server/analytics/snapshot/tables/raw-tables.ts';
import { berlinText } from './days.ts';
import { plainCode } from './words.ts';

type V = Readonly<Record<string, string | number | boolean | null>>;
export interface ServiceRow {
  readonly id: string;
  readonly tag: string;
  readonly system: string;
  readonly code: string;
  readonly zahn: string;
  readonly flaechen: string;
  readonly menge: number;
  /** Quantity at its tooth and in its region, of a supposed service at several teeth. */
  readonly share?: { readonly Z: number; readonly K: number };
  readonly faktor: number | null;
  /** Reason of a higher factor; null of a supposed service, which has none yet. */
  readonly grund: string | null;
  readonly behandler: string;
  readonly hkpid: string;
  readonly v: V;
}
export interface Person {
  readonly id: string;
  readonly v: V;
  readonly services: ServiceRow[];
  readonly rest: Record<string, ({ readonly id: string } & V)[]>;
}
export interface Practice {
  readonly persons: Person[];
  readonly behandler: ReadonlyMap<string, V>;
  readonly terminarten: ReadonlyMap<string, V>;
  readonly hasParCases: boolean;
  /** Treatment hours. */
  readonly workingHours: readonly V[];
  mergedInto(id: string): string;
  /** Classes of findings of a plan's positions. */
  befunde(hkpid: string): string[];
}

/** Spreadsheets strip leading zeros from numbers of the private schedule. */
const wholeCode = (system: string, code: string): string =>
  system === 'GOZ' && /^\d{1,3}$/.test(code) ? code.padStart(4, '0') : code;
const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Builds the practice from the newest row of each id; rows of merged records belong to the
 * remaining record.
 */
export function layOut(rows: readonly RawRow[]): Practice {
  const newest = new Map<string, RawRow>();
  for (const row of rows) {
    const key = `${row.entity} ${row.id}`,
      known = newest.get(key);
    if (
      !known ||
      row.version > known.version ||
      (row.version === known.version && row.hash > known.hash)
    )
      newest.set(key, row);
  }
  const of = new Map<string, Map<string, V>>();
  for (const row of newest.values()) {
    if (row.isDeleted) continue;
    const list = of.get(row.entity) ?? new Map<string, V>();
    of.set(row.entity, list);
    list.set(row.id, row.values);
  }
  const all = (entity: string): ReadonlyMap<string, V> => of.get(entity) ?? new Map<string, V>(),
    people = all('patient');
  const mergedInto = (id: string): string => {
    let at = id;
    for (let steps = 0; steps < 100; steps += 1) {
      const to = word(people.get(at)?.['zusammengefuehrtIn']);
      if (to === '' || !people.has(to)) return at;
      at = to;
    }
    return id;
  };
  const made = new Map<string, Person>(),
    positions = [...all('hkpposition').values()];
  const person = (id: string): Person | undefined => {
    const own = mergedInto(id),
      v = people.get(own);
    if (!v) return undefined;
    let known = made.get(own);
    if (!known) made.set(own, (known = { id: own, v, services: [], rest: {} }));
    return known;
  };
  for (const [id, v] of all('leistung')) {
    if (v['storno'] === true || v['status'] === 'GEPLANT') continue;
    person(word(v['patid']))?.services.push({
      id,
      tag: word(v['datum']),
      system: word(v['system']),
      code: wholeCode(word(v['system']), plainCode(word(v['nr']))),
      zahn: word(v['zahn']),
      flaechen: word(v['flaechen']),
      menge: Number(v['menge'] ?? 1),
      faktor: v['faktor'] === null || v['faktor'] === undefined ? null : Number(v['faktor']),
      grund: word(v['faktorgrund']).trim(),
      behandler: word(v['behandler']),
      hkpid: word(v['hkpid']),
      v,
    });
  }
  for (const entity of [
    'termin',
    'tagesnotiz',
    'zahnbefund',
    'psi',
    'mkv',
    'prothese',
    'kariesrisiko',
    'parfall',
    'hkp',
    'epaupload',
  ]) {
    for (const [id, v] of all(entity)) {
      const own = person(word(v['patid']));
      if (own) (own.rest[entity] ??= []).push({ ...v, id });
    }
  }
  for (const own of made.values()) {
    own.services.sort((a, b) => (a.tag < b.tag ? -1 : a.tag > b.tag ? 1 : a.id < b.id ? -1 : 1));
    for (const list of Object.values(own.rest)) list.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
  return {
    persons: [...made.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    behandler: all('behandler'),
    terminarten: all('terminarten'),
    hasParCases: all('parfall').size > 0,
    workingHours: [...all('arbeitszeit').values()].filter((one) => one['typ'] === 'BEHANDLUNG'),
    mergedInto,
    befunde: (id) =>
      positions
        .filter((one) => one['hkpid'] === id)
        .map((one) => word(one['befund']))
        .filter((one) => one !== ''),
  };
}
interface Visit {
  readonly tag: string;
  readonly gruppe: string;
  readonly uhr: string;
  /** Minutes from when it was made to its start; undefined where that is not delivered. */
  readonly ahead?: number;
}
const visits = new WeakMap<Person, readonly Visit[]>();
function visitsOf(praxis: Practice | undefined, person: Person): readonly Visit[] {
  let known = visits.get(person);
  if (!known || praxis) {
    known = (person.rest['termin'] ?? [])
      .filter((one) => one['status'] === 'WAHRGENOMMEN')
      .map((one) => {
        const [tag = '', uhr = ''] = berlinText(Number(one['start'])).split(' ');
        return {
          tag,
          uhr,
          ...(typeof one['angelegtAm'] === 'number' && {
            ahead: (Number(one['start']) - one['angelegtAm']) / 60_000,
          }),
          gruppe:
            word(praxis?.terminarten.get(word(one['terminart']))?.['standardgruppe']) || 'SONSTIGE',
        };
      });
    if (praxis) visits.set(person, known);
  }
  return known;
}
/** Returns the kept appointments of a day. */
export const keptOn = (praxis: Practice, person: Person, day: string): readonly Visit[] =>
  (visits.get(person) ?? visitsOf(praxis, person)).filter((one) => one.tag === day);
export const keptDays = (person: Person): string[] =>
  visitsOf(undefined, person).map((one) => one.tag);
