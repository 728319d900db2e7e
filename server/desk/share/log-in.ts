// V7: login to a share requires first name and birth date, and also a code when something is
// disclosed; five wrong attempts in all, each taken before any comparison.

import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  isSameFirstName,
  openingName,
  SHARE_ID,
  SHARE_IDLE_MS,
  SHARE_KEY,
  SHARE_TRIES,
  typedBirth,
  type SecondStep,
} from '../../../shared/exchange/share.ts';
import type { PortalLogin, PortalStep } from '../../../shared/exchange/share.schema.ts';
import { isInLatin } from '../../../shared/desk/patient.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { decryptWith } from '../../platform/keys/rootkey/root-key.ts';
import type { Work } from '../../platform/work.ts';
import { isRightCode } from './codes.ts';
import type { PortalDeps, TryRule } from './links.ts';
import { proofOf } from './secrets.ts';
import { openSession, whoIsIn, type LetIn, type OpenedShare } from './session.ts';
import {
  changeShare,
  findShare,
  findShareByHash,
  forgetSentCode,
  giveTryBack,
  noteEvent,
  removeSession,
  takeTry,
  type ShareRow,
} from './store.ts';
import { isAlarmed, tellAlarm, tellOpened } from './tell.ts';

/** Calls of one network without a usable link, over all practices. */
const STRANGERS: TryRule = { free: 20, waitMs: HOUR_MS, maxWaitMs: HOUR_MS, forgetMs: HOUR_MS };
/** Matches nothing; unknown links cost the same work. */
const NOTHING = new Uint8Array(80);

export const sealedName = (cid: string, share: string): string => `share|${cid}|${share}`;
/**
 * Checks whether a link is still usable; locked ones are, so that their patient learns whom to
 * call.
 */
export const isOpenShare = (share: ShareRow, now: number): boolean =>
  share.endedAt === null && share.doneAt === null && share.expiresAt > now;

/**
 * Counts a call that named no usable link, by its network. Who holds a link is not counted here: its
 * own five tries limit them, and strangers in the same network lock none of them out.
 * @throws AppError rate_limited
 */
export const countStranger = (
  deps: Pick<PortalDeps, 'attempts' | 'networkOf'>,
  { actor, now }: RequestContext,
): Promise<void> =>
  deps.attempts.reserve(`share ${'ip' in actor ? deps.networkOf(actor.ip) : ''}`, STRANGERS, now);

/**
 * Opens the share's key with the proof; without one with the server's own key, for links that lost
 * theirs, and only when a code is also required.
 */
function opened(
  deps: PortalDeps,
  cid: string,
  share: ShareRow | undefined,
  now: number,
  { shareId, proof }: Pick<PortalLogin, 'shareId' | 'proof'>,
): { share: ShareRow; opened: OpenedShare } | undefined {
  const isThere = share !== undefined && isOpenShare(share, now),
    id = share?.id ?? 'nobody';
  const own = proofOf(deps.secrets.keyOf(cid, id), shareId);
  const key =
    proof === undefined
      ? own
      : SHARE_KEY.test(proof)
        ? new Uint8Array(Buffer.from(proof, 'base64url'))
        : new Uint8Array(32);
  let plain: Buffer | undefined;
  try {
    plain = decryptWith(key, isThere ? share.sealed : NOTHING, sealedName(cid, id));
  } catch {
    plain = undefined;
  }
  if (!isThere || plain === undefined || (proof === undefined && share.secondStep === 'none'))
    return undefined;
  return { share, opened: JSON.parse(plain.toString()) as OpenedShare };
}

