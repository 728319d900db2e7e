// Tables of data delivered by the practice software, one per entity, generated from its description
// (writer: server/analytics/collector). Append-only.

import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsField,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import type { RowTrouble } from '../../../../shared/analytics/deliveries/pvs-check.ts';
import type { Kit } from '../kit.ts';

/**
 * Columns of every delivered row in addition to its fields. `hash` are the first 52 bits of the
 * SHA-256 of its content: it decides between rows of one version.
 */
const rowColumns = (k: Kit) => ({
  cid: k.text().notNull(),
  id: k.text().notNull(),
  version: k.big().notNull(),
  hash: k.big().notNull(),
  batch: k.int().notNull(),
  deleted: k.bool().notNull(),
});
/**
 * A field is empty if it was not delivered, or if the row is a deletion; required fields are
 * checked before.
 */
const columnOf = (k: Kit, { type }: PvsField) => {
  if (type === 'instant' || type === 'cents') return k.big();
  if (type === 'int' || type === 'factor' || type === 'clock') return k.int();
  return type === 'bool' ? k.bool() : k.text();
};
/**
 * In primary key order all rows of an id are adjacent, the effective row last among the visible
 * ones.
 */
const pvsTable = (k: Kit, entity: PvsEntity) => {
  const fields = Object.fromEntries(
    PVS_FIELDS[entity].map((field) => [field.name, columnOf(k, field)]),
  ) as Record<string, never>;
  return k.table(`pvs_${entity}`, { ...rowColumns(k), ...fields }, (t) => [
    k.key({ columns: [t.cid, t.id, t.version, t.hash, t.batch] }),
    k.index(`pvs_${entity}_batch`).on(t.cid, t.batch),
  ]);
};
export type PvsTable = ReturnType<typeof pvsTable>;

export const pvsTables = (k: Kit) => ({
  /**
   * A delivery: its rows are valid once it is closed and until it is withdrawn. `run` is the
   * sender's name of it: the same one is the same delivery.
   */
  pvsBatch: k.table(
    'pvs_batch',
    {
      cid: k.text().notNull(),
      batch: k.int().notNull(),
      run: k.text().notNull(),
      state: k.text().$type<'open' | 'closed' | 'withdrawn'>().notNull(),
      /** Source software as named by the sender; transport. */
      source: k.text().notNull(),
      way: k.text().$type<'api' | 'befehl' | 'seite' | 'demo'>().notNull(),
      /** Over the hashes of its parts; set when it is closed. */
      sha256: k.text(),
      rows: k.int().notNull(),
      counts: k.json<Partial<Record<PvsEntity, number>>>().notNull(),
      refused: k.int().notNull(),
      openedAt: k.big().notNull(),
      closedAt: k.big(),
      withdrawnAt: k.big(),
      by: k.text().notNull(),
      withdrawnBy: k.text(),
    },
    (t) => [k.key({ columns: [t.cid, t.batch] }), k.unique('pvs_batch_run').on(t.cid, t.run)],
  ),
  /**
   * A part of a delivery; an incomplete one may have rows already, and is sent again with the same
   * bytes.
   */
  pvsPart: k.table(
    'pvs_part',
    {
      cid: k.text().notNull(),
      batch: k.int().notNull(),
      part: k.int().notNull(),
      entity: k.text().$type<PvsEntity>().notNull(),
      sha256: k.text().notNull(),
      rows: k.int().notNull(),
      isDone: k.bool().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.batch, t.part] })],
  ),
  /**
   * A line of a table that was not imported, with what stood in it; kept for a while with its
   * delivery. `n` counts the refused lines of the delivery from 1.
   */
  pvsRefused: k.table(
    'pvs_refused',
    {
      cid: k.text().notNull(),
      batch: k.int().notNull(),
      n: k.int().notNull(),
      file: k.text().notNull(),
      line: k.int().notNull(),
      field: k.text().notNull(),
      why: k.text().$type<RowTrouble>().notNull(),
      cells: k.json<readonly string[]>().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.batch, t.n] }), k.index('pvs_refused_at').on(t.cid, t.at)],
  ),
  /** Column mapping of a practice's own files. */
  pvsMapping: k.table(
    'pvs_mapping',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      name: k.text().notNull(),
      mapping: k.json<Record<string, unknown>>().notNull(),
      changedBy: k.text().notNull(),
      changedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
  /**
   * Last values written from a delivery into patients and appointments: a later difference was made
   * here.
   */
  pvsCarried: k.table(
    'pvs_carried',
    {
      cid: k.text().notNull(),
      kind: k.text().$type<'patient' | 'termin'>().notNull(),
      id: k.text().notNull(),
      version: k.big().notNull(),
      hash: k.big().notNull(),
      values: k.json<Record<string, string | number | null>>().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.kind, t.id] })],
  ),
  pvsParams: pvsTable(k, 'params'),
  pvsTeams: pvsTable(k, 'teams'),
  pvsStempel: pvsTable(k, 'stempel'),
  pvsZimmer: pvsTable(k, 'zimmer'),
  pvsStichworte: pvsTable(k, 'stichworte'),
  pvsTermingruppen: pvsTable(k, 'termingruppen'),
  pvsTerminarten: pvsTable(k, 'terminarten'),
  pvsBehandler: pvsTable(k, 'behandler'),
  pvsMitarbeiter: pvsTable(k, 'mitarbeiter'),
  pvsBemagoz: pvsTable(k, 'bemagoz'),
  pvsPatient: pvsTable(k, 'patient'),
  pvsTermin: pvsTable(k, 'termin'),
  pvsHkp: pvsTable(k, 'hkp'),
  pvsHkpposition: pvsTable(k, 'hkpposition'),
  pvsParfall: pvsTable(k, 'parfall'),
  pvsRechnung: pvsTable(k, 'rechnung'),
  pvsLeistung: pvsTable(k, 'leistung'),
  pvsZahlung: pvsTable(k, 'zahlung'),
  pvsTagesnotiz: pvsTable(k, 'tagesnotiz'),
  pvsZahnbefund: pvsTable(k, 'zahnbefund'),
  pvsPsi: pvsTable(k, 'psi'),
  pvsMkv: pvsTable(k, 'mkv'),
  pvsProthese: pvsTable(k, 'prothese'),
  pvsKariesrisiko: pvsTable(k, 'kariesrisiko'),
  pvsRecall: pvsTable(k, 'recall'),
  pvsWarteliste: pvsTable(k, 'warteliste'),
  pvsArbeitszeit: pvsTable(k, 'arbeitszeit'),
  pvsFehlzeit: pvsTable(k, 'fehlzeit'),
  pvsEpaupload: pvsTable(k, 'epaupload'),
});
