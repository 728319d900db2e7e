// Tables of tablets, their registration, feed, ops, drafts and attachments (writer:
// server/desk/tablet; ops, feed and drafts: server/desk/sync; attachments:
// server/desk/attachments), and of codes that transfer a running Mappe to another device (writer:
// server/desk/takeover).

import { sql } from 'drizzle-orm';
import type {
  Activity,
  BeatNumber,
  BegunBlank,
  Gate,
  GateException,
  HeldReport,
  HelpCall,
  LossReport,
  Posture,
} from '../../../../shared/desk/tablet.ts';
import type { FeedOp, OpKind, OpResult, StoredHeader } from '../../../../shared/exchange/sync.ts';
import type { Kit } from '../kit.ts';

export interface TabletHealth {
  pending: number;
  oldestPendingMs: number;
  persisted: boolean;
  freeBytes?: number;
  appVersion: string;
  clockOffsetMs: number;
  battery?: number;
  charging?: boolean;
  quarantined: number;
  /**
   * Contents of the tablet at its last heartbeat, so that a loss can be counted; absent for an
   * older app.
   */
  held?: HeldReport;
  /** The newest heartbeat, and the app starts before its own; absent for an older app. */
  beat?: BeatNumber & { before: number[] };
  /**
   * Whether blank forms can be started offline, whether its page was hidden, and the started one.
   */
  blanks?: number;
  isHidden?: true;
  begun?: BegunBlank;
}

/**
 * Parked ops not yet handled by staff: the condition of their index and of every query for them.
 */
export const WAITING_OPS = sql`result = 'parked' and settled_at is null`;

