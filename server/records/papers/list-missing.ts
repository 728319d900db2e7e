// Missing signatures before treatment: patients of the next days, their unsigned papers, and the
// sum at risk.

import type { FollowUp } from '../../../shared/desk/follow-up.schema.ts';
import { AGREEMENT_REASON, AGREEMENT_TEMPLATE } from '../../../shared/papers/agreement.ts';
import type { BoardTermin, BoardVisit } from '../../../shared/exchange/board.ts';
import { berlinDay, germanDay } from '../../../shared/base/dates.ts';
import {
  mayBeSignedByFinger,
  templateKey,
  type DocumentData,
  type DocumentTemplate,
} from '../../../shared/desk/document.ts';
import { euroText, riskOf } from '../../../shared/papers/paper-risk.ts';
import type { Missing, MissingPaper, MissingVisit } from '../../../shared/papers/papers.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { csvOf } from '../../platform/audit/export-audit.ts';
import type { Look } from '../../platform/work.ts';
import { unsignedOf } from './store.ts';
import { outAgreements } from './store-agreements.ts';

export interface MissingLinks {
  /**
   * Appointments of one day with the current proposals of the rules for each.
   * @param day YYYY-MM-DD
   */
  visits(look: Look, day: string): Promise<readonly BoardVisit[]>;
  textsInUse(look: Look, day: string): Promise<readonly DocumentTemplate[]>;
  /** All numbers of each of these patients, by the active one. */
  numbersOfAll(
    look: Look,
    patids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Telephone numbers by patient, the mobile one first. */
  phones(look: Look, patids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Notes and next steps about missing signatures, by number. */
  followUps(look: Look, patids: readonly string[]): Promise<ReadonlyMap<string, FollowUp>>;
}
type PaperRow = Awaited<ReturnType<typeof unsignedOf>>[number];

/** Returns the calendar days from a date on; counted by date, so that a clock change skips none. */
export function daysFrom(first: string, more: number): string[] {
  const at = Date.parse(`${first}T12:00:00Z`);
  return Array.from({ length: more + 1 }, (_, n) =>
    new Date(at + n * DAY_MS).toISOString().slice(0, 10),
  );
}

const sent = (row: PaperRow): MissingPaper => ({
  taskId: row.taskId,
  agreementId: null,
  template: row.template,
  title: row.title,
  state: row.state,
  form: row.formRequirement.form,
  reason: { ...row.formRequirement.reason },
  source: row.formRequirement.source,
  isPaper: !mayBeSignedByFinger(row.formRequirement).ok,
  ...ofData(row, JSON.parse(row.data) as DocumentData),
});
/** Paper requires a signature from everyone, including those who signed on a device before. */
const ofData = (
  { state, signed, signedAt }: PaperRow,
  { fields, signers }: DocumentData,
): Pick<MissingPaper, 'riskCents' | 'waitsFor' | 'waitsSince'> => ({
  riskCents: riskOf(fields),
  waitsFor:
    signed.length === 0 || state === 'paper'
      ? []
      : signers.filter((one) => !signed.includes(one.role)).map((one) => one.name),
  waitsSince: signed.length === 0 || state === 'paper' ? null : signedAt,
});
const proposed = (text: DocumentTemplate): MissingPaper => ({
  taskId: null,
  agreementId: null,
  template: templateKey(text),
  title: text.title.de,
  state: 'unsent',
  form: text.formRequirement.form,
  reason: { ...text.formRequirement.reason },
  source: text.formRequirement.source,
  isPaper: !mayBeSignedByFinger(text.formRequirement).ok,
  riskCents: null,
  waitsFor: [],
  waitsSince: null,
});

const agreed = (row: Awaited<ReturnType<typeof outAgreements>>[number]): MissingPaper => ({
  taskId: null,
  agreementId: row.id,
  template: AGREEMENT_TEMPLATE,
  title: row.title,
  state: 'paper',
  form: 'schriftform',
  reason: AGREEMENT_REASON,
  source: '§ 2 Abs. 2 GOZ',
  isPaper: true,
  riskCents: row.riskCents,
  waitsFor: [],
  waitsSince: null,
});

/** Joins the notes under each number of a person. */
function followUpOf(
  all: ReadonlyMap<string, FollowUp>,
  numbers: readonly string[],
): Pick<MissingVisit, 'notizen' | 'schritt'> {
  const found = [...new Set(numbers)].flatMap((one) => all.get(one) ?? []);
  return {
    notizen: found.flatMap((one) => one.notizen).toSorted((a, b) => b.am - a.am),
    schritt: found.find((one) => one.schritt !== null)?.schritt ?? null,
  };
}

/**
 * Lists missing signatures: one entry per patient, at their first appointment in these days; papers
 * only proposed by the rules are included as `unsent`. Notices and questionnaires are not signed
 * and not listed.
 * @param days number of days after today
 */
export async function listMissing(look: Look, links: MissingLinks, days: number): Promise<Missing> {
  const all = daysFrom(berlinDay(look.now), days),
    texts = new Map(
      (await links.textsInUse(look, berlinDay(look.now))).map((one) => [templateKey(one), one]),
    );
  const first = new Map<string, BoardTermin & { day: string; papers: MissingPaper[] }>();
  for (const day of all) {
    for (const { proposed: wished, isFirst: _, ...termin } of await links.visits(look, day)) {
      const known = first.get(termin.patid),
        due = wished.flatMap(({ item }) => {
          const text = texts.get(item);
          return text && text.kind !== 'notice' && text.signerRoles.length > 0
            ? [proposed(text)]
            : [];
        });
      if (!known) first.set(termin.patid, { ...termin, day, papers: due });
      else
        known.papers.push(
          ...due.filter((one) => !known.papers.some((other) => other.template === one.template)),
        );
    }
  }
  const numbers = await links.numbersOfAll(look, [...first.keys()]),
    living = new Map(
      [...numbers].flatMap(([patid, own]) => [patid, ...own].map((one) => [one, patid] as const)),
    );
  const open = new Map<string, MissingPaper[]>();
  for (const row of await unsignedOf(look, [...living.keys()])) {
    const patid = living.get(row.patid) ?? row.patid;
    open.set(patid, [...(open.get(patid) ?? []), sent(row)]);
  }
  for (const row of await outAgreements(look, [...living.keys()])) {
    const patid = living.get(row.patid) ?? row.patid;
    open.set(patid, [...(open.get(patid) ?? []), agreed(row)]);
  }
  const phones = await links.phones(look, [...first.keys()]),
    followUps = await links.followUps(look, [...living.keys()]);
  const visits = [...first.values()].flatMap((one): MissingVisit[] => {
    const papers = [...(open.get(one.patid) ?? []), ...one.papers];
    return papers.length === 0
      ? []
      : [
          {
            terminId: one.terminId,
            day: one.day,
            time: one.time,
            patid: one.patid,
            name: one.name,
            geburtsdatum: one.geburtsdatum,
            telefon: phones.get(one.patid) ?? null,
            art: one.art,
            behandler: one.behandler,
            zimmer: one.zimmer,
            papers,
            ...followUpOf(followUps, [one.patid, ...(numbers.get(one.patid) ?? [])]),
          },
        ];
  });
  const papers = visits.flatMap((one) => one.papers);
  return {
    from: all[0] ?? '',
    to: all.at(-1) ?? '',
    visits,
    riskCents: papers.reduce((sum, one) => sum + (one.riskCents ?? 0), 0),
    unknownRisk: papers.filter((one) => one.isPaper && one.riskCents === null).length,
  };
}

/**
 * Lists the questionnaires that the rules propose for today's appointments, without those that are
 * open or were answered today.
 */
export async function missingForms(
  look: Look,
  links: MissingLinks,
): Promise<{ people: number; forms: number }> {
  const today = berlinDay(look.now),
    texts = new Set((await links.textsInUse(look, today)).map(templateKey)),
    wanted = new Map<string, Set<string>>();
  for (const { patid, proposed: wished } of await links.visits(look, today))
    for (const { item } of wished)
      if (!texts.has(item)) wanted.set(patid, (wanted.get(patid) ?? new Set()).add(item));
  return {
    people: wanted.size,
    forms: [...wanted.values()].reduce((sum, one) => sum + one.size, 0),
  };
}

const HEAD = [
  'Tag',
  'Zeit',
  'Patientennummer',
  'Name',
  'Geburtsdatum',
  'Termin',
  'Behandler',
  'Papier',
  'Stand',
  'Unterschrift',
  'Grundlage',
  'Euro in Gefahr',
];
const STATE: Record<MissingPaper['state'], string> = {
  unsent: 'noch nicht gesendet',
  created: 'vorbereitet',
  assigned: 'liegt auf dem Tablet',
  started: 'wird gelesen',
  interrupted: 'unterbrochen',
  talk_pending: 'Gespräch steht aus',
  question: 'Frage des Patienten',
  part_signed: 'wartet auf weitere Unterschriften',
  paper: 'auf Papier, noch nicht zurück',
  needs_attention: 'Praxis muss prüfen',
  submitted: 'unterschrieben',
  sealed: 'unterschrieben',
  filed: 'abgelegt',
  declined: 'abgelehnt',
  cancelled: 'abgebrochen',
  expired: 'abgelaufen',
};
/**
 * Formats the list as a spreadsheet file: one line per paper, German labels, no cell runs as a
 * formula (B42).
 */
export function missingCsv({ visits }: Missing): string {
  return csvOf([
    HEAD,
    ...visits.flatMap((v) =>
      v.papers.map((p) => [
        germanDay(v.day),
        v.time,
        v.patid,
        v.name,
        germanDay(v.geburtsdatum),
        v.art,
        v.behandler,
        p.title,
        STATE[p.state],
        p.isPaper ? 'von Hand auf Papier' : 'auf dem Tablet',
        p.source,
        p.riskCents === null ? '' : euroText(p.riskCents).replace(' €', ''),
      ]),
    ),
  ]);
}
