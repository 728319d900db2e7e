// Tables of deletion: holds, closed records and their openings, released runs with their items, and
// exports for a person (writer: server/records/retention).

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
  /**
   * Reason why nothing of one person may be deleted, whatever its period; effective until lifted.
   */
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
  /**
   * A record that must be kept but not read (Art. 18 GDPR); `until` is the last day of its
   * retention period.
   */
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
      /** When the person requested erasure and data without a retention duty was deleted. */
      erasedAt: k.big(),
    },
    (t) => [k.index('restriction_patid').on(t.cid, t.patid)],
  ),
  /** An opening of a closed record: user, reason, and end of access. */
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
  /**
   * A deletion released by an owner; starts only after `runAfter`, and can be stopped until then by
   * any user who may release. `counts` is its report.
   */
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
  /**
   * One person of a run. `patid` is deleted with the person; `number` then distinguishes them.
   * `blobs` are unreferenced files that are still on the disk.
   */
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
  /** All data about one person in one file, created on request and deleted after a few days. */
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
      /** Progress: items included, of how many. */
      done: k.int(),
      total: k.int(),
    },
    (t) => [
      k.index('person_export_patid').on(t.cid, t.patid),
      k.index('person_export_state').on(t.cid, t.state, t.expiresAt),
    ],
  ),
});
