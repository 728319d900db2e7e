// Columns whose values are encrypted with a key of their practice, and the name that binds each
// value to its cell.

import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Encrypted columns of a table, by the property names of the schema. */
interface SealedTable {
  /** Column that selects a row within its practice; never changed after the insert. */
  readonly key: string;
  /** Columns, each with the version of this list that added it. */
  readonly columns: Readonly<Record<string, number>>;
  /** Texts that people read and no program decides by: a damaged one is replaced by words. */
  readonly shown?: readonly string[];
}

/** Version of the list below; a higher one makes every practice encrypt its stored rows again. */
export const SEALED_VERSION = 2;
/**
 * By table name. No query may compare or sort by one of these columns in the database. Rows of these
 * tables are read and written by the store of a practice only.
 */
export const SEALED: Readonly<Record<string, SealedTable>> = {
  answers: { key: 'id', columns: { response: 1, problems: 1, title: 2 }, shown: ['title'] },
  breach: shownTexts('id', ['text', 'measures', 'reason']),
  compliance_point: shownTexts('point', ['note']),
  document: { key: 'fileId', columns: { voidNote: 1, title: 2 }, shown: ['voidNote', 'title'] },
  envelope: { key: 'id', columns: { signers: 1, evidence: 1, salt: 1 } },
  home_link: { key: 'id', columns: { label: 1 }, shown: ['label'] },
  legal_hold: { key: 'id', columns: { reason: 1 }, shown: ['reason'] },
  mappe: { key: 'id', columns: { signers: 1 } },
  master_change: { key: 'id', columns: { before: 1, after: 1 } },
  plan_note: shownTexts('id', ['text']),
  printed_paper: shownTexts('id', ['title', 'voidNote']),
  report_note: shownTexts('id', ['text']),
  restriction: { key: 'id', columns: { reason: 1 }, shown: ['reason'] },
  restriction_opening: { key: 'id', columns: { reason: 1 }, shown: ['reason'] },
  share: shownTexts('id', ['stepReason']),
  share_item: shownTexts('id', ['title']),
  stray_mail: shownTexts('id', ['subject', 'text']),
  task: { key: 'taskId', columns: { data: 1, read: 1, title: 2 }, shown: ['title'] },
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
};
/** Texts that were added by version 2 and are only shown. */
function shownTexts(key: string, shown: readonly string[]): SealedTable {
  return { key, columns: Object.fromEntries(shown.map((name) => [name, 2])), shown };
}

export interface SealedColumn {
  readonly name: string;
  /** Whether the value is an object, written as JSON before it is encrypted. */
  readonly isJson: boolean;
  /** Version of the list that added it. */
  readonly since: number;
  /** Whether a damaged value is replaced by words. */
  readonly isShown: boolean;
}
/** How a table's cells are encrypted, with the columns of the schema. */
export interface SealedShape {
  readonly table: string;
  readonly key: string;
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
          key: entry.key,
          columns: Object.entries(entry.columns).map(([one, since]) => ({
            name: one,
            isJson: all[one]!.dataType === 'json',
            since,
            isShown: entry.shown?.includes(one) === true,
          })),
        }
      : null;
    shapes.set(table, shape);
  }
  return shape ?? undefined;
}
