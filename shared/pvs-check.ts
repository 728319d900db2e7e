// Whether a delivered row is taken: made once for each entity from its description, run for millions of rows. Pure.

import { PVS_FIELDS, type PvsEntity } from './pvs.ts';
import { isTrouble, readBool, readerOf, readId, readVersion, type Kept, type ValueTrouble } from './pvs-values.ts';

/** Why a row is refused: a value of a field, or the row itself. */
export type RowTrouble = ValueTrouble | 'missing' | 'future' | 'no_id' | 'no_version' | 'unknown_field' | 'not_a_row' | 'duplicate' | 'columns';
export interface Refusal { readonly field: string; readonly why: RowTrouble }
/** A row as it is kept; its values in the order of `PVS_FIELDS`. A deleted one has none. */
export interface CheckedRow { readonly id: string; readonly version: number; readonly isDeleted: boolean; readonly values: readonly Kept[]; /** Its values as text and their hash, once somebody has made them: making them costs as much as checking the row. */ said?: { text: string; hash: number } }
export const isRefusal = (made: CheckedRow | Refusal): made is Refusal => 'why' in made;

/** What every row has beside its fields, as files and messages name it. */
export const ROW_FIELDS = ['id', 'geaendertAm', 'geloescht'] as const;

/** Days that lie behind us when they are delivered; a planned service may lie ahead. */
const PAST: Readonly<Partial<Record<PvsEntity, string>>> = {
  patient: 'geburtsdatum', leistung: 'datum', zahlung: 'datum', rechnung: 'datum', tagesnotiz: 'datum', zahnbefund: 'datum', psi: 'datum', kariesrisiko: 'datum', epaupload: 'datum', prothese: 'eingegliedertAm',
};

export type CheckRow = (id: unknown, geaendertAm: unknown, geloescht: unknown, given: readonly unknown[]) => CheckedRow | Refusal;

/**
 * @param lastDay last day that what has happened may bear: tomorrow, because a clock that goes ahead a little must not cost a day's work
 * @param fallback version of rows that bring none; null: they are refused
 */
export function compileCheck(entity: PvsEntity, { lastDay, fallback }: { lastDay: string; fallback: number | null }): CheckRow {
  const fields = PVS_FIELDS[entity], readers = fields.map(readerOf), count = fields.length, past = fields.findIndex(field => field.name === PAST[entity]), status = entity === 'leistung' ? fields.findIndex(field => field.name === 'status') : -1;
  const none = fields.map(() => null);
  return (rawId, rawVersion, rawDeleted, given) => {
    const id = readId(rawId);
    if (isTrouble(id)) return { field: 'id', why: id[0] };
    if (id === null) return { field: 'id', why: 'no_id' };
    const version = readVersion(rawVersion);
    if (isTrouble(version)) return { field: 'geaendertAm', why: version[0] };
    const counted = version ?? fallback;
    if (counted === null) return { field: 'geaendertAm', why: 'no_version' };
    const deleted = readBool(rawDeleted);
    if (isTrouble(deleted)) return { field: 'geloescht', why: deleted[0] };
    const row = { id: String(id), version: Number(counted) };
    if (deleted === 1) return { ...row, isDeleted: true, values: none };
    const values: Kept[] = [];
    for (let i = 0; i < count; i++) {
      const value = readers[i]!(given[i]);
      if (isTrouble(value)) return { field: fields[i]!.name, why: value[0] };
      if (value === null && fields[i]!.isRequired) return { field: fields[i]!.name, why: 'missing' };
      values.push(value);
    }
    const happened = past === -1 ? null : values[past];
    if (typeof happened === 'string' && happened > lastDay && (status === -1 || values[status] !== 'GEPLANT')) return { field: fields[past]!.name, why: 'future' };
    return { ...row, isDeleted: false, values };
  };
}

/** The same for a row with named values, as messages bring it; a name that is not described is refused, because it would be lost silently. */
export function compileNamed(entity: PvsEntity, options: Parameters<typeof compileCheck>[1]): (row: unknown) => CheckedRow | Refusal {
  const check = compileCheck(entity, options), names = PVS_FIELDS[entity].map(field => field.name), all = new Set<string>([...ROW_FIELDS, ...names]);
  return row => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return { field: '', why: 'not_a_row' };
    const of = row as Record<string, unknown>;
    for (const key in of) if (!all.has(key)) return { field: 'row', why: 'unknown_field' };
    return check(of.id, of.geaendertAm, of.geloescht, names.map(name => of[name]));
  };
}

/** Why a row was refused, in plain German; the value itself is never said. */
export const TROUBLE_WORDS: Readonly<Record<RowTrouble, string>> = {
  not_text: 'ist kein Text', too_long: 'ist zu lang', not_day: 'ist kein Tag (JJJJ-MM-TT oder TT.MM.JJJJ)', not_instant: 'ist kein Zeitpunkt', not_clock: 'ist keine Uhrzeit (HH:MM)', not_number: 'ist keine Zahl in dieser Schreibweise',
  out_of_range: 'ist unmöglich groß', not_bool: 'ist weder ja noch nein', not_word: 'ist keines der vorgesehenen Wörter', missing: 'fehlt', future: 'liegt in der Zukunft', no_id: 'fehlt (Nummer der Zeile)', no_version: 'fehlt (Änderungszeit)',
  unknown_field: 'Die Zeile hat ein Feld, das nicht vorgesehen ist', not_a_row: 'Das ist keine Zeile', duplicate: 'Diese Nummer kommt mit anderem Inhalt noch einmal vor', columns: 'Die Zeile hat nicht so viele Spalten wie die Kopfzeile',
};
export const refusalWords = ({ field, why }: Refusal): string => (['unknown_field', 'not_a_row', 'duplicate', 'columns'].includes(why) ? TROUBLE_WORDS[why] : `${field} ${TROUBLE_WORDS[why]}`);
