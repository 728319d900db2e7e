// Letters and mails to the patients of a work list, by the practice's templates; recipients who may
// not or cannot be contacted are reported, never silently omitted.

import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type {
  OMISSION_REASONS,
  writeLettersSchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { hkpEnd } from '../../../shared/analytics/reports/worklist.ts';
import { berlinDay, germanDay } from '../../../shared/base/dates.ts';
import { fullName } from '../../../shared/desk/patient.ts';
import type { Letters } from '../../paper/pdf/letters.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { HkpLinks } from './links.ts';
import { peopleOf, plansById, recallsById, type PersonRow } from './store-plans.ts';
import { isParDue, uptEndOf } from '../../../shared/analytics/reports/par-list.ts';
import { addNote } from './store.ts';

type Order = z.output<typeof writeLettersSchema>;
export interface LeftOut {
  target: string;
  warum: (typeof OMISSION_REASONS)[number];
}
interface Reached {
  target: string;
  patid: string;
  person: PersonRow;
  tag: string;
}

/** Patient of each line, and the day that a letter may name. */
async function linesOf(
  look: Look,
  links: HkpLinks,
  { kind, targets }: Order,
): Promise<Map<string, { patid: string | null; tag: string | null }>> {
  if (kind === 'hkp')
    return new Map(
      [...(await plansById(look, targets))].map(([id, row]) => [
        id,
        { patid: row.patid, tag: hkpEnd(row) },
      ]),
    );
  if (kind === 'recall')
    return new Map(
      [...(await recallsById(look, targets))].map(([id, row]) => [
        id,
        { patid: row.patid, tag: row.faelligAm },
      ]),
    );
  const today = berlinDay(look.now);
  return new Map(
    (await links.parfaelle(look)).map((parCase) => [
      parCase.id,
      { patid: parCase.patid, tag: isParDue(parCase, today)?.tag ?? uptEndOf(parCase) },
    ]),
  );
}
/** Returns the lines covered by an order, and the omitted ones with their reason. */
export async function reach(
  look: Look,
  links: HkpLinks,
  order: Order,
): Promise<{ reached: Reached[]; leftOut: LeftOut[] }> {
  const { kind, targets, weg: walk } = order,
    known = await linesOf(look, links, order),
    rows = targets.map((target) => ({ target, row: known.get(target) }));
  const people = await peopleOf(
      look,
      rows.flatMap(({ row }) => row?.patid ?? []),
    ),
    reached: Reached[] = [],
    leftOut: LeftOut[] = [];
  for (const { target, row } of rows) {
    const person =
      row?.patid === null || row?.patid === undefined ? undefined : people.get(row.patid);
    if (!row || !person) {
      leftOut.push({ target, warum: 'nicht_gefunden' });
      continue;
    }
    // A plan, and a case in progress, belong to a treatment and may be written about; a reminder,
    // and any mail, requires the patient's consent.
    const allowed =
      kind !== 'recall' && walk === 'brief'
        ? { may: true, ways: null }
        : await links.mayRecall(look, person.id);
    if (!allowed.may || (allowed.ways !== null && !allowed.ways.includes(walk)))
      leftOut.push({ target, warum: 'kein_einverstaendnis' });
    else if (walk === 'brief' && (person.strasse === null || person.ort === null))
      leftOut.push({ target, warum: 'keine_adresse' });
    else if (walk === 'email' && person.email === null)
      leftOut.push({ target, warum: 'keine_email' });
    else reached.push({ target, patid: person.id, person, tag: row.tag ?? '' });
  }
  return { reached, leftOut };
}

/** Returns each patient once, whatever the number of their lines. */
export const onePerPerson = (reached: readonly Reached[]): Reached[] =>
  [...new Map(reached.toReversed().map((one) => [one.patid, one])).values()].toReversed();

/** The template filled for one patient; an unknown placeholder in braces is left unchanged. */
function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (all, word: string) => words[word] ?? all);
}
const nameOf = (person: PersonRow): string =>
  fullName({
    firstName: person.vorname ?? '',
    lastName: person.nachname ?? '',
    ...(person.titel !== null && { title: person.titel }),
  });
