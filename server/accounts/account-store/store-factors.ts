// Queries of second factors: pending sign-ins, passkeys, recovery codes, known devices and the
// factor columns of a user.

import { and, asc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Work } from '../../platform/work.ts';
import type { UserRow } from './store.ts';

export type StepRow = Row<Schema['loginStep']>;
export type PasskeyRow = Row<Schema['passkey']>;
export type DeviceRow = Row<Schema['knownDevice']>;

const first = <T>(rows: T[]): T | undefined => rows[0];

export async function insertStep(store: Store, row: StepRow): Promise<void> {
  await store.write(async (tx) => {
    await tx.insert(store.t.loginStep).values(row);
  });
}
export async function findStep(
  { read, t }: Store,
  hash: string,
  now: number,
): Promise<StepRow | undefined> {
  return first(
    await read
      .select()
      .from(t.loginStep)
      .where(and(eq(t.loginStep.hash, hash), gt(t.loginStep.expiresAt, now)))
      .limit(1),
  );
}
/** Uses one attempt before the secret is checked; undefined when none is left. */
export async function takeTry(
  store: Store,
  hash: string,
  most: number,
  now: number,
): Promise<StepRow | undefined> {
  const s = store.t.loginStep;
  return store.write(async (tx) =>
    first(
      await tx
        .update(s)
        .set({ tries: sql`${s.tries} + 1` })
        .where(and(eq(s.hash, hash), lt(s.tries, most), gt(s.expiresAt, now)))
        .returning(),
    ),
  );
}
export async function changeStep(
  store: Store,
  hash: string,
  set: { codeHash: string } | { challenge: string },
): Promise<void> {
  await store.write(async (tx) => {
    await tx.update(store.t.loginStep).set(set).where(eq(store.t.loginStep.hash, hash));
  });
}
/** Uses up a step; false when another call was first. */
export async function endStep(store: Store, hash: string): Promise<boolean> {
  return store.write(
    async (tx) =>
      (await tx.delete(store.t.loginStep).where(eq(store.t.loginStep.hash, hash)).returning())
        .length > 0,
  );
}
/** Deletes browsers without a factor since `before` (ms): their cookie has expired. */
export async function sweepDevices(store: Store, before: number): Promise<void> {
  await store.write(async (tx) => {
    await tx.delete(store.t.knownDevice).where(lt(store.t.knownDevice.factorAt, before));
  });
}
export async function sweepSteps(store: Store, now: number): Promise<void> {
  await store.write(async (tx) => {
    await tx.delete(store.t.loginStep).where(lt(store.t.loginStep.expiresAt, now));
  });
}

export const setTotp = async (
  w: Work,
  userId: string,
  set: Pick<UserRow, 'totpSecret' | 'totpAt' | 'totpStep'>,
): Promise<void> => {
  await w.tx.update(w.t.user, set, { id: userId });
};
/** Records the last used step; false when this one or a later one was used (RFC 6238 5.2). */
export async function takeTotpStep(w: Work, userId: string, step: number): Promise<boolean> {
  const u = w.t.user;
  return (
    (
      await w.tx.update(
        u,
        { totpStep: step },
        and(eq(u.id, userId), or(isNull(u.totpStep), lt(u.totpStep, step)))!,
      )
    ).length > 0
  );
}
export const setMailFactor = async (
  w: Work,
  userId: string,
  mailFactor: boolean,
): Promise<void> => {
  await w.tx.update(w.t.user, { mailFactor }, { id: userId });
};
export const setPinHash = async (
  w: Work,
  userId: string,
  pinHash: string | null,
): Promise<void> => {
  await w.tx.update(w.t.user, { pinHash }, { id: userId });
};

export async function listPasskeys({ read, t }: Store, userId: string): Promise<PasskeyRow[]> {
  return read
    .select()
    .from(t.passkey)
    .where(eq(t.passkey.userId, userId))
    .orderBy(asc(t.passkey.createdAt));
}
export async function findPasskey({ read, t }: Store, id: string): Promise<PasskeyRow | undefined> {
  return first(await read.select().from(t.passkey).where(eq(t.passkey.id, id)).limit(1));
}
/** Returns false when this passkey exists already. */
export const insertPasskey = async (w: Work, row: NewRow<Schema['passkey']>): Promise<boolean> =>
  (await w.tx.insert(w.t.passkey, row, { ifAbsent: true })).length > 0;
