// Makes a share: checks its items and second step, and stores it.

import { berlinDay, berlinInstant } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  LEAST_REASON,
  openingName,
  SHARE_BARE_MS,
  SHARE_DAYS,
  SHARE_MOST_DAYS,
  SHARE_TRIES,
} from '../../../shared/exchange/share.ts';
import type { NewShare, ShareLink } from '../../../shared/exchange/share.schema.ts';
import { isInLatin } from '../../../shared/desk/patient.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { encryptWith } from '../../platform/keys/rootkey/root-key.ts';
import { type Work, actorWord } from '../../platform/work.ts';
import type { PortalDeps } from './links.ts';
import { sealedName } from './log-in.ts';
import { proofOf } from './secrets.ts';
import type { OpenedShare } from './session.ts';
import { codeWays } from './send-code.ts';
import {
  type ShareRow,
  findDocument,
  findShare,
  insertItems,
  insertShare,
  itemsOf,
  nextTermin,
  noteEvent,
} from './store.ts';
import { type Place, linkOf } from './read-shares.ts';

/**
 * Returns the end of a share: the day after the next appointment, at most 30 days; 14 days without
 * one. Disclosed content without a second step: three days.
 */
export async function endOf(w: Work, patids: readonly string[], isBare: boolean): Promise<number> {
  const day = await nextTermin(w, patids, berlinDay(w.now)),
    isNear =
      day !== undefined && berlinInstant(day, '00:00') - w.now < (SHARE_MOST_DAYS - 2) * DAY_MS;
  const until = isNear
    ? berlinInstant(berlinDay(berlinInstant(day, '12:00') + 2 * DAY_MS), '00:00')
    : w.now + (day === undefined ? SHARE_DAYS : SHARE_MOST_DAYS) * DAY_MS;
  return isBare ? Math.min(until, w.now + SHARE_BARE_MS) : until;
}

export type Wish = Omit<NewShare, 'items' | 'stepReason'> & {
  stepReason: string | null;
  items: readonly (NewShare['items'][number] & { title: string })[];
};

/**
 * Returns the title in the practice; undefined when it does not exist, belongs to another person,
 * or may not be shared (any more).
 */
export async function titleOf(
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

export async function storeShare(
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
export async function reasonOf(
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

/**
 * Creates a share; idempotent for the same id and content.
 * @throws AppError not_found (patient), name_not_latin (the page asks for Latin letters),
 * validation (items), conflict
 */
export async function makeShare(
  w: Work,
  deps: PortalDeps,
  place: Place,
  input: NewShare,
): Promise<ShareLink> {
  const record = await deps.record(w, input.patid);
  if (!record) throw new AppError('not_found');
  if (!isInLatin(openingName(record))) throw new AppError('name_not_latin');
  const patids = await deps.numbersOf(w, record.patid),
    items = await namedItems(w, deps, input, patids);
  const isDisclosed = items.some((one) => one.kind !== 'questionnaire'),
    stepReason = await reasonOf(w, deps, { ...input, patid: record.patid }, isDisclosed);
  const made = await storeShare(
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
