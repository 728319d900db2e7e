// Words of others on a waiting change: a second owner agrees, any owner stops it, the reader of a
// new mail address confirms it.

import { AppError } from '../../../../shared/base/errors.ts';
import { mayAgree, type HeldKind } from '../../../../shared/vendor/contract/held-change.ts';
import type { Actor, Work } from '../../../platform/work.ts';
import type { PaymentDeps } from '../links.ts';
import { dropLater } from './apply-change.ts';
import { wordsOf } from './ask-change.ts';
import { findHeld, heldByHash, moveHeld, noteWord, type HeldRow } from './store-held.ts';

type Person = Extract<Actor, { kind: 'user' }>;

const applyLater = (w: Work, { id, dueAt }: HeldRow, word: string): Promise<void> =>
  w.job('apply-change', `apply:${id}:${word}`, { id }, Math.max(dueAt, w.now));

/**
 * A second owner agrees.
 * @throws AppError not_found, forbidden for the own change or by a new owner, state_conflict
 */
export async function approveChange(deps: PaymentDeps, person: Person, id: string): Promise<void> {
  await deps.workshop.write(person.cid, person, async (w) => {
    const row = await findHeld(w, id);
    if (!row) throw new AppError('not_found');
    const owner = (await deps.owners(w)).find((one) => one.id === person.userId);
    if (!owner || !mayAgree(owner, row)) throw new AppError('forbidden');
    if (
      !row.needsSecond ||
      row.approvedAt !== null ||
      (await noteWord(w, id, { approvedAt: w.now, approvedBy: person.userId })).length === 0
    )
      throw new AppError('state_conflict');
    await w.audit('payment.change_approved', { changeId: id, kind: row.kind });
    await applyLater(w, row, 'approved');
  });
}

async function stop(deps: PaymentDeps, w: Work, id: string, by: 'page' | 'mail'): Promise<HeldRow> {
  const row = await moveHeld(w, id, 'waiting', 'stopped');
  if (!row) throw new AppError('state_conflict');
  await w.audit('payment.change_stopped', { changeId: id, kind: row.kind, by });
  await dropLater(w, row);
  await deps.tellStopped(w, { key: `stopped:${id}`, kind: row.kind, what: wordsOf(row) });
  return row;
}
/** Any owner stops a change. @throws AppError not_found, state_conflict when it counts or is over */
export async function stopChange(deps: PaymentDeps, person: Person, id: string): Promise<void> {
  await deps.workshop.write(person.cid, person, async (w) => {
    if (!(await findHeld(w, id))) throw new AppError('not_found');
    await stop(deps, w, id, 'page');
  });
}

/**
 * Uses the link of a mail: stops a change, or confirms its mail address.
 * @throws AppError link_invalid for unknown, used and late links alike; rate_limited
 */
export async function answerByLink(
  deps: PaymentDeps,
  act: 'stop' | 'confirm',
  { token, ip }: { token: string; ip: string },
): Promise<{ kind: HeldKind }> {
  const giveBack = await deps.reserveLink(ip),
    row = await heldByHash(deps.store, act, deps.hashOfLink(token));
  if (!row) throw new AppError('link_invalid');
  await giveBack();
  await deps.workshop.write(row.cid, { kind: 'system', cid: row.cid }, async (w) => {
    if (act === 'stop') {
      if ((await findHeld(w, row.id))?.state !== 'waiting') throw new AppError('link_invalid');
      await stop(deps, w, row.id, 'mail');
      return;
    }
    if ((await noteWord(w, row.id, { confirmedAt: w.now })).length === 0)
      throw new AppError('link_invalid');
    await w.audit('payment.reader_confirmed', { changeId: row.id });
    await applyLater(w, row, 'confirmed');
  });
  return { kind: row.kind };
}
