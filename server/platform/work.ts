// Context of every command: one transaction bound to a practice, with its actor, clock, ids, audit,
// jobs and events; nothing is sent before the commit.

import type { GrantKind } from '../../shared/vendor/grants.ts';
import type { TokenScope } from '../../shared/accounts/token-scopes.ts';
import { isVendor, type UserRole } from '../../shared/base/roles.ts';
import type { BoardEvent } from '../../shared/exchange/board.ts';
import type { PokeInline } from '../../shared/exchange/sync.ts';
import {
  openRows,
  readingKeys,
  sealedReader,
  sealedWriter,
  writingKeys,
  type CellKeyring,
} from './db/cells/sealed-store.ts';
import type { Schema } from './db/schema.ts';
import {
  knownUnit,
  scopeStore,
  scopeWriter,
  type Closed,
  type KnownWrite,
  type ScopedReader,
  type ScopedWriter,
  type TenantTable,
} from './db/scope.ts';
import type { Store } from './db/store.ts';

/** Grant of a vendor's user to act for this practice. */
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
      /** Berlin day from which the account needs the second factor that it lacks; empty: always. */
      factorFrom?: string;
      grant?: ActingGrant;
      /** For decisions about records, which need access to closed ones; for nothing else. */
      seesClosed?: true;
    }
  /** `guestOf`: a private phone, and the one Mappe it may access. */
  | { kind: 'tablet'; ip: string; tabletId: string; cid: string; r4cUuid: string; guestOf?: string }
  /**
   * A program with a token of the practice; `role` is that of its creator and applies to kind `api`
   * only.
   */
  | {
      kind: 'machine';
      ip: string;
      tokenId: string;
      machine: 'api' | 'r4c' | 'collector';
      cid: string;
      role: UserRole;
      /** What a program of kind `api` may read; null: everything that its creator may. */
      scopes: readonly TokenScope[] | null;
    }
  | { kind: 'system'; cid: string };

/**
 * Returns the short form of an actor for the audit row: an id and a kind, never a name; for the
 * vendor's users with their grant.
 */
export const actorWord = (a: Actor): string =>
  a.kind === 'user'
    ? `${isVendor(a.role) ? a.role : 'user'}:${a.userId}${a.grant ? `@${a.grant.id}` : ''}`
    : a.kind === 'tablet'
      ? `tablet:${a.tabletId}`
      : a.kind === 'machine'
        ? `${a.machine}:${a.tokenId}`
        : a.kind;

/**
 * Data of every entry in addition to its own: role, session, reason of a vendor user's grant, and
 * request id.
 */
const circumstances = (a: Actor, requestId: string | undefined): Record<string, unknown> => ({
  ...(a.kind === 'user' && {
    role: a.role,
    device: a.sessionId,
    ...(a.grant && { purpose: a.grant.kind }),
  }),
  ...(requestId !== undefined && { requestId }),
});

/** Jobs and events that are sent after the commit. */
export type DomainEvent =
  | { to: 'staff'; event: BoardEvent }
  | {
      to: 'tablet';
      tabletId: string;
      event: { kind: 'poke'; seq: number; inline?: PokeInline } | { kind: 'help'; answered: true };
    };

/**
 * Kinds of jobs. Open: each wing adds its own in its `module.ts`, next to the handlers.
 * @public wings add to it by declaration merging
 */
export interface JobKinds {
  'renew-seal': true;
  'seal-cells': true;
  'check-cells': true;
  'rewrap-keys': true;
  'daily-work': true;
  'sign-head': true;
}
export type JobKind = keyof JobKinds;

/** What a process keeps of practices between calls, and the reader that fills it. */
export interface Behind {
  /** Reads all records of the practice, also those that are closed to the caller. */
  readonly db: ScopedReader;
  /** Values of this process, by subject. */
  readonly memory: Map<string, unknown>;
  /**
   * Runs a step after the commit of the transaction that the reader belongs to; absent outside of
   * one, where everything that it reads is committed.
   */
  onceCommitted?(then: () => void): void;
}

/**
 * A transaction: everything inside is written together; other waits (network, PDF, files) are
 * forbidden in it.
 */
export interface Work {
  readonly cid: string;
  readonly actor: Actor;
  /** Server clock, ms, read once per transaction. */
  readonly now: number;
  /** Returns a UUIDv7. */
  newId(): string;
  readonly t: Schema;
  readonly tx: ScopedWriter;
  readonly behind: Behind;
  /**
   * Appends to the practice's audit chain in this transaction; `data` contains ids and codes only,
   * `patid` becomes a salted commitment.
   */
  audit(type: string, data: Record<string, unknown>, patid?: string): Promise<void>;
  /** Enqueues a job once per key; it runs after the commit and may run twice. */
  job(
    kind: JobKind,
    key: string,
    payload: Record<string, unknown>,
    runAfter?: number,
  ): Promise<void>;
  /** Sent to live listeners only after the commit. */
  emit(event: DomainEvent): void;
}
/**
 * Returns the name of a user of the practice from the word of an actor; empty for anyone else.
 * @param people names by user id
 */
export const nameOfActor = (
  word: string | null,
  people: ReadonlyMap<string, string>,
): string | null =>
  word === null ? null : (people.get(word.startsWith('user:') ? word.slice(5) : '') ?? '');

