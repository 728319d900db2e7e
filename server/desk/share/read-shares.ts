// Shares as staff see them: lists, states, and the link of one share.

import { AppError } from '../../../shared/base/errors.ts';
import { listName } from '../../../shared/desk/patient.ts';
import { type ShareState, printedCode, sharePath } from '../../../shared/exchange/share.ts';
import type {
  Share,
  ShareLink,
  SharePapers,
  ShareWays,
} from '../../../shared/exchange/share.schema.ts';
import { type SmsOutcome, maskedMail, maskedNumber } from '../../../shared/accounts/sms.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { PortalDeps, ShareRecord } from './links.ts';
import { codeWays } from './send-code.ts';
import {
  type SentCodeRow,
  type ShareItemRow,
  type ShareRow,
  findSentCode,
  itemsOf,
  listShares,
  sentCodesOf,
} from './store.ts';

/** How long ended shares are listed. */
const LISTED_MS = 90 * DAY_MS,
  MOST_LISTED = 200;

/** URL of a share's link; it names the practice. */
export interface Place {
  r4cUuid: string;
}

export const stateOf = (row: ShareRow, now: number): ShareState =>
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

export const shownOne = async (s: Look | Work, deps: PortalDeps, row: ShareRow): Promise<Share> =>
  shown(
    row,
    await itemsOf(s, [row.id]),
    await deps.record(s, row.patid),
    await findSentCode(s, row.id),
    s.now,
  );

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
 * Returns link and code for handing over. The base URL is the installation's own, never a
 * request's.
 */
export async function linkOf(
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

/** Lists the shares of all patients, or of one patient, newest first. */
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