export const tabletTables = (k: Kit) => ({
  tablet: k.table(
    'tablet',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      r4cUuid: k.text().notNull(),
      name: k.text().notNull(),
      posture: k.text().$type<Posture>().notNull(),
      signKey: k.json<JsonWebKey>().notNull(),
      sealKey: k.json<JsonWebKey>().notNull(),
      tokenHash: k.text().notNull(),
      gate: k.json<Gate>().notNull(),
      exceptions: k.json<GateException[]>().notNull(),
      userAgent: k.text().notNull(),
      inc: k.text(),
      highN: k.int().notNull(),
      ackN: k.int().notNull(),
      safeN: k.int().notNull(),
      feedSeq: k.int().notNull(),
      health: k.json<TabletHealth>(),
      activity: k.json<Activity>(),
      activityAt: k.big(),
      helpAt: k.big(),
      helpAnsweredAt: k.big(),
      /** Unanswered calls for help, oldest first. */
      calls: k.json<HelpCall[]>(),
      /**
       * Submissions lost with the tablet's storage, and the certainty of the number; both null once
       * staff has read it.
       */
      lostSubmissions: k.int(),
      loss: k.json<LossReport>(),
      registeredAt: k.big().notNull(),
      lastSeenAt: k.big(),
      leaseUntil: k.big().notNull(),
      revokedAt: k.big(),
      /** Only of a private phone that took over a Mappe: the one Mappe it may access. */
      guestOf: k.text(),
    },
    (t) => [
      k.index('tablet_cid').on(t.cid),
      k.unique('tablet_token').on(t.tokenHash),
      k
        .index('tablet_guest')
        .on(t.cid)
        .where(sql`guest_of is not null and revoked_at is null`),
    ],
  ),
  tabletCode: k.table('tablet_code', {
    hash: k.text().primaryKey(),
    cid: k.text().notNull(),
    r4cUuid: k.text().notNull(),
    createdBy: k.text().notNull(),
    createdAt: k.big().notNull(),
    /** Null: valid until its first use (the code printed at the demo's start). */
    expiresAt: k.big(),
    usedAt: k.big(),
  }),
  tabletPending: k.table(
    'tablet_pending',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      r4cUuid: k.text().notNull(),
      secretHash: k.text().notNull(),
      number: k.text().notNull(),
      signKey: k.json<JsonWebKey>().notNull(),
      sealKey: k.json<JsonWebKey>().notNull(),
      gate: k.json<Gate>().notNull(),
      userAgent: k.text().notNull(),
      requestedAt: k.big().notNull(),
      expiresAt: k.big().notNull(),
      state: k.text().$type<'waiting' | 'confirmed' | 'refused'>().notNull(),
      tabletId: k.text(),
    },
    (t) => [k.index('tablet_pending_cid').on(t.cid, t.state)],
  ),
  tabletNonce: k.table('tablet_nonce', {
    hash: k.text().primaryKey(),
    cid: k.text().notNull(),
    tabletId: k.text().notNull(),
    expiresAt: k.big().notNull(),
  }),
  feed: k.table(
    'feed',
    {
      tabletId: k.text().notNull(),
      seq: k.int().notNull(),
      cid: k.text().notNull(),
      op: k.text().$type<FeedOp>().notNull(),
      taskId: k.text(),
      mappeId: k.text(),
      body: k.bytes(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.tabletId, t.seq] })],
  ),
  op: k.table(
    'op',
    {
      device: k.text().notNull(),
      inc: k.text().notNull(),
      n: k.int().notNull(),
      id: k.text().notNull(),
      cid: k.text().notNull(),
      kind: k.text().$type<OpKind>().notNull(),
      taskId: k.text().notNull(),
      taskRev: k.int().notNull(),
      schema: k.int().notNull(),
      sha256: k.text().notNull(),
      header: k.json<StoredHeader>().notNull(),
      bytes: k.bytes().notNull(),
      result: k.text().$type<OpResult>().notNull(),
      code: k.text(),
      receivedAt: k.big().notNull(),
      /** When staff handled a parked op. */
      settledAt: k.big(),
      settledBy: k.text(),
    },
    (t) => [
      k.key({ columns: [t.device, t.inc, t.n] }),
      k.unique('op_id').on(t.id),
      k.index('op_task').on(t.cid, t.taskId),
      // Small whatever the size of the table: ops to be judged, and ops for staff. Queries repeat
      // these conditions as literals, or the index is not used.
      k
        .index('op_stored')
        .on(t.cid, t.device, t.inc, t.n)
        .where(sql`result = 'stored'`),
      k.index('op_parked').on(t.cid, t.receivedAt).where(WAITING_OPS),
    ],
  ),
  /** Highest gap-free n per device and incarnation. */
  opHead: k.table(
    'op_head',
    {
      device: k.text().notNull(),
      inc: k.text().notNull(),
      cid: k.text().notNull(),
      n: k.int().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.device, t.inc] })],
  ),
  draft: k.table(
    'draft',
    {
      taskId: k.text().primaryKey(),
      cid: k.text().notNull(),
      device: k.text().notNull(),
      taskRev: k.int().notNull(),
      draftRev: k.int().notNull(),
      page: k.int().notNull(),
      of: k.int().notNull(),
      bytes: k.bytes().notNull(),
      at: k.big().notNull(),
    },
    // Drafts of blank forms.
    (t) => [
      k
        .index('draft_blank')
        .on(t.at)
        .where(sql`task_rev = 0`),
    ],
  ),
  /**
   * Pieces of sealed attachments until answers take them in (server/desk/attachments). An empty
   * piece at `size` marks a complete one, whose hash was checked.
   */
  attachment: k.table(
    'attachment',
    {
      sha256: k.text().notNull(),
      start: k.int().notNull(),
      cid: k.text().notNull(),
      /** Task, or the tablet's own id of a blank form. */
      taskId: k.text().notNull(),
      device: k.text().notNull(),
      size: k.int().notNull(),
      bytes: k.bytes().notNull(),
      at: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.sha256, t.start] }),
      k.index('attachment_task').on(t.cid, t.taskId),
      k
        .index('attachment_begun')
        .on(t.at)
        .where(sql`start = 0`),
    ],
  ),
});

export const takeoverTables = (k: Kit) => ({
  /**
   * Only the hash of the code; single use. `fromTablet` has the Mappe when the code is created,
   * null if no tablet has it.
   */
  takeover: k.table(
    'takeover',
    {
      hash: k.text().primaryKey(),
      cid: k.text().notNull(),
      mappeId: k.text().notNull(),
      taskId: k.text().notNull(),
      fromTablet: k.text(),
      createdBy: k.text().notNull(),
      createdAt: k.big().notNull(),
      expiresAt: k.big().notNull(),
      endedAt: k.big(),
      usedAt: k.big(),
      toTablet: k.text(),
    },
    (t) => [
      k.index('takeover_from').on(t.cid, t.fromTablet),
      k.index('takeover_to').on(t.cid, t.toTablet),
    ],
  ),
});
