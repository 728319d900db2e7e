// Checks of delivered rows: faults that weaken reports. Pure.

import { PVS_ENTITIES, PVS_FIELDS, type PvsEntity } from '../deliveries/pvs.ts';

/**
 * Kinds of checks: a reference to nothing, an empty field that reports need, a field that no row
 * has, an appointment without a result, a person with two records, a value that a spreadsheet may
 * have shortened.
 */
const CHECK_KINDS = ['VERWAIST', 'LUECKE', 'LEER', 'OHNE_ERGEBNIS', 'DOPPELT', 'GEKUERZT'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];
export interface DataCheck {
  /** Kind, entity and field: `VERWAIST.leistung.behandler`. */
  readonly key: string;
  readonly kind: CheckKind;
  readonly entity: PvsEntity;
  readonly field: string;
  /** Subject of the reports that it weakens; a text of the reports. */
  readonly weakens: string;
}

/** Subject of the reports that read a reference, by the entity that it points to. */
const SUBJECT_OF: Readonly<Partial<Record<PvsEntity, string>>> = {
  patient: 'patienten',
  behandler: 'behandler',
  zimmer: 'zimmer',
  terminarten: 'termine',
  termin: 'termine',
  rechnung: 'geld',
  hkp: 'plaene',
  parfall: 'plaene',
  mitarbeiter: 'team',
  teams: 'team',
  stempel: 'behandler',
};
/** Fields that may be empty in single rows, but not without weakening reports. */
const NEEDED: Readonly<Partial<Record<PvsEntity, Readonly<Record<string, string>>>>> = {
  leistung: { behandler: 'behandler' },
  termin: { behandler: 'behandler', zimmer: 'zimmer', terminart: 'termine' },
  rechnung: { faelligAm: 'geld' },
  hkp: { behandler: 'behandler' },
};
/** Fields without which a whole report says nothing; single rows may lack them. */
const CARRYING: Readonly<Partial<Record<PvsEntity, Readonly<Record<string, string>>>>> = {
  leistung: { rechnungId: 'geld', behandler: 'behandler', zimmer: 'zimmer' },
  termin: {
    status: 'termine',
    zimmer: 'zimmer',
    terminart: 'termine',
    angelegtAm: 'termine',
    absageAm: 'termine',
    ankunft: 'termine',
  },
  hkp: { genehmigtAm: 'plaene', angenommenAm: 'plaene', gesendetAm: 'plaene' },
  patient: { quelle: 'patienten', erstbesuch: 'patienten' },
};

const check = (kind: CheckKind, entity: PvsEntity, field: string, weakens: string): DataCheck => ({
  key: [kind, entity, field].join('.'),
  kind,
  entity,
  field,
  weakens,
});
const listed = (kind: CheckKind, of: typeof NEEDED): DataCheck[] =>
  PVS_ENTITIES.flatMap((entity) =>
    Object.entries(of[entity] ?? {}).map(([field, weakens]) => check(kind, entity, field, weakens)),
  );

/** All checks; every reference of every entity has one. */
export const DATA_CHECKS: readonly DataCheck[] = [
  ...PVS_ENTITIES.flatMap((entity) =>
    PVS_FIELDS[entity].flatMap(({ name, to }) =>
      to === null ? [] : [check('VERWAIST', entity, name, SUBJECT_OF[to] ?? 'listen')],
    ),
  ),
  ...listed('LUECKE', NEEDED),
  ...listed('LEER', CARRYING),
  check('OHNE_ERGEBNIS', 'termin', 'status', 'termine'),
  check('DOPPELT', 'patient', 'nachname', 'patienten'),
  check('GEKUERZT', 'patient', 'plz', 'patienten'),
];
