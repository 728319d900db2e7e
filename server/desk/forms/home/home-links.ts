// Links to questionnaires at home: created, listed, mailed and ended by staff.

import { berlinDay, germanDay } from '../../../../shared/base/dates.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { HOME_PATH } from '../../../../shared/forms/task/home.ts';
import type { HomeLink, NewHomeLink } from '../../../../shared/forms/task/home.schema.ts';
import type { MailOrder } from '../../../../shared/accounts/mail.ts';
import { listName } from '../../../../shared/desk/patient.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { actorWord, type Look, type Work } from '../../../platform/work.ts';
import { isOpen, newestOf, type HomeDeps } from './home-public.ts';
import type { TrayDeps } from '../tray/read-unmatched.ts';
import {
  endHomeLink,
  findHomeLink,
  insertHomeLink,
  listHomeLinks,
  noteMailed,
  type HomeLinkRow,
} from './home-store.ts';

export interface LinkDeps extends HomeDeps {
  /** Public URL of this installation without a trailing slash, if known. */
  publicUrl: string | undefined;
  mail(w: Work, order: MailOrder): Promise<void>;
  /** Reads the active records behind many numbers at once. */
  records: TrayDeps['records'];
  /** Returns every number of a person. */
  numbersOf(s: Look | Work, patid: string): Promise<string[]>;
}

/** How long ended links stay listed. */
const LISTED_MS = 90 * DAY_MS;
const MOST_LISTED = 200;

const pathOf = (deps: LinkDeps, row: HomeLinkRow): string =>
  `${HOME_PATH}/${deps.secrets.secretOf(row.cid, row.id)}`;
const stateOf = (row: HomeLinkRow, now: number): HomeLink['state'] =>
  row.endedAt !== null
    ? 'ended'
    : row.kind === 'invitation' && row.usedAt !== null
      ? 'used'
      : isOpen(row, now)
        ? 'open'
        : 'over';

async function shown(
  s: Look | Work,
  deps: LinkDeps,
  rows: readonly HomeLinkRow[],
): Promise<HomeLink[]> {
  const [inUse, records] = await Promise.all([
    rows.length === 0 ? [] : deps.forms(s).inUse(),
    deps.records(
      s,
      rows.flatMap((one) => one.patid ?? []),
    ),
  ]);
  const titles = new Map(inUse.map((one) => [one.id, one.title]));
  return rows.map((row) => {
    const record = row.patid === null ? undefined : records.get(row.patid),
      state = stateOf(row, s.now),
      path = state === 'open' ? pathOf(deps, row) : null;
    return {
      id: row.id,
      kind: row.kind,
      state,
      formId: row.formId,
      title: { ...(titles.get(row.formId) ?? { de: row.formId }) },
      language: row.language,
      label: row.label,
      patid: record?.patid ?? row.patid,
      patientName: record ? listName(record) : null,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
      usedAt: row.usedAt,
      endedAt: row.endedAt,
      mailedAt: row.mailedAt,
      answers: row.answers,
      path,
      url: path === null || deps.publicUrl === undefined ? null : deps.publicUrl + path,
    };
  });
}
const shownOne = async (s: Look | Work, deps: LinkDeps, row: HomeLinkRow): Promise<HomeLink> => {
  const [link] = await shown(s, deps, [row]);
  if (!link) throw new AppError('not_found');
  return link;
};

/**
 * Creates a link; the same id with the same options returns the same link.
 * @throws AppError validation (form, language, days, patid), not_found (patient), conflict
 */
export async function makeHomeLink(w: Work, deps: LinkDeps, input: NewHomeLink): Promise<HomeLink> {
  const form = await newestOf(deps, w, input.formId);
  if (!form) throw new AppError('validation', { fields: { formId: 'unknown' } });
  if (!form.languages.includes(input.language))
    throw new AppError('validation', { fields: { language: 'unknown' } });
  const isOpenForm = input.kind === 'open';
  if (isOpenForm && (input.patid !== undefined || input.days !== undefined))
    throw new AppError('validation', { fields: { kind: 'open' } });
  const record = input.patid === undefined ? undefined : await deps.record(w, input.patid);
  if (input.patid !== undefined && !record) throw new AppError('not_found');
  const row = {
    id: input.id,
    hash: deps.secrets.hashOf(deps.secrets.secretOf(w.cid, input.id)),
    kind: input.kind,
    formId: input.formId,
    language: input.language,
    patid: record?.patid ?? null,
    label: input.label,
    createdBy: actorWord(w.actor),
    createdAt: w.now,
    expiresAt: isOpenForm ? null : w.now + (input.days ?? 14) * DAY_MS,
    mailedAt: null,
    usedAt: null,
    endedAt: null,
    endedBy: null,
    answers: 0,
  };
  if (await insertHomeLink(w, row)) {
    await w.audit(
      'home.link.made',
      { homeId: row.id, kind: row.kind, form: row.formId },
      record?.patid,
    );
    return shownOne(w, deps, { ...row, cid: w.cid });
  }
  const there = await findHomeLink(w, input.id);
  if (
    !there ||
    there.kind !== row.kind ||
    there.formId !== row.formId ||
    there.language !== row.language ||
    there.label !== row.label ||
    there.patid !== row.patid
  )
    throw new AppError('conflict');
  return shownOne(w, deps, there);
}

/**
 * Lists links of the practice or of one patient, newest first; a link of an open form stays in the
 * list.
 */
export async function readHomeLinks(
  look: Look,
  deps: LinkDeps,
  patid: string | undefined,
): Promise<HomeLink[]> {
  return shown(
    look,
    deps,
    await listHomeLinks(
      look,
      patid === undefined ? undefined : await deps.numbersOf(look, patid),
      look.now - LISTED_MS,
      MOST_LISTED,
    ),
  );
}

/** Ends a link at once; repeating it changes nothing. @throws AppError not_found */
export async function stopHomeLink(w: Work, id: string): Promise<void> {
  const row = await findHomeLink(w, id);
  if (!row) throw new AppError('not_found');
  if (await endHomeLink(w, id, actorWord(w.actor)))
    await w.audit('home.link.ended', { homeId: id }, row.patid ?? undefined);
}

/**
 * Ends a link again after a restore of an older backup.
 * @returns whether it was open until then
 */
export async function endLinkAgain(w: Work, id: string): Promise<boolean> {
  const row = await findHomeLink(w, id),
    isFirst = row !== undefined && (await endHomeLink(w, id, actorWord(w.actor)));
  if (isFirst)
    await w.audit('home.link.ended', { homeId: id, isAgain: true }, row.patid ?? undefined);
  return isFirst;
}

/**
 * Enqueues a mail with the link for the practice.
 * @throws AppError not_found, state_conflict (no invitation, or over), inactive_recipient (X1)
 */
export async function mailHomeLink(
  w: Work,
  deps: LinkDeps,
  homeId: string,
  input: { id: string; to: string; language: 'de' | 'en' },
): Promise<void> {
  const row = await findHomeLink(w, homeId);
  if (!row) throw new AppError('not_found');
  if (row.kind !== 'invitation' || row.expiresAt === null || !isOpen(row, w.now))
    throw new AppError('state_conflict');
  const until = berlinDay(row.expiresAt);
  await deps.mail(w, {
    key: `home:${input.id}`,
    to: input.to,
    template: 'home',
    language: input.language,
    data: { link: pathOf(deps, row), until: input.language === 'en' ? until : germanDay(until) },
    expiresAt: row.expiresAt,
  });
  await noteMailed(w, homeId);
  await w.audit('home.link.mailed', { homeId }, row.patid ?? undefined);
}