/** Reports that an attempt failed, and whether it was the last one. Never returns. */
async function refuse(
  deps: PortalDeps,
  context: RequestContext,
  share: ShareRow,
  code: 'share_wrong' | 'share_code_wrong',
): Promise<never> {
  const owners = await deps.owners(context.look());
  await context.write(async (w) => {
    await noteEvent(w, share.id, 'wrong');
    await tellAlarm(w, deps, owners, share);
    await w.audit('share.refused', { share: share.id, triesLeft: share.triesLeft }, share.patid);
    if (share.triesLeft > 0) return;
    await noteEvent(w, share.id, 'locked');
    await w.audit('share.locked', { share: share.id }, share.patid);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
  throw share.triesLeft > 0
    ? new AppError(code, { extra: { triesLeft: share.triesLeft } })
    : new AppError('share_locked');
}

/** Takes an attempt in its own commit, before any comparison. @throws AppError share_locked */
async function reserve(context: RequestContext, share: ShareRow): Promise<ShareRow> {
  const taken = await context.write((w) => takeTry(w, share.id));
  if (!taken) throw new AppError('share_locked');
  return taken;
}

const stepOf = (next: PortalStep['next'], endsAt: number, triesLeft: number): PortalStep => ({
  next,
  idleMs: SHARE_IDLE_MS,
  endsAt,
  triesLeft,
});
const asked = (step: SecondStep, isForced: boolean): PortalStep['next'] =>
  step === 'none' ? (isForced ? 'code' : 'open') : step;
/** The first login; without a second step disclosed content is opened once. */
async function noteOpened(w: Work, deps: PortalDeps, share: ShareRow): Promise<void> {
  await noteEvent(w, share.id, 'opened');
  await w.audit('share.opened', { share: share.id }, share.patid);
  await tellOpened(w, deps, share);
  const isSpent = share.secondStep === 'none' && share.kind === 'disclose';
  if (share.openedAt === null || isSpent)
    await changeShare(w, share.id, {
      openedAt: share.openedAt ?? w.now,
      ...(isSpent && { doneAt: w.now }),
    });
}

/**
 * Performs the first step of a login. Unknown, expired, ended, used and other practices' links get
 * the same answer after the same work, and nothing is written.
 * @throws AppError validation (fields.birth, fields.firstName in another script; costs no attempt), share_unknown (X3), share_wrong
 * (name or birth date, one answer), share_locked (X4), rate_limited
 */
export async function logIn(
  deps: PortalDeps,
  context: RequestContext,
  body: PortalLogin,
): Promise<{ step: PortalStep; cookie: string }> {
  const look = context.look(),
    birth = typedBirth(body.birth, berlinDay(look.now));
  if (birth === undefined) throw new AppError('validation', { fields: { birth: 'invalid' } });
  // Before the link is looked up: the answer depends on the typed letters only.
  if (!isInLatin(body.firstName))
    throw new AppError('validation', { fields: { firstName: 'latin' } });
  const there = opened(
    deps,
    look.cid,
    SHARE_ID.test(body.shareId)
      ? await findShareByHash(look, deps.secrets.hashOf(body.shareId))
      : undefined,
    look.now,
    body,
  );
  if (!there) {
    await countStranger(deps, context);
    throw new AppError('share_unknown');
  }
  const share = await reserve(context, there.share),
    person = await deps.record(look, share.patid),
    isForced = await isAlarmed(look);
  const isName = person !== undefined && isSameFirstName(body.firstName, openingName(person)),
    isDay = person?.geburtsdatum === birth;
  if (!isName || !isDay) return refuse(deps, context, share, 'share_wrong');
  const next = asked(share.secondStep, isForced);
  return context.write(async (w) => {
    const back = await giveTryBack(w, share.id, SHARE_TRIES);
    if (next === 'open') await noteOpened(w, deps, share);
    const { cookie, endsAt } = await openSession(
      w,
      deps,
      context,
      share,
      there.opened,
      next === 'open',
    );
    return { step: stepOf(next, endsAt, back?.triesLeft ?? share.triesLeft), cookie };
  });
}

/**
 * Performs the second step of a login. A sent code is valid once.
 * @throws AppError share_over, share_code_wrong, share_locked (X4), rate_limited
 */
export async function takeSecondStep(
  deps: PortalDeps,
  context: RequestContext,
  typed: string,
): Promise<{ step: PortalStep; cookie: string }> {
  const who: LetIn = await whoIsIn(context, deps);
  if (who.isOpen) throw new AppError('share_over');
  const share = await reserve(context, who.share);
  if (!(await isRightCode(deps, context.look(), share, typed)))
    return refuse(deps, context, share, 'share_code_wrong');
  return context.write(async (w) => {
    // Two tabs, one step: the second one starts over.
    const now = await findShare(w, share.id);
    if (!now || !isOpenShare(now, w.now) || (await removeSession(w, who.hash)) === 0)
      throw new AppError('share_over');
    await forgetSentCode(w, share.id);
    const back = await giveTryBack(w, share.id, SHARE_TRIES);
    await noteOpened(w, deps, now);
    const { cookie, endsAt } = await openSession(
      w,
      deps,
      context,
      share,
      who.opened,
      true,
      who.endsAt,
    );
    return { step: stepOf('open', endsAt, back?.triesLeft ?? share.triesLeft), cookie };
  });
}
