// What every verb gets: one unit of work bound to a practice, with its actor, clock, ids, audit, jobs and events; nothing here is sent before the commit.

import type { GrantKind } from '../../shared/vendor/grants.ts';
import { isVendor, type UserRole } from '../../shared/base/roles.ts';
import type { BoardEvent } from '../../shared/exchange/board.ts';
import type { PokeInline } from '../../shared/exchange/sync.ts';
import type { Schema } from './db/schema.ts';
import {
  knownUnit,
  scopeReader,
  scopeWriter,
  type Closed,
  type KnownWrite,
  type ScopedReader,
  type ScopedWriter,
} from './db/scope.ts';
import type { Store } from './db/store.ts';

/** Leave of one of the vendor's people to act for this practice. */
export interface ActingGrant {
  id: string;
  kind: GrantKind;
  mayWrite: boolean;
  patids: readonly string[];
  expiresAt: number;
}

export type Actor =
  | { kind: 'anonymous'; ip: string }
  | {
      kind: 'user';
      ip: string;
      userId: string;
      cid: string;
      role: UserRole;
      behandler: boolean;
      mayDesign?: boolean;
      reportGrant?: 'praxis' | 'alle';
      behandlerId?: string;
      name: string;
      sessionId: string;
      stepUpUntil: number;
      factorDueAt?: number;
      grant?: ActingGrant;
      /** Whoever decides about records sees closed ones, and nothing else does. */ seesClosed?: true;
    }
  /** `guestOf`: a private phone, and the one Mappe that it may have. */
  | { kind: 'tablet'; ip: string; tabletId: string; cid: string; r4cUuid: string; guestOf?: string }
  /** A program with a token of the practice; `role` is that of the person who made it and counts for kind `api` only. */
  | {
      kind: 'machine';
      ip: string;
      tokenId: string;
      machine: 'api' | 'r4c' | 'collector';
      cid: string;
      role: UserRole;
    }
  | { kind: 'system'; cid: string };

/** Short word of an actor for the audit row: an id and a kind, never a name; the vendor's people with the grant they act by. */
export const actorWord = (a: Actor): string =>
  a.kind === 'user'
    ? `${isVendor(a.role) ? a.role : 'user'}:${a.userId}${a.grant ? `@${a.grant.id}` : ''}`
    : a.kind === 'tablet'
      ? `tablet:${a.tabletId}`
      : a.kind === 'machine'
        ? `${a.machine}:${a.tokenId}`
        : a.kind;

/** What every entry says beside its own facts: role, session, why one of the vendor's people was let in, and by which request. */
const circumstances = (a: Actor, requestId: string | undefined): Record<string, unknown> => ({
  ...(a.kind === 'user' && {
    role: a.role,
    device: a.sessionId,
    ...(a.grant && { purpose: a.grant.kind }),
  }),
  ...(requestId !== undefined && { requestId }),
});

/** What goes out after the commit. */
export type DomainEvent =
  | { to: 'staff'; event: BoardEvent }
  | {
      to: 'tablet';
      tabletId: string;
      event: { kind: 'poke'; seq: number; inline?: PokeInline } | { kind: 'help'; answered: true };
    };

export type JobKind =
  | 'prepare-document'
  | 'seal-document'
  | 'timestamp-document'
  | 'close-mappen'
  | 'send-mail'
  | 'clean-photos'
  | 'export-task'
  | 'withdrawal-receipt'
  | 'file-scan'
  | 'erase-run'
  | 'person-export'
  | 'send-share-code'
  | 'carry-delivery'
  | 'follow-delivery'
  | 'renew-seal';

/** A unit of work: everything inside is one transaction; foreign waits (network, PDF, files) are forbidden in it. */
export interface Work {
  readonly cid: string;
  readonly actor: Actor;
  /** Server clock, ms, one reading per unit. */
  readonly now: number;
  /** UUIDv7. */
  newId(): string;
  readonly t: Schema;
  readonly tx: ScopedWriter;
  /** Appends to the practice's audit chain in this transaction; `data` holds ids and codes only, `patid` becomes a salted commitment. */
  audit(type: string, data: Record<string, unknown>, patid?: string): Promise<void>;
  /** Queues a job once per key; it runs after the commit and may run twice. */
  job(
    kind: JobKind,
    key: string,
    payload: Record<string, unknown>,
    runAfter?: number,
  ): Promise<void>;
  /** Sent to live listeners only after the commit. */
  emit(event: DomainEvent): void;
}
/** Reading without a transaction. */
export interface Look {
  readonly cid: string;
  readonly actor: Actor;
  readonly now: number;
  readonly t: Schema;
  readonly db: ScopedReader;
}