const wordsFor = (
  one: Reached,
  praxis: { name: string; telefon: string },
): Record<string, string> => ({
  name: nameOf(one.person),
  datum: one.tag === '' ? '' : germanDay(one.tag),
  praxis: praxis.name,
  telefon: praxis.telefon,
});

/** Id of a letter in the patient's documents: derived from order and patient. */
function letterId(order: string, patid: string): string {
  const hex = createHash('sha256').update(`letter ${order} ${patid}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Renders letters as one PDF, and each of them separately (`each`) for the patient's documents. The
 * recipients are noted on the line, under an id derived from the order, so that a reprint adds no
 * second note.
 * @returns null where no recipient is left
 */
export async function printLetters(
  look: Look,
  links: HkpLinks,
  order: Order,
): Promise<{
  pdf: Uint8Array | null;
  reached: Reached[];
  leftOut: LeftOut[];
  each: { fileId: string; patid: string; render: () => Promise<Uint8Array> }[];
}> {
  const { reached, leftOut } = await reach(look, links, order),
    praxis = await links.praxis(look);
  if (reached.length === 0) return { pdf: null, reached, leftOut, each: [] };
  const people = onePerPerson(reached),
    letters: Letters = {
      praxis,
      subject: order.betreff,
      createdAt: look.now,
      letters: people.map((one) => {
        const words = wordsFor(one, praxis),
          { strasse, plz, ort: placeOf } = one.person;
        return {
          address: [
            nameOf(one.person),
            strasse ?? '',
            `${plz ?? ''} ${placeOf ?? ''}`.trim(),
          ].filter((line) => line !== ''),
          greeting: `Guten Tag ${nameOf(one.person)},`,
          paragraphs: filled(order.text, words)
            .split(/\n\s*\n/)
            .map((part) => part.trim())
            .filter((part) => part !== ''),
        };
      }),
    };
  const each = people.map(({ patid }, at) => ({
    fileId: letterId(order.id, patid),
    patid,
    render: () => links.renderer.renderLetters({ ...letters, letters: [letters.letters[at]!] }),
  }));
  return { pdf: await links.renderer.renderLetters(letters), reached, leftOut, each };
}

/**
 * Mails, each queued with its note in one transaction; a repeated order id sends none twice. A mail
 * contains neither name nor record number.
 */
export async function sendMails(
  w: Work,
  links: HkpLinks,
  order: Order,
  reached: readonly Reached[],
  praxis: { name: string; telefon: string },
): Promise<void> {
  for (const one of onePerPerson(reached)) {
    const words = { ...wordsFor(one, praxis), name: '' };
    await links.mail(w, {
      key: `letter:${order.id}:${one.patid}`,
      to: one.person.email ?? '',
      template: 'letter',
      language: 'de',
      data: { betreff: filled(order.betreff, words), text: filled(order.text, words) },
    });
  }
}

/**
 * Notes on each line that its patient was contacted, once per order.
 * @param filed patients whose letter was filed
 */
export async function noteWritten(
  w: Work,
  order: Order,
  reached: readonly Reached[],
  by: string,
  filed: ReadonlySet<string> = new Set(),
): Promise<void> {
  const day = germanDay(berlinDay(w.now));
  for (const one of reached) {
    await addNote(w, {
      id: `${order.id}:${one.target}`,
      kind: order.kind,
      target: one.target,
      text: `${order.weg === 'brief' ? 'Brief' : 'E-Mail'} vom ${day}${filed.has(one.patid) ? ' (liegt in den Dokumenten)' : ''}: ${order.betreff}`,
      by,
    });
    await w.audit(
      'letter.written',
      { order: order.id, kind: order.kind, way: order.weg },
      one.patid,
    );
  }
}
