// Tables of deletion: holds, closed records and who opened them, released runs with their items, and exports for a person (writer: server/records/retention).

import type {
  ErasedKind,
  ErasureCounts,
  ErasureOrigin,
  ItemState,
  RunState,
  SkipReason,
} from '../../../../shared/records/retention.ts';
import type { Kit } from '../kit.ts';

export const retentionTables = (k: Kit) => ({
  /** Why nothing of one person may be deleted, whatever its period says; it holds until somebody lifts it. */
  legalHold: k.table(
    'legal_hold',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      reason: k.text().notNull(),
      setBy: k.text().notNull(),
      setByName: k.text().notNull(),
      setAt: k.big().notNull(),
      liftedAt: k.big(),
      liftedBy: k.text(),
      liftedByName: k.text(),
    },
    (t) => [k.index('legal_hold_patid').on(t.cid, t.patid)],
  ),
  /** A record that may not be deleted yet and that nobody reads meanwhile (Art. 18 GDPR); `until` is the last day of the period that keeps it. */
  restriction: k.table(
    'restriction',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      reason: k.text().notNull(),
      until: k.day().notNull(),
      setBy: k.text().notNull(),
      setByName: k.text().notNull(),
      setAt: k.big().notNull(),
      liftedAt: k.big(),
      liftedBy: k.text(),
      liftedByName: k.text(),
      /** When the person asked for erasure and what need not be kept went. */
      erasedAt: k.big(),
    },
    (t) => [k.index('restriction_patid').on(t.cid, t.patid)],
  ),
  /** Somebody opened a closed record, why, and until when it stays open for them. */
  restrictionOpening: k.table(
    'restriction_opening',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      reason: k.text().notNull(),
      by: k.text().notNull(),
      byName: k.text().notNull(),
      at: k.big().notNull(),
      until: k.big().notNull(),
    },
    (t) => [k.index('restriction_opening_patid').on(t.cid, t.patid, t.at)],
  ),
  /** What an owner released for deletion; begun only after `runAfter`, and stopped by anybody who may release until then. `counts` is its report. */
  erasureRun: k.table(
    'erasure_run',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      origin: k.text().$type<ErasureOrigin>().notNull(),
      state: k.text().$type<RunState>().notNull(),
      releasedBy: k.text().notNull(),
      releasedByName: k.text().notNull(),
      releasedAt: k.big().notNull(),
      runAfter: k.big().notNull(),
      startedAt: k.big(),
      endedAt: k.big(),
      stoppedByName: k.text(),
      counts: k.json<ErasureCounts>().notNull(),
    },
    (t) => [k.index('erasure_run_cid').on(t.cid, t.releasedAt)],
  ),
  /** One person of a run. `patid` is forgotten with the person; `number` then tells one from another. `blobs` are files that no row names any more and that still lie on the disk. */
  erasureItem: k.table(
    'erasure_item',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      runId: k.text().notNull(),
      number: k.text().notNull(),
      kind: k.text().$type<ErasedKind>().notNull(),
      patid: k.text(),
      year: k.int().notNull(),
      state: k.text().$type<ItemState>().notNull(),
      why: k.text().$type<SkipReason>(),
      blobs: k.json<string[]>().notNull(),
      counts: k.json<ErasureCounts>().notNull(),
      at: k.big(),
    },
    (t) => [
      k.index('erasure_item_run').on(t.cid, t.runId),
      k.index('erasure_item_patid').on(t.cid, t.patid),
    ],
  ),
  /** Everything about one person in one file, made on request and gone after a few days. */
  personExport: k.table(
    'person_export',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      patid: k.text().notNull(),
      state: k.text().$type<'waiting' | 'ready' | 'failed' | 'over'>().notNull(),
      sha256: k.text(),
      size: k.big(),
      askedBy: k.text().notNull(),
      askedByName: k.text().notNull(),
      askedAt: k.big().notNull(),
      expiresAt: k.big(),
      takenAt: k.big(),
      /** How far it is: things put into it, of how many. */
      done: k.int(),
      total: k.int(),
    },
    (t) => [
      k.index('person_export_patid').on(t.cid, t.patid),
      k.index('person_export_state').on(t.cid, t.state, t.expiresAt),
    ],
  ),
});
