// Fee agreements on paper (§ 2 GOZ): created for one patient, printed with a code, returned by hand
// or by scan, revoked with a reason.

import { isSingleOnly, POSITIONS } from '../../../catalog/goz/positions.ts';
import {
  agreementRisk,
  agreementState,
  type PrintedAgreement,
} from '../../../shared/papers/agreement.ts';
import type {
  Agreement,
  NewAgreement,
  VoidAgreement,
} from '../../../shared/papers/agreement.schema.ts';
import type { DocumentPraxis } from '../../../shared/desk/document.ts';
import { DAMAGED_TEXT } from '../../../shared/base/damaged-text.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { AGREEMENT_TITLE, feeCents } from '../../../shared/papers/fee-agreement.ts';
import { fullName, listName } from '../../../shared/desk/patient.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import { paperCodes } from '../../platform/keys/paper-mac.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { actorWord, type Look, type Work } from '../../platform/work.ts';
import type { ScanLinks } from './scan-links.ts';
import {
  changeAgreement,
  findAgreement,
  insertAgreement,
  listAgreementRows,
  type AgreementRow,
} from './store-agreements.ts';
import { changePages, pagesOfDocument, pagesOfTask } from './store-scans.ts';

export interface AgreementDeps {
  links: ScanLinks;
  renderer: Pick<Renderer, 'renderAgreement'>;
  keys: (cid: string) => Promise<PracticeKeys>;
  praxis: (look: Look) => Promise<DocumentPraxis>;
  /**
   * Function of the documents module: marks a scan as misfiled.
   * @returns false when it was marked before
   */
  voidScan: (
    w: Work,
    fileId: string,
    by: { voidedBy: string; voidedByName: string; voidNote: string },
  ) => Promise<boolean>;
}
const SHOWN = 200;
const nameOf = (w: Work): string => (w.actor.kind === 'user' ? w.actor.name : '');
const pointsOf = new Map(POSITIONS.map((one) => [one.number, one.points]));
/** In lists, in the place of a content that is damaged. */
const DAMAGED_SHEET: PrintedAgreement = {
  v: 1,
  praxis: { name: '', anschrift: '' },
  patient: { name: DAMAGED_TEXT, geburtsdatum: '' },
  payer: DAMAGED_TEXT,
  lines: [],
};
/** Returns the content that was stored here. @throws AppError `entry_damaged` */
const sheetOf = (row: AgreementRow): PrintedAgreement => {
  if (!row.data) throw new AppError('entry_damaged');
  return row.data;
};

