// Fee agreements on paper (§ 2 GOZ): made for one person, printed with a code, back by hand or by scan, taken back with a reason.

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
  /** Verb of server/records/documents: a scan does not belong where it lies. @returns false when that was said before */
  voidScan: (
    w: Work,
    fileId: string,
    by: { voidedBy: string; voidedByName: string; voidNote: string },
  ) => Promise<boolean>;
}
const SHOWN = 200;
const nameOf = (w: Work): string => (w.actor.kind === 'user' ? w.actor.name : '');
const pointsOf = new Map(POSITIONS.map((one) => [one.number, one.points]));
/** What is stored is what was made here. */
const sheetOf = (row: AgreementRow): PrintedAgreement => {
  if (!row.data) throw new Error('a printed agreement says nothing');
  return row.data;
};

async function need(s: Look | Work, id: string): Promise<AgreementRow> {
  const row = await findAgreement(s, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Before anything is done with one: whoever was let in for a few people only is refused the others. @throws AppError `not_found` */
export async function requireAgreement(context: RequestContext, id: string): Promise<void> {
  context.requirePatient((await need(context.look(), id)).patid);
}

/** @throws AppError `not_found` for a person that there is not */
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
    const { payer, lines, patient } = sheetOf(row),
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

/** What stands on it in the words of this order; the practice and the person may be called otherwise by now. */
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
 * Keeps it, so that it can be printed and its scan finds it; the same order once more changes nothing.
 * @throws AppError `not_found` (the person), `validation` (a service that there is not, or that is charged once only), `conflict` (the id is another one's), `pdf_failed`
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
      // The id of another practice's is as unknown as taken.
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
/** The sheet with a code on each page; the same one whenever it is printed. @throws AppError `not_found`, `state_conflict` for one that does not count, `pdf_failed` */
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

/** Somebody has the signed sheet before them; its scan may still come. @throws AppError `not_found`, `state_conflict` where it is scanned or does not count */
export async function noteBack(w: Work, id: string): Promise<void> {
  const row = await need(w, id);
  if (agreementState(row) === 'back') return;
  if (!(await changeAgreement(w, id, 'unscanned', { backAt: w.now, backByName: nameOf(w) })))
    throw new AppError('state_conflict');
  await w.audit('agreement.back', { agreementId: id }, row.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** One without a scan is not to count; pages of it that came in go back into the tray. The same once more changes nothing. @throws AppError `not_found`, `state_conflict` */
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
 * A scanned one: its pages do not belong to it and it is out again, or it does not count. Either way the scan leaves the person's documents and stays in the history.
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
  // Else the next scan of the sheet would be one too many.
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
