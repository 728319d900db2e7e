// Columns whose values are encrypted with a key of their practice, and the name that binds each
// value to its cell.

import { getTableColumns, getTableName, is } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Finding } from '../../../../shared/analytics/billing/proposal.ts';
import {
  PVS_ENTITIES,
  PVS_FIELDS,
  type PvsEntity,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import { CONTACT_FIELDS } from '../../../../shared/desk/master-fields.ts';
import { DAMAGED_TEXT } from '../../../../shared/base/damaged-text.ts';
import type { Schema } from '../schema.ts';

/** Encrypted columns of a table, by the property names of the schema. */
interface SealedTable {
  /** Columns that select a row within its practice; never changed after the insert. */
  readonly key: string | readonly string[];
  /** Columns, each with the version of this list that added it. */
  readonly columns: Readonly<Record<string, number>>;
  /** Texts that people read and no program decides by: a damaged one is replaced by words. */
  readonly shown?: readonly string[];
  /** Values in the place of damaged ones, of columns whose readers know an empty value. */
  readonly blank?: Readonly<Record<string, unknown>>;
}

const MASTER_TEXTS = [
    'title',
    'firstName',
    'lastName',
    'street',
    'city',
    'country',
    'birthplace',
  ] as const,
  MASTER_VALUES = ['geburtsdatum', 'plz', ...CONTACT_FIELDS, 'search'] as const;
/** In the place of a damaged one, whose evidence may quote a note: it is about no position. */
const NO_FINDING: Finding = {
  regel: '',
  regelVersion: 0,
  art: 'PRUEFUNG',
  patid: '',
  tag: '',
  zahn: '',
  behandler: '',
  system: 'BEMA',
  nr: '',
  menge: 0,
  punkte: null,
  cents: 0,
  konfidenz: 0,
  belege: [],
  gegen: [],
};
/** Version of the list below; a higher one makes every practice encrypt its stored rows again. */
export const SEALED_VERSION = 5;
/**
 * Columns of this version and later ones are encrypted on PostgreSQL only: SQLite encrypts its whole
 * file (decision 077). No query of either compares them.
 */
export const ONLY_POSTGRES = 3;
/**
 * By table name. No query may compare or sort by one of these columns in the database. Rows of these
 * tables are read and written by the store of a practice only.
 */
export const SEALED: Readonly<Record<string, SealedTable>> = {
  access_grant: shownTexts('id', ['reason'], 3),
  answers: { key: 'id', columns: { response: 1, problems: 1, title: 2 }, shown: ['title'] },
  breach: shownTexts('id', ['text', 'measures', 'reason']),
  compliance_point: shownTexts('point', ['note']),
  document: { key: 'fileId', columns: { voidNote: 1, title: 2 }, shown: ['voidNote', 'title'] },
  export_item: shownTexts(['taskId', 'target'], ['title'], 5),
  envelope: { key: 'id', columns: { signers: 1, evidence: 1, salt: 1 } },
  home_link: { key: 'id', columns: { label: 1 }, shown: ['label'] },
  import_item: shownTexts('id', ['what', 'fileName'], 5),
  legal_hold: { key: 'id', columns: { reason: 1 }, shown: ['reason'] },
  mappe: { key: 'id', columns: { signers: 1 } },
  master_change: { key: 'id', columns: { before: 1, after: 1 } },
  online_termin: {
    key: 'terminId',
    columns: { firstName: 5, lastName: 5, geburtsdatum: 5, art: 5 },
    shown: ['firstName', 'lastName', 'art'],
    blank: { geburtsdatum: '' },
  },
  patient: {
    key: 'patid',
    columns: Object.fromEntries([...MASTER_TEXTS, ...MASTER_VALUES].map((name) => [name, 5])),
    shown: MASTER_TEXTS,
    blank: {
      ...Object.fromEntries(CONTACT_FIELDS.map((name) => [name, null])),
      geburtsdatum: '',
      plz: '',
      search: '',
    },
  },
  plan_note: shownTexts('id', ['text']),
  plan_step: shownTexts(['kind', 'target'], ['step'], 3),
  pvs_carried: { key: ['kind', 'id'], columns: { values: 4 } },
  pvs_refused: {
    key: ['batch', 'n'],
    columns: { cells: 4 },
    blank: { cells: [] },
  },
  printed_paper: {
    key: 'id',
    columns: { title: 2, voidNote: 2, data: 5 },
    shown: ['title', 'voidNote'],
    blank: { data: null },
  },
  report_note: shownTexts('id', ['text']),
  restriction: { key: 'id', columns: { reason: 1 }, shown: ['reason'] },
  restriction_opening: { key: 'id', columns: { reason: 1 }, shown: ['reason'] },
  scan_page: shownTexts('id', ['reason'], 5),
  share: shownTexts('id', ['stepReason']),
  share_item: shownTexts('id', ['title']),
  stray_mail: shownTexts('id', ['subject', 'text']),
  task: { key: 'taskId', columns: { data: 1, read: 1, title: 2 }, shown: ['title'] },
  termin: shownTexts('terminId', ['art'], 5),
  ticket: shownTexts('id', ['subject', 'ratingText']),
  ticket_entry: shownTexts('id', ['text']),
  unmatched: {
    key: 'id',
    columns: {
      firstName: 1,
      lastName: 1,
      geburtsdatum: 1,
      response: 1,
      problems: 1,
      reason: 1,
      title: 2,
    },
    shown: ['reason', 'title'],
  },
  vorschlag: {
    key: ['patid', 'tag', 'regel', 'zahn'],
    columns: { comment: 3, fund: 5 },
    shown: ['comment'],
    blank: { fund: NO_FINDING },
  },
  vorschlag_verlauf: shownTexts('id', ['comment'], 3),
  ...deliveredTables(),
};
/**
 * Returns the tables of the practice software: every text, since it may name a person, and the days
 * and codes that belong to one.
 */
function deliveredTables(): Record<string, SealedTable> {
  const personal: Partial<Record<PvsEntity, readonly string[]>> = {
    patient: ['geburtsdatum', 'plz'],
    mitarbeiter: ['geburtsdatum'],
  };
  return Object.fromEntries(
    PVS_ENTITIES.flatMap((entity) => {
      const texts = PVS_FIELDS[entity].flatMap((f) => (f.type === 'text' ? [f.name] : [])),
        own = personal[entity] ?? [];
      return texts.length === 0
        ? []
        : [
            [
              `pvs_${entity}`,
              {
                key: ['id', 'version', 'hash', 'batch'],
                columns: Object.fromEntries([...texts, ...own].map((name) => [name, 4])),
                shown: texts,
                blank: Object.fromEntries(own.map((name) => [name, null])),
              },
            ] as const,
          ];
    }),
  );
}
/** Texts that are only shown. @param since version of the list that added them */
function shownTexts(key: SealedTable['key'], shown: readonly string[], since = 2): SealedTable {
  return { key, columns: Object.fromEntries(shown.map((name) => [name, since])), shown };
}

export interface SealedColumn {
  readonly name: string;
  /** Whether the value is an object, written as JSON before it is encrypted. */
  readonly isJson: boolean;
  /** Version of the list that added it. */
  readonly since: number;
  /** Value in the place of a damaged one; undefined: reading it throws. */
  readonly standIn: unknown;
  /** Whether this database encrypts it; a value that another one encrypted opens all the same. */
  readonly isSealed: boolean;
}
/** How a table's cells are encrypted, with the columns of the schema. */
export interface SealedShape {
  readonly table: string;
  readonly keys: readonly string[];
  readonly columns: readonly SealedColumn[];
}
const shapes = new WeakMap<PgTable, SealedShape | null>();
/** Returns the encrypted columns of a table; undefined for a table without any. */
export function shapeOf(table: PgTable): SealedShape | undefined {
  let shape = shapes.get(table);
  if (shape === undefined) {
    const name = getTableName(table),
      entry = SEALED[name];
    const all = getTableColumns(table) as Record<string, PgColumn>;
    shape = entry
      ? {
          table: name,
          keys: typeof entry.key === 'string' ? [entry.key] : entry.key,
          columns: Object.entries(entry.columns).map(([one, since]) => ({
            name: one,
            isJson: all[one]!.dataType === 'json',
            since,
            standIn: entry.shown?.includes(one) ? DAMAGED_TEXT : entry.blank?.[one],
            isSealed: since < ONLY_POSTGRES || !is(table, SQLiteTable),
          })),
        }
      : null;
    shapes.set(table, shape);
  }
  return shape ?? undefined;
}

/** Returns the word of a row's key, for lists of rows of any table. */
export const wordOfRow = ({ keys }: SealedShape, row: Readonly<Record<string, unknown>>): string =>
  keys.length === 1 ? String(row[keys[0]!]) : JSON.stringify(keys.map((name) => row[name]));
/** Returns the values of the key from its word. */
export const keyFromWord = ({ keys }: SealedShape, word: string): unknown[] =>
  keys.length === 1 ? [word] : (JSON.parse(word) as unknown[]);

/** Returns the version of the list as far as it concerns this kind of database. */
export const sealedVersion = (t: Schema): number =>
  Math.max(
    ...Object.values(t as unknown as Record<string, PgTable>).flatMap(
      (table) => shapeOf(table)?.columns.flatMap((one) => (one.isSealed ? one.since : [])) ?? [],
    ),
  );