async function need(s: Look | Work, id: string): Promise<AgreementRow> {
  const row = await findAgreement(s, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Checks access to an agreement before anything else: a user with access to certain patients only
 * is refused the others.
 * @throws AppError `not_found`
 */
export async function requireAgreement(context: RequestContext, id: string): Promise<void> {
  context.requirePatient((await need(context.look(), id)).patid);
}

/** Lists the agreements of a patient. @throws AppError `not_found` for an unknown patient */
export async function listAgreements(
  look: Look,
  links: ScanLinks,
  patid?: string,
): Promise<Agreement[]> {
  const person = patid === undefined ? undefined : await links.record(look, patid);
  if (patid !== undefined && !person) throw new AppError('not_found');
  const rows = await listAgreementRows(
      look,
      person && (await links.numbersOf(look, person.patid)),
      SHOWN,
    ),
    people = await links.records(
      look,
      rows.map((row) => row.patid),
    );
  return rows.map((row) => {
    const { payer, lines, patient } = row.data ?? DAMAGED_SHEET,
      living = people.get(row.patid);
    return {
      agreementId: row.id,
      patid: living?.patid ?? row.patid,
      name: living ? listName(living) : patient.name,
      geburtsdatum: living?.geburtsdatum ?? patient.geburtsdatum,
      payer,
      lines: [...lines],
      state: agreementState(row),
      riskCents: row.riskCents ?? 0,
      at: row.at,
      byName: row.byName ?? '',
      backAt: row.backAt,
      backByName: row.backByName ?? '',
      fileId: row.fileId,
      filedAt: row.filedAt,
      voidedAt: row.voidedAt,
      voidedByName: row.voidedByName ?? '',
      voidNote: row.voidNote ?? '',
    };
  });
}

/** Content as printed for this order; the names of practice and patient may have changed. */
const saysTheSame = (
  row: AgreementRow,
  patid: string,
  { payer, lines }: Pick<PrintedAgreement, 'payer' | 'lines'>,
): boolean =>
  row.patid === patid &&
  JSON.stringify([
    sheetOf(row).payer,
    sheetOf(row).lines.map((one) => [one.number, one.text, one.factor, one.cents]),
  ]) === JSON.stringify([payer, lines.map((one) => [one.number, one.text, one.factor, one.cents])]);

/**
 * Stores it, so that it can be printed and matched to its scan; repeating the same order changes
 * nothing.
 * @throws AppError `not_found` (the patient), `validation` (an unknown service, or a duplicate of
 * one that is charged once only), `conflict` (the id is taken), `pdf_failed`
 */
export async function makeAgreement(
  deps: AgreementDeps,
  context: RequestContext,
  order: NewAgreement,
): Promise<void> {
  const look = context.look(),
    person = await deps.links.record(look, order.patid);
  if (!person) throw new AppError('not_found');
  const wrong = order.lines.findIndex(
    ({ number }) => !pointsOf.has(number) || isSingleOnly(number),
  );
  if (wrong >= 0)
    throw new AppError('validation', { fields: { [`lines.${wrong}.number`]: 'unknown' } });
  const lines = order.lines.map(({ number, text, factor }) => ({
      number,
      text,
      factor,
      cents: feeCents(pointsOf.get(number)!, factor),
    })),
    { name, anschrift } = await deps.praxis(look);
  const data: PrintedAgreement = {
    v: 1,
    praxis: { name, anschrift },
    patient: { name: fullName(person), geburtsdatum: person.geburtsdatum },
    payer: order.payer,
    lines,
  };
  if (data.patient.name.includes(DAMAGED_TEXT)) throw new AppError('entry_damaged');
  const { pages } = await draw(deps, data, look.now);
  await context.write(async (w) => {
    const row = {
      id: order.id,
      patid: person.patid,
      kind: 'fee' as const,
      title: AGREEMENT_TITLE,
      pages,
      at: w.now,
      by: actorWord(w.actor),
      byName: nameOf(w),
      data,
      riskCents: agreementRisk(
        lines.map(({ number, cents }) => ({ points: pointsOf.get(number)!, cents })),
      ),
    };
    if (!(await insertAgreement(w, row))) {
      // An id of another practice is unknown here, but taken.
      const known = await findAgreement(w, order.id);
      if (!known || !saysTheSame(known, person.patid, data)) throw new AppError('conflict');
      return;
    }
    await w.audit(
      'agreement.made',
      { agreementId: order.id, services: lines.length },
      person.patid,
    );
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  });
}

async function draw(
  { renderer }: AgreementDeps,
  data: PrintedAgreement,
  createdAt: number,
  codeOf?: (page: number, of: number) => string,
): Promise<{ bytes: Uint8Array; pages: number }> {
  try {
    return await renderer.renderAgreement({ ...data, createdAt }, codeOf);
  } catch (cause) {
    throw new AppError('pdf_failed', { cause });
  }
}
/**
 * Prints the sheet with a code on each page; identical on every print.
 * @throws AppError `not_found`, `state_conflict` for an invalid one, `pdf_failed`
 */
export async function printAgreement(
  deps: AgreementDeps,
  context: RequestContext,
  id: string,
): Promise<Uint8Array> {
  const row = await need(context.look(), id);
  context.requirePatient(row.patid);
  if (row.voidedAt !== null) throw new AppError('state_conflict');
  const codes = paperCodes((await deps.keys(context.cid)).blobKey, context.cid);
  await context.write((w) =>
    w.audit(
      'document.printed',
      { agreementId: id, what: 'form', requestId: context.requestId },
      row.patid,
    ),
  );
  return (
    await draw(deps, sheetOf(row), row.at, (page, of) => codes.write({ taskId: id, page, of }))
  ).bytes;
}

/**
 * Marks the signed sheet as returned; its scan may still follow.
 * @throws AppError `not_found`, `state_conflict` where it is scanned or invalid
 */
export async function noteBack(w: Work, id: string): Promise<void> {
  const row = await need(w, id);
  if (agreementState(row) === 'back') return;
  if (!(await changeAgreement(w, id, 'unscanned', { backAt: w.now, backByName: nameOf(w) })))
    throw new AppError('state_conflict');
  await w.audit('agreement.back', { agreementId: id }, row.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** How long „liegt vor“ may be undone, with a grace period for the latency of the click, ms. */
const UNDO_BACK_MS = 12_000;
/**
 * Undoes marking a sheet as returned, within ten seconds; repeating it changes nothing.
 * @throws AppError `not_found`, `state_conflict` afterwards, or where it is scanned or invalid
 */
export async function undoBack(w: Work, id: string): Promise<void> {
  const row = await need(w, id);
  if (agreementState(row) === 'out') return;
  if (
    row.backAt === null ||
    w.now > row.backAt + UNDO_BACK_MS ||
    !(await changeAgreement(w, id, 'unscanned', { backAt: null, backByName: null }))
  )
    throw new AppError('state_conflict');
  await w.audit('agreement.out_again', { agreementId: id }, row.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Invalidates one without a scan; its scanned pages return to the tray. Repeating it changes
 * nothing.
 * @throws AppError `not_found`, `state_conflict`
 */
export async function withdrawAgreement(w: Work, id: string, note: string): Promise<void> {
  const row = await need(w, id);
  if (row.voidedAt !== null && row.fileId === null && row.voidNote === note) return;
  if (
    (await pagesOfTask(w, id, ['filing'])).length > 0 ||
    !(await changeAgreement(w, id, 'unscanned', {
      voidedAt: w.now,
      voidedByName: nameOf(w),
      voidNote: note,
    }))
  )
    throw new AppError('state_conflict');
  await changePages(
    w,
    (await pagesOfTask(w, id, ['waiting'])).map((one) => one.id),
    ['waiting'],
    { state: 'tray', hint: 'not_paper' },
  );
  await w.audit('agreement.withdrawn', { agreementId: id }, row.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/**
 * Decides about a scanned one: either its pages are wrong and it is outstanding again, or it is
 * invalid. Either way the scan leaves the patient's documents and stays in the history.
 * @throws AppError `not_found`, `state_conflict` where it has no scan or this was decided before
 */
export async function voidAgreement(
  deps: AgreementDeps,
  w: Work,
  id: string,
  { note, isScanOnly }: VoidAgreement,
): Promise<void> {
  const row = await need(w, id),
    { fileId } = row;
  if (fileId === null) throw new AppError('state_conflict');
  const set = isScanOnly
    ? { fileId: null, filedAt: null, backAt: null, backByName: null }
    : { voidedAt: w.now, voidedByName: nameOf(w), voidNote: note };
  if (!(await changeAgreement(w, id, 'scanned', set))) throw new AppError('state_conflict');
  await deps.voidScan(w, fileId, {
    voidedBy: actorWord(w.actor),
    voidedByName: nameOf(w),
    voidNote: note,
  });
  // Otherwise the next scan of the sheet would be a surplus one.
  if (isScanOnly)
    await changePages(
      w,
      (await pagesOfDocument(w, fileId)).map((one) => one.id),
      ['filed'],
      { state: 'replaced' },
    );
  await w.audit('agreement.voided', { agreementId: id, fileId, isScanOnly }, row.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}