export const renamePasskey = async (
  w: Work,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> => (await w.tx.update(w.t.passkey, { name }, { id, userId })).length > 0;
export const removePasskey = async (w: Work, userId: string, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.passkey, { id, userId })) > 0;
/** Records a use; false when a call with a later counter came meanwhile. */
export async function usePasskey(
  w: Work,
  id: string,
  before: number,
  counter: number,
): Promise<boolean> {
  const p = w.t.passkey;
  return (
    (
      await w.tx.update(
        p,
        { counter, lastUsedAt: w.now },
        { id, counter: before, clonedAt: NOTHING },
      )
    ).length > 0
  );
}
export const markCloned = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.update(w.t.passkey, { clonedAt: w.now }, { id, clonedAt: NOTHING })).length > 0;

export async function replaceRecoveryCodes(
  w: Work,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await w.tx.remove(w.t.recoveryCode, { userId });
  if (hashes.length > 0)
    await w.tx.insert(
      w.t.recoveryCode,
      hashes.map((hash) => ({ id: w.newId(), userId, hash, usedAt: null })),
    );
}
export async function takeRecoveryCode(w: Work, userId: string, hash: string): Promise<boolean> {
  const r = w.t.recoveryCode;
  return (await w.tx.update(r, { usedAt: w.now }, { userId, hash, usedAt: NOTHING })).length > 0;
}
export async function countRecoveryCodes({ read, t }: Store, userId: string): Promise<number> {
  return read.$count(
    t.recoveryCode,
    and(eq(t.recoveryCode.userId, userId), isNull(t.recoveryCode.usedAt)),
  );
}

export async function findDevice({ read, t }: Store, hash: string): Promise<DeviceRow | undefined> {
  return first(
    await read.select().from(t.knownDevice).where(eq(t.knownDevice.hash, hash)).limit(1),
  );
}
/**
 * Returns browsers that gave a second factor; the rows of password-only browsers are backdated by
 * design.
 */
export async function listDevices({ read, t }: Store, userId: string): Promise<DeviceRow[]> {
  const gaveFactor = gte(t.knownDevice.factorAt, t.knownDevice.createdAt);
  return read
    .select()
    .from(t.knownDevice)
    .where(and(eq(t.knownDevice.userId, userId), gaveFactor))
    .orderBy(asc(t.knownDevice.createdAt));
}
/** Inserts or renews a known browser. */
export async function keepDevice(w: Work, row: NewRow<Schema['knownDevice']>): Promise<void> {
  const before = await w.tx.one(w.t.knownDevice, { hash: row.hash });
  if (!before) {
    await w.tx.insert(w.t.knownDevice, row, { ifAbsent: true });
    return;
  }
  const factorAt = Math.max(before.factorAt, row.factorAt);
  await w.tx.update(w.t.knownDevice, { factorAt, agent: row.agent }, { hash: row.hash });
}
export const removeDevice = async (w: Work, userId: string, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.knownDevice, { id, userId })) > 0;

/** Inserts a code by mail that permits the removal of a lost factor. */
export async function insertDisableCode(
  w: Work,
  row: { hash: string; userId: string; expiresAt: number },
): Promise<void> {
  await w.tx.remove(w.t.oneTimeLink, { userId: row.userId, kind: 'mfa_disable' });
  await w.tx.insert(w.t.oneTimeLink, {
    ...row,
    kind: 'mfa_disable',
    data: {},
    createdAt: w.now,
    usedAt: null,
  });
}
export async function takeDisableCode(w: Work, hash: string): Promise<boolean> {
  const l = w.t.oneTimeLink;
  return (
    (
      await w.tx.update(
        l,
        { usedAt: w.now },
        and(eq(l.hash, hash), eq(l.kind, 'mfa_disable'), isNull(l.usedAt), gt(l.expiresAt, w.now))!,
      )
    ).length > 0
  );
}