/** What reads: of a unit of work its own transaction, else the store. */
export const readerOf = (s: Pick<Look, 'db'> | Pick<Work, 'tx'>): ScopedReader =>
  'tx' in s ? s.tx : s.db;

/** Opens units of work for one practice; given to routes, push and jobs. */
export interface Workshop {
  write<T>(
    cid: string,
    actor: Actor,
    work: (w: Work) => Promise<T>,
    requestId?: string,
  ): Promise<T>;
  /** A unit of writes that are known before it begins; false when nothing was changed and `write` must be used (see `Store.submit`). Nothing is audited, queued or announced. */
  submit(cid: string, writes: readonly KnownWrite[]): Promise<boolean>;
  look(cid: string, actor: Actor): Look;
}

export interface WorkshopDeps {
  store: Store;
  now: () => number;
  newId: () => string;
  appendAudit: (tx: ScopedWriter, t: Schema, row: AuditEntry) => Promise<void>;
  enqueue: (tx: ScopedWriter, t: Schema, job: NewJob) => Promise<void>;
  /** Numbers of people whose records are closed to this actor (Art. 18 GDPR); absent: none are. */
  closedTo?: (cid: string, actor: Actor) => Promise<readonly string[]>;
  /** The last thing in a unit: may change what goes out after the commit. */
  atEnd?: (w: Work, events: DomainEvent[]) => Promise<DomainEvent[]>;
  /** Called after the commit, in order. */
  publish: (cid: string, event: DomainEvent) => void;
  /** Called after a commit that queued jobs. */
  wakeJobs: () => void;
}
export interface AuditEntry {
  at: number;
  type: string;
  actor: string;
  data: Record<string, unknown>;
  patid?: string;
}
export interface NewJob {
  id: string;
  key: string;
  kind: JobKind;
  payload: Record<string, unknown>;
  runAfter: number;
  createdAt: number;
}

/** Closed records are closed to people and to programs that read for them; jobs, tablets and deliveries go on. */
const mayBeClosedTo = (actor: Actor): boolean =>
  (actor.kind === 'user' && actor.seesClosed !== true) ||
  (actor.kind === 'machine' && actor.machine !== 'collector');

/** Builds the workshop; what a unit emits or queues goes out only after its commit. */
export function createWorkshop(deps: WorkshopDeps): Workshop {
  const { store } = deps;
  const closedTo = (cid: string, actor: Actor): Closed | undefined =>
    deps.closedTo && mayBeClosedTo(actor) ? () => deps.closedTo!(cid, actor) : undefined;
  return {
    submit: (cid, writes) => store.submit((db) => knownUnit(db, cid, store.t, writes)),
    look: (cid, actor) => ({
      cid,
      actor,
      now: deps.now(),
      t: store.t,
      db: scopeReader(store.read, cid, closedTo(cid, actor)),
    }),
    async write(cid, actor, work, requestId) {
      let events: DomainEvent[] = [];
      let hasJobs = false;
      // Read before the unit begins: inside it nothing but its own transaction is waited for.
      const numbers = await closedTo(cid, actor)?.(),
        closed = numbers && (() => Promise.resolve(numbers));
      const result = await store.write(async (db) => {
        // Reset: PostgreSQL may run the callback again.
        events = [];
        hasJobs = false;
        const own = scopeWriter(db, cid),
          tx = closed && numbers.length > 0 ? scopeWriter(db, cid, closed) : own;
        const now = deps.now();
        const w: Work = {
          cid,
          actor,
          now,
          t: store.t,
          tx,
          newId: deps.newId,
          audit: (type, data, patid) =>
            deps.appendAudit(own, store.t, {
              at: now,
              type,
              actor: actorWord(actor),
              data: { ...circumstances(actor, requestId), ...data },
              ...(patid !== undefined && { patid }),
            }),
          job: (kind, key, payload, runAfter = now) => {
            hasJobs = true;
            return deps.enqueue(own, store.t, {
              id: deps.newId(),
              key,
              kind,
              payload,
              runAfter,
              createdAt: now,
            });
          },
          emit: (event) => {
            events.push(event);
          },
        };
        const value = await work(w);
        if (deps.atEnd && events.length > 0) events = await deps.atEnd(w, events);
        return value;
      });
      for (const event of events) deps.publish(cid, event);
      // What Node was given to send leaves once the running turn is over: whoever listens does not wait for this answer to be put together.
      if (events.length > 0)
        await new Promise<void>((done) => {
          process.nextTick(done);
        });
      if (hasJobs) deps.wakeJobs();
      return result;
    },
  };
}
