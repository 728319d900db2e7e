// Turns a fee agreement into a render request: numbers in German, a code on each page once the page
// count is known.
import { germanDay } from '../../../shared/base/dates.ts';
import type { PrintedAgreement } from '../../../shared/papers/agreement.ts';
import { AGREEMENT_TITLE, REIMBURSEMENT } from '../../../shared/papers/fee-agreement.ts';
import { euroText } from '../../../shared/papers/paper-risk.ts';
import type { RenderRequest } from './protocol.ts';
import type { Ask } from './report.ts';
import type { Sheets } from './sheets.ts';

/** `createdAt` in UTC ms: the only timestamp in the file. */
export type AgreementSheet = PrintedAgreement & { readonly createdAt: number };
/** `4,5-fach` */
const factorText = (factor: number): string => `${String(factor).replace('.', ',')}-fach`;

function requestOf(
  { praxis, patient, payer, lines, createdAt }: AgreementSheet,
  codes: number,
  files: Readonly<Record<string, string>>,
): Omit<RenderRequest, 'id'> {
  const date = new Date(createdAt);
  const model = {
    title: AGREEMENT_TITLE,
    praxis,
    payer,
    statement: REIMBURSEMENT,
    codes,
    patient: { name: patient.name, geburtsdatum: germanDay(patient.geburtsdatum) },
    lines: lines.map(({ number, text, factor, cents }) => ({
      number,
      text,
      factor: factorText(factor),
      amount: euroText(cents),
    })),
    date: {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    },
  };
  return {
    layout: 'agreement',
    standard: 'a-3a',
    attach: false,
    createdAt,
    files: { ...files, 'page.json': JSON.stringify(model) },
  };
}

/**
 * Renders PDF/A-3a; equal input gives equal bytes.
 * @param draw images of the codes by page, as `qr-n.svg`; absent: without codes, as when only pages
 * are counted
 * @throws PdfError
 */
export async function renderAgreement(
  ask: Ask,
  sheet: AgreementSheet,
  draw?: (of: number) => Promise<Record<string, string>>,
): Promise<Sheets> {
  let reply = await ask(requestOf(sheet, 0, {}));
  if (draw) reply = await ask(requestOf(sheet, reply.pages, await draw(reply.pages)));
  return { bytes: new Uint8Array(reply.pdf), pages: reply.pages };
}
