// Shares for staff: creates, lists, hands over, renews, unlocks and ends them.

import { berlinDay, berlinInstant, germanDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { listName } from '../../../shared/desk/patient.ts';
import {
  LEAST_REASON,
  printedCode,
  SHARE_BARE_MS,
  SHARE_DAYS,
  SHARE_MOST_DAYS,
  SHARE_TRIES,
  sharePath,
  type ShareState,
} from '../../../shared/exchange/share.ts';
import type {
  NewShare,
  Share,
  ShareLink,
  SharePapers,
  ShareWays,
} from '../../../shared/exchange/share.schema.ts';
import { maskedMail, maskedNumber, type SmsOutcome } from '../../../shared/accounts/sms.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { encryptWith } from '../../platform/keys/root-key.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import type { PortalDeps, ShareRecord } from './links.ts';
import { sealedName } from './log-in.ts';
import { proofOf } from './secrets.ts';
import type { OpenedShare } from './session.ts';
import { codeWays } from './send-code.ts';
import {
  changeShare,
  endShare,
  findDocument,
  findSentCode,
  findShare,
  forgetSentCode,
  insertItems,
  insertShare,
  itemsOf,
  listShares,
  nextTermin,
  noteEvent,
  removeSessionsOf,
  sentCodesOf,
  type SentCodeRow,
  type ShareItemRow,
  type ShareRow,
} from './store.ts';

/** How long ended shares are listed. */
const LISTED_MS = 90 * DAY_MS,
  MOST_LISTED = 200;
/** URL of a share's link; it names the practice. */
interface Place {
  r4cUuid: string;
}

const stateOf = (row: ShareRow, now: number): ShareState =>
  row.renewedBy !== null
    ? 'renewed'
    : row.endedAt !== null
      ? 'ended'
      : row.doneAt !== null
        ? 'done'
        : row.expiresAt <= now
          ? 'over'
          : row.triesLeft === 0
            ? 'locked'
            : 'open';

function shown(
  row: ShareRow,
  items: readonly ShareItemRow[],
  record: ShareRecord | undefined,
  sent: SentCodeRow | undefined,
  now: number,
): Share {
  return {
    id: row.id,
    patid: record?.patid ?? row.patid,
    patientName: record ? listName(record) : row.patid,
    state: stateOf(row, now),
    kind: row.kind,
    language: row.language,
    items: items.map((one) => ({
      kind: one.kind,
      title: one.title,
      isDone: one.doneAt !== null,
      said: one.said,
    })),
    secondStep: row.secondStep,
    triesLeft: row.triesLeft,
    isOnce: row.isOnce,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    openedAt: row.openedAt,
    mailedAt: row.mailedAt,
    endedAt: row.endedAt,
    wishedAt: row.wishedAt,
    stepReason: row.stepReason,
    sentCode: sent ? { at: sent.sentAt, outcome: sent.outcome as SmsOutcome | null } : null,
  };
}
/** @throws AppError not_found */
async function found(s: Look | Work, id: string): Promise<ShareRow> {
  const row = await findShare(s, id);
  if (!row) throw new AppError('not_found');
  return row;
}
const shownOne = async (s: Look | Work, deps: PortalDeps, row: ShareRow): Promise<Share> =>
  shown(
    row,
    await itemsOf(s, [row.id]),
    await deps.record(s, row.patid),
    await findSentCode(s, row.id),
    s.now,
  );

/**
 * Day after the next appointment, at most 30 days; 14 days without one. Disclosed content without a
 * second step: three days.
 */
async function endOf(w: Work, patids: readonly string[], isBare: boolean): Promise<number> {
  const day = await nextTermin(w, patids, berlinDay(w.now)),
    isNear =
      day !== undefined && berlinInstant(day, '00:00') - w.now < (SHARE_MOST_DAYS - 2) * DAY_MS;
  const until = isNear
    ? berlinInstant(berlinDay(berlinInstant(day, '12:00') + 2 * DAY_MS), '00:00')
    : w.now + (day === undefined ? SHARE_DAYS : SHARE_MOST_DAYS) * DAY_MS;
  return isBare ? Math.min(until, w.now + SHARE_BARE_MS) : until;
}

type Wish = Omit<NewShare, 'items' | 'stepReason'> & {
  stepReason: string | null;
  items: readonly (NewShare['items'][number] & { title: string })[];
};
/**
 * Title in the practice; undefined when it does not exist, belongs to another person, or may not be
 * shared (any more).
 */
async function titleOf(
  w: Work,
  deps: PortalDeps,
  one: NewShare['items'][number],
  patids: readonly string[],
): Promise<string | undefined> {
  if (one.kind === 'questionnaire') return (await deps.form(w, one.formId))?.title.de;
  if (one.kind === 'sign') {
    const paper = await deps.paper(w, one.taskId, one.role);
    return paper && patids.includes(paper.patid) ? paper.title : undefined;
  }
  const file = await findDocument(w, one.fileId);
  return file && isShown(file.mime) && patids.includes(file.patid) ? file.title : undefined;
}
async function namedItems(
  w: Work,
  deps: PortalDeps,
  input: NewShare,
  patids: readonly string[],
): Promise<Wish['items']> {
  const named: Wish['items'][number][] = [],
    tasks = input.items.flatMap((one) => (one.kind === 'sign' ? [one.taskId] : []));
  // A link belongs to one person: no other signer may use it.
  const twice = input.items.findIndex(
    (one, at) =>
      one.kind === 'sign' &&
      tasks.indexOf(one.taskId) !== tasks.lastIndexOf(one.taskId) &&
      input.items.findIndex((other) => other.kind === 'sign' && other.taskId === one.taskId) !== at,
  );
  if (twice >= 0) throw new AppError('validation', { fields: { [`items.${twice}`]: 'twice' } });
  for (const [at, one] of input.items.entries()) {
    const title = await titleOf(w, deps, one, patids);
    if (title === undefined)
      throw new AppError('validation', { fields: { [`items.${at}`]: 'unknown' } });
    named.push({ ...one, title });
  }
  return named;
}
/**
 * Files that the page of a share can show: the sealed file, or a picture that the practice
 * uploaded.
 */
const isShown = (mime: string): boolean => mime === 'application/pdf' || mime === 'image/webp';
const refOf = (one: NewShare['items'][number]): string =>
  one.kind === 'document' ? one.fileId : one.kind === 'questionnaire' ? one.formId : one.taskId;

async function write(
  w: Work,
  deps: PortalDeps,
  wish: Wish,
  expiresAt: number,
): Promise<ShareRow | undefined> {
  const { secrets } = deps,
    id = wish.id,
    shareId = secrets.idOf(w.cid, id);
  const kind = wish.items.some((one) => one.kind !== 'questionnaire')
      ? ('disclose' as const)
      : ('write' as const),
    isBare = wish.secondStep === 'none';
  const items = wish.items.map((one, n) => ({
    id: w.newId(),
    share: id,
    n,
    kind: one.kind,
    ref: refOf(one),
    role: one.kind === 'sign' ? one.role : null,
    title: one.title,
    doneAt: null,
    resultId: null,
    said: null,
  }));
  const content: OpenedShare = { items: items.map(({ id: item, ref }) => ({ id: item, ref })) };
  const row = {
    id,
    hash: secrets.hashOf(shareId),
    patid: wish.patid,
    kind,
    language: wish.language,
    secondStep: wish.secondStep,
    isOnce: isBare || wish.items.every((one) => one.kind !== 'document'),
    sealed: encryptWith(
      proofOf(secrets.keyOf(w.cid, id), shareId),
      Buffer.from(JSON.stringify(content)),
      sealedName(w.cid, id),
    ),
    codeHash: null,
    triesLeft: SHARE_TRIES,
    resetHash: null,
    resetUntil: null,
    createdAt: w.now,
    createdBy: actorWord(w.actor),
    expiresAt,
    openedAt: null,
    doneAt: null,
    mailedAt: null,
    wishedAt: null,
    endedAt: null,
    endedBy: null,
    renewedBy: null,
    stepReason: wish.stepReason,
  };
  if (!(await insertShare(w, row))) return undefined;
  await insertItems(w, items);
  for (const one of wish.items)
    if (one.kind === 'sign') await deps.keepPaper(w, one.taskId, expiresAt);
  await noteEvent(w, id, 'made');
  await w.audit(
    'share.made',
    {
      share: id,
      kind,
      items: items.map((one) => one.kind),
      secondStep: wish.secondStep,
      ...(wish.stepReason !== null && { reason: wish.stepReason }),
    },
    wish.patid,
  );
  return { ...row, cid: w.cid };
}

/**
 * Checks the second step, and returns the practice's reason for a weaker one. Disclosing content
 * also requires a code, unless the practice has documented why not; a blank form discloses nothing.
 * @throws AppError validation (fields.secondStep: needed, no_gateway; fields.stepReason: needed)
 */
async function reasonOf(
  w: Work,
  deps: PortalDeps,
  { patid, secondStep, stepReason }: NewShare,
  isDisclosed: boolean,
): Promise<string | null> {
  if (secondStep === 'none') {
    const reason = isDisclosed ? await deps.bareReason(w) : null;
    if (reason === '') throw new AppError('validation', { fields: { secondStep: 'needed' } });
    return reason;
  }
  if (secondStep === 'code') return null;
  if ((await codeWays(deps, w, patid))[secondStep] === null)
    throw new AppError('validation', { fields: { secondStep: 'no_way' } });
  if (secondStep === 'mail' && (stepReason ?? '').trim().length < LEAST_REASON)
    throw new AppError('validation', { fields: { stepReason: 'needed' } });
  return secondStep === 'mail' ? (stepReason ?? '').trim() : null;
}

/** Lists the ways a code can reach one person, for staff. @throws AppError not_found */
export async function readShareWays(
  look: Look,
  deps: PortalDeps,
  patid: string,
): Promise<ShareWays> {
  const record = await deps.record(look, patid);
  if (!record) throw new AppError('not_found');
  const { sms, mail } = await codeWays(deps, look, record.patid);
  return {
    sms: sms === null ? null : maskedNumber(sms),
    mail: mail === null ? null : maskedMail(mail),
    mayBeBare: (await deps.bareReason(look)) !== '',
  };
}

/**
 * Creates a share; idempotent for the same id and content.
 * @throws AppError not_found (patient), validation (items), conflict
 */
export async function makeShare(
  w: Work,
  deps: PortalDeps,
  place: Place,
  input: NewShare,
): Promise<ShareLink> {
  const record = await deps.record(w, input.patid);
  if (!record) throw new AppError('not_found');
  const patids = await deps.numbersOf(w, record.patid),
    items = await namedItems(w, deps, input, patids);
  const isDisclosed = items.some((one) => one.kind !== 'questionnaire'),
    stepReason = await reasonOf(w, deps, { ...input, patid: record.patid }, isDisclosed);
  const made = await write(
    w,
    deps,
    { ...input, patid: record.patid, items, stepReason },
    await endOf(w, patids, input.secondStep === 'none' && isDisclosed),
  );
  if (made) return linkOf(w, deps, place, made);
  const there = await findShare(w, input.id),
    kept = there ? await itemsOf(w, [there.id]) : [];
  const isSame =
    there?.patid === record.patid &&
    there.language === input.language &&
    there.secondStep === input.secondStep &&
    JSON.stringify(kept.map((one) => [one.kind, one.ref])) ===
      JSON.stringify(items.map((one) => [one.kind, refOf(one)]));
  if (!isSame) throw new AppError('conflict');
  return linkOf(w, deps, place, there);
}

/** Link and code for handing over. The base URL is the installation's own, never a request's. */
async function linkOf(
  s: Look | Work,
  deps: PortalDeps,
  place: Place,
  row: ShareRow,
): Promise<ShareLink> {
  const path = sharePath({
    shareId: deps.secrets.idOf(s.cid, row.id),
    key: deps.secrets.keyOf(s.cid, row.id),
    r4cUuid: place.r4cUuid,
  });
  return {
    share: await shownOne(s, deps, row),
    path,
    url: deps.publicUrl === undefined ? null : deps.publicUrl + path,
    code:
      row.secondStep === 'none' || row.codeHash !== null
        ? null
        : printedCode(deps.secrets.codeOf(s.cid, row.id)),
  };
}

/**
 * Returns link and code of an open share again; the view is audited.
 * @throws AppError not_found, state_conflict (over)
 */
export async function showShare(
  w: Work,
  deps: PortalDeps,
  place: Place,
  id: string,
): Promise<ShareLink> {
  const row = await found(w, id),
    state = stateOf(row, w.now);
  if (state !== 'open' && state !== 'locked') throw new AppError('state_conflict');
  await w.audit('share.shown', { share: id }, row.patid);
  return linkOf(w, deps, place, row);
}

/** Lists papers of one patient that may be shared for signing. @throws AppError not_found */
export async function readSharePapers(
  look: Look,
  deps: PortalDeps,
  patid: string,
): Promise<SharePapers> {
  const record = await deps.record(look, patid);
  if (!record) throw new AppError('not_found');
  return (await deps.papers(look, await deps.numbersOf(look, record.patid))).map(
    ({ taskId, title, signer }) => ({ taskId, title, signer: { ...signer } }),
  );
}

/** Shares of all patients, or of one patient, newest first. */
export async function readShares(
  look: Look,
  deps: PortalDeps,
  patid: string | undefined,
): Promise<Share[]> {
  const rows = await listShares(
    look,
    patid === undefined ? undefined : await deps.numbersOf(look, patid),
    look.now - LISTED_MS,
    MOST_LISTED,
  );
  const items = await itemsOf(
      look,
      rows.map((one) => one.id),
    ),
    records = await deps.records(
      look,
      rows.map((one) => one.patid),
    ),
    sent = await sentCodesOf(
      look,
      rows.map((one) => one.id),
    );
  return rows.map((row) =>
    shown(
      row,
      items.filter((one) => one.share === row.id),
      records.get(row.patid),
      sent.find((one) => one.share === row.id),
      look.now,
    ),
  );
}

async function close(w: Work, row: ShareRow, renewedBy: string | null): Promise<boolean> {
  if (!(await endShare(w, row.id, actorWord(w.actor), renewedBy))) return false;
  await removeSessionsOf(w, row.id);
  await forgetSentCode(w, row.id);
  await noteEvent(w, row.id, renewedBy === null ? 'ended' : 'renewed');
  return true;
}
/** Ends a share at once, including open sessions; idempotent. @throws AppError not_found */
export async function stopShare(w: Work, id: string): Promise<void> {
  const row = await found(w, id);
  if (await close(w, row, null)) await w.audit('share.ended', { share: id }, row.patid);
}

/**
 * Ends a link again after a restore of an older backup.
 * @returns whether it was open until then
 */
export async function endAgain(w: Work, id: string): Promise<boolean> {
  const row = await findShare(w, id);
  if (!row || !(await close(w, row, null))) return false;
  await w.audit('share.ended', { share: id, isAgain: true }, row.patid);
  return true;
}

/**
 * Resets the attempts of a locked share; the link stays.
 * @throws AppError not_found, state_conflict
 */
export async function unlockShare(w: Work, deps: PortalDeps, id: string): Promise<Share> {
  const row = await found(w, id);
  if (stateOf(row, w.now) !== 'locked') throw new AppError('state_conflict');
  const free = await changeShare(w, id, { triesLeft: SHARE_TRIES });
  await noteEvent(w, id, 'unlocked');
  await w.audit('share.unlocked', { share: id }, row.patid);
  return shownOne(w, deps, free ?? row);
}

const wishedAgain = ({ kind, ref, role }: ShareItemRow): NewShare['items'][number] =>
  kind === 'questionnaire'
    ? { kind, formId: ref }
    : kind === 'sign'
      ? { kind, taskId: ref, role: role ?? 'patient' }
      : { kind: 'document', fileId: ref };
/**
 * Renews a share: a new link and code with its open items that may still be shared, with a fresh
 * expiry; the old one ends. Idempotent by id.
 * @throws AppError not_found, state_conflict (ended, was renewed differently, no item left)
 */
export async function renewShare(
  w: Work,
  deps: PortalDeps,
  place: Place,
  id: string,
  newId: string,
): Promise<ShareLink> {
  const row = await found(w, id),
    again = await findShare(w, newId);
  if (again) {
    if (row.renewedBy !== newId) throw new AppError('conflict');
    return linkOf(w, deps, place, again);
  }
  if (row.endedAt !== null) throw new AppError('state_conflict');
  const record = await deps.record(w, row.patid);
  if (!record) throw new AppError('state_conflict');
  const patids = await deps.numbersOf(w, record.patid),
    items: Wish['items'][number][] = [];
  // A paper with open questions, or a withdrawn one, is not shared again; the rest of the link is.
  for (const one of await itemsOf(w, [id])) {
    if (one.kind !== 'document' && one.doneAt !== null) continue;
    const item = wishedAgain(one),
      title = await titleOf(w, deps, item, patids);
    if (title !== undefined) items.push({ ...item, title });
  }
  if (items.length === 0) throw new AppError('state_conflict');
  const wish: NewShare = {
    id: newId,
    patid: record.patid,
    language: row.language,
    secondStep: row.secondStep,
    items,
    ...(row.stepReason !== null && { stepReason: row.stepReason }),
  };
  const stepReason = await reasonOf(
    w,
    deps,
    wish,
    items.some((one) => one.kind !== 'questionnaire'),
  );
  await close(w, row, newId);
  await w.audit('share.renewed', { share: id, by: newId }, row.patid);
  const made = await write(
    w,
    deps,
    { ...wish, stepReason, items },
    await endOf(w, patids, row.secondStep === 'none' && row.kind === 'disclose'),
  );
  if (!made) throw new AppError('conflict');
  return linkOf(w, deps, place, made);
}

/**
 * Queues a mail with the link for the practice; never the code.
 * @throws AppError not_found, state_conflict (over), inactive_recipient (X1)
 */
export async function mailShare(
  w: Work,
  deps: PortalDeps,
  place: Place,
  id: string,
  input: { id: string; to: string; language: 'de' | 'en' },
): Promise<void> {
  const row = await found(w, id);
  if (stateOf(row, w.now) !== 'open') throw new AppError('state_conflict');
  const until = berlinDay(row.expiresAt - 1),
    { path } = await linkOf(w, deps, place, row);
  await deps.mail(w, {
    key: `share:${input.id}`,
    to: input.to,
    template: row.kind === 'disclose' ? 'share' : 'shareForm',
    language: input.language,
    data: { link: path, until: input.language === 'en' ? until : germanDay(until) },
    expiresAt: row.expiresAt,
  });
  await changeShare(w, id, { mailedAt: w.now });
  await noteEvent(w, id, 'mailed');
  await w.audit('share.mailed', { share: id }, row.patid);
}