/** Reading without a transaction. */
export interface Look {
  readonly cid: string;
  readonly actor: Actor;
  readonly now: number;
  readonly t: Schema;
  readonly db: ScopedReader;
  readonly behind: Behind;
}

/** Returns a running transaction as a reader of the practice, for functions that only read. */
export const lookIn = ({ cid, actor, now, t, tx, behind }: Work): Look => ({
  cid,
  actor,
  now,
  t,
  db: tx,
  behind,
});

/** Returns the reader: the running transaction inside one, else the store. */
export const readerOf = (s: Pick<Look, 'db'> | Pick<Work, 'tx'>): ScopedReader =>
  'tx' in s ? s.tx : s.db;

/** Opens transactions for one practice; passed to routes, push and jobs. */
export interface Workshop {
  write<T>(
    cid: string,
    actor: Actor,
    work: (w: Work) => Promise<T>,
    requestId?: string,
  ): Promise<T>;
  /**
   * Runs writes that are known before they begin; false when nothing was changed and `write` must
   * be used (see `Store.submit`). Nothing is audited, enqueued or emitted.
   */
  submit(cid: string, writes: readonly KnownWrite[]): Promise<boolean>;
  look(cid: string, actor: Actor): Look;
  /** Decrypts rows of several practices, which were read below their stores. */
  opened<R extends { cid: string }>(table: TenantTable, rows: readonly R[]): Promise<R[]>;
}

export interface WorkshopDeps {
  store: Store;
  now: () => number;
  newId: () => string;
  appendAudit: (tx: ScopedWriter, t: Schema, row: AuditEntry) => Promise<void>;
  enqueue: (tx: ScopedWriter, t: Schema, job: NewJob) => Promise<void>;
  /** Keys that encrypt cells of the database; without them cells are stored in clear (tests). */
  cells?: CellKeyring | undefined;
  /**
   * Returns numbers of people whose records are closed to this actor (Art. 18 GDPR); by default
   * none.
   */
  closedTo?: (cid: string, actor: Actor) => Promise<readonly string[]>;
  /** Runs last in a transaction: may change the messages that are sent after the commit. */
  atEnd?: (w: Work, events: DomainEvent[]) => Promise<DomainEvent[]>;
  /** Called after the commit, in order. */
  publish: (cid: string, event: DomainEvent) => void;
  /** Called after a commit that enqueued jobs. */
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

/**
 * Closed records are closed to users and to programs that read for them; jobs, tablets and
 * deliveries still see them.
 */
const mayBeClosedTo = (actor: Actor): boolean =>
  (actor.kind === 'user' && actor.seesClosed !== true) ||
  (actor.kind === 'machine' && actor.machine !== 'collector');

/** Creates the workshop; events and jobs of a transaction are sent only after its commit. */
export function createWorkshop(deps: WorkshopDeps): Workshop {
  const { store, cells } = deps,
    memory = new Map<string, unknown>();
  const closedTo = (cid: string, actor: Actor): Closed | undefined =>
    deps.closedTo && mayBeClosedTo(actor) ? () => deps.closedTo!(cid, actor) : undefined;
  return {
    submit: (cid, writes) => store.submit((db) => knownUnit(db, cid, store.t, writes)),
    opened: (table, rows) => (cells ? openRows(cells, table, rows) : Promise.resolve([...rows])),
    look(cid, actor) {
      const keys = cells && readingKeys(cells, cid),
        reader = (closed?: Closed): ScopedReader => {
          const db = scopeStore(store, cid, closed);
          return keys ? sealedReader(db, keys) : db;
        };
      return {
        cid,
        actor,
        now: deps.now(),
        t: store.t,
        db: reader(closedTo(cid, actor)),
        behind: { db: reader(), memory },
      };
    },
    async write(cid, actor, work, requestId) {
      let events: DomainEvent[] = [];
      let hasJobs = false;
      let committed: (() => void)[] = [];
      // Read before the transaction begins: inside it nothing else may be awaited.
      const numbers = await closedTo(cid, actor)?.(),
        closed = numbers && (() => Promise.resolve(numbers)),
        loaded = await cells?.of(cid);
      const result = await store.write(async (db) => {
        // Reset: PostgreSQL may run the callback again.
        events = [];
        hasJobs = false;
        committed = [];
        const own = scopeWriter(db, cid),
          open = closed && numbers.length > 0 ? scopeWriter(db, cid, closed) : own,
          keys = cells && writingKeys(cells, own, store.t, loaded),
          tx = keys ? sealedWriter(open, keys) : open;
        const now = deps.now();
        const w: Work = {
          cid,
          actor,
          now,
          t: store.t,
          tx,
          behind: {
            db: keys ? sealedReader(own, keys) : own,
            memory,
            onceCommitted: (then) => {
              committed.push(then);
            },
          },
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
      }, cid);
      for (const then of committed) then();
      for (const event of events) deps.publish(cid, event);
      // Node sends written data at the end of the current tick: listeners do not wait for the rest
      // of this response.
      if (events.length > 0)
        await new Promise<void>((done) => {
          process.nextTick(done);
        });
      if (hasJobs) deps.wakeJobs();
      return result;
    },
  };
}
