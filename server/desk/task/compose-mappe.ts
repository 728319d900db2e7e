// Composes a Mappe: people, texts and fields become resolved documents with their hashes;
// idempotent by id.

import { berlinDay, berlinInstant, isTime } from '../../../shared/base/dates.ts';
import { purposeOf } from '../../../shared/papers/consent.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { isConsentBlocked } from '../../../shared/desk/master-data.ts';
import type { Identification, TextScale } from '../../../shared/desk/mappe.ts';
import { standingsFor, type Standing } from '../../../shared/desk/mappe-family.ts';
import { isRepresented } from '../../../shared/desk/represented.ts';
import { folded, listName } from '../../../shared/desk/patient.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { actorWord, type Work } from '../../platform/work.ts';
import type { PraxisFacts, TaskLinks } from './links.ts';
import { markPrepared } from './mark-prepared.ts';
import { claimTablet } from './place-mappe.ts';
import { formRow, taskRow, type Chosen, type NewTask, type Place } from './new-tasks.ts';
import { findPeople, itemsOf, whoSigns } from './people.ts';
import { findMappe, insertMappe, insertTasks, sameLastName, type PatientRow } from './store.ts';

const UNDO_MS = 10_000;

export interface Composition {
  id?: string;
  patids: string[];
  items: {
    template: string;
    fields?: Record<string, string>;
    patid?: string | undefined;
    isFull?: boolean | undefined;
    /** Envelope that the signed paper replaces. */
    replaces?: string | undefined;
  }[];
  tabletId: string | null;
  language: string;
  textScale: TextScale;
  identifiedBy: Identification | null;
  signers: Standing[];
}
export interface Composed {
  mappeId: string;
  undoUntil: number;
  mayBeSameName?: { patid: string; name: string; geburtsdatum: string }[];
}

const CLOSING_TIME = '20:00';

/**
 * Returns the next closing time after `now`, Berlin; after closing it is tomorrow's. A broken
 * setting falls back to 20:00 (V8).
 */
export function closingAfter(now: number, setting: string): number {
  const closingTime = isTime(setting) ? setting : CLOSING_TIME;
  const today = berlinInstant(berlinDay(now), closingTime);
  return today > now ? today : berlinInstant(berlinDay(now + DAY_MS), closingTime);
}

/**
 * Composes a Mappe.
 * @throws AppError `not_found` (patient, tablet), `validation` with the field's path (who may sign:
 * `people.ts`), `state_conflict` (tablet busy), `conflict` when the id is used for something else
 */
export async function composeMappe(
  w: Work,
  links: TaskLinks,
  input: Composition,
): Promise<Composed> {
  const mappeId = input.id ?? w.newId();
  const before = await findMappe(w, mappeId);
  if (before) return { mappeId, undoUntil: before.undoUntil };
  const patients = await findPeople(w, input.patids);
  if (input.tabletId !== null) await claimTablet(w, links, input.tabletId, mappeId);
  const praxis = await links.praxis(w),
    day = berlinDay(w.now);
  const chosen = await Promise.all(
    itemsOf(input, patients).map((item) => choose(w, links, item, praxis, input.language)),
  );
  // A number may have been merged into another since it was read.
  const standings = input.signers.map((s) => ({
    ...s,
    ...(s.patid !== undefined && {
      patid: patients[input.patids.indexOf(s.patid)]?.patid ?? s.patid,
    }),
  }));
  const custody = whoSigns(standings, patients, chosen, day);

  const closesAt = closingAfter(w.now, praxis.closingTime),
    undoUntil = w.now + UNDO_MS;
  const made = await insertMappe(w, {
    id: mappeId,
    patids: patients.map((p) => p.patid),
    signers: standings,
    language: input.language,
    textScale: input.textScale,
    identifiedBy:
      input.identifiedBy === null || w.actor.kind !== 'user'
        ? null
        : { method: input.identifiedBy, by: w.actor.userId, byName: w.actor.name, at: w.now },
    tabletId: input.tabletId,
    createdBy: actorWord(w.actor),
    createdAt: w.now,
    undoUntil,
    closesAt,
    paperCopyWishedAt: null,
    paperCopyDoneAt: null,
    wrongPersonAt: null,
  });
  if (!made) throw new AppError('conflict');
  const tasks: NewTask[] = [];
  for (const [position, c] of chosen.entries()) {
    const place = {
      mappeId,
      position,
      praxis,
      language: input.language,
      standings,
      custody: custody.get(c.patient.patid),
      isForAnother: !c.isForAll && isRepresented(standingsFor(standings, c.patient.patid)),
    };
    tasks.push(
      'template' in c
        ? taskRow(w, links, { ...place, ...c })
        : await formRow(w, links, { ...place, ...c }),
    );
  }
  await insertTasks(w, tasks);
  await prepare(w, links, tasks);
  await w.job('close-mappen', `close:${mappeId}`, { mappeId }, closesAt);
  await auditPeople(w, input, { mappeId, patients, tasks });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  const mayBeSameName = await alikeOf(w, patients);
  return { mappeId, undoUntil, ...(mayBeSameName.length > 0 && { mayBeSameName }) };
}

/**
 * Finds the text or form of one item.
 * @throws AppError validation, birthdate_invalid
 */
async function choose(
  w: Work,
  links: TaskLinks,
  { patient, at, isForAll, ...item }: Composition['items'][number] & Place,
  praxis: PraxisFacts,
  language: string,
): Promise<Chosen> {
  const day = berlinDay(w.now),
    place = { patient, at, isForAll },
    languages = [...praxis.languages, language],
    template = await links.findTemplate(w, item.template, languages);
  if (isForAll && template?.kind !== 'notice')
    throw new AppError('validation', { fields: { [`items.${at}.patid`]: 'required' } });
  if (template && template.validFrom <= day) {
    // V6: the person who releases from secrecy must be named unambiguously, or nothing is started.
    if (
      purposeOf(template.id, template.kind) === 'factoring' &&
      isConsentBlocked(patient.geburtsdatum, day)
    )
      throw new AppError('birthdate_invalid');
    const fields = item.fields ?? {},
      formRequirement = await links.requirementFor(w, template, fields);
    return {
      ...place,
      template: { ...template, formRequirement },
      fields,
      replaces: item.replaces ?? null,
    };
  }
  const form = await links.findForm(w, item.template, languages);
  if (!form) throw new AppError('validation', { fields: { [`items.${at}.template`]: 'unknown' } });
  return { ...place, form, isFull: item.isFull === true };
}

/** Enqueues the PDFs of new tasks. */
async function prepare(w: Work, links: TaskLinks, tasks: readonly NewTask[]): Promise<void> {
  for (const task of tasks) {
    // A questionnaire needs no PDF: the form itself is shown.
    if (task.kind === 'questionnaire')
      await markPrepared(w, links, task.taskId, {
        presentedPdfSha256: task.dataSha256,
        presentedBytes: 0,
        boxes: null,
        renderer: null,
      });
    else await w.job('prepare-document', `prepare:${task.taskId}`, { taskId: task.taskId });
  }
}

/** Writes one entry for each person: each person's log lists their own documents. */
async function auditPeople(
  w: Work,
  { tabletId, identifiedBy }: Composition,
  made: { mappeId: string; patients: readonly PatientRow[]; tasks: readonly NewTask[] },
): Promise<void> {
  const { mappeId, patients, tasks } = made;
  for (const { patid } of patients) {
    const own = tasks
      .filter((t) => t.patid === patid)
      .map((t) => ({ taskId: t.taskId, template: t.template, dataSha256: t.dataSha256 }));
    await w.audit(
      'mappe.composed',
      {
        mappeId,
        tabletId,
        tasks: own,
        identifiedBy,
        ...(patients.length > 1 && { people: patients.length }),
      },
      patid,
    );
  }
}

/** Others of the same name, outside the Mappe. */
async function alikeOf(
  w: Work,
  patients: readonly PatientRow[],
): Promise<{ patid: string; name: string; geburtsdatum: string }[]> {
  const found: PatientRow[] = [];
  for (const patient of patients)
    found.push(
      ...(await sameLastName(w, patient)).filter(
        (p) => folded(p.firstName) === folded(patient.firstName),
      ),
    );
  return found
    .filter((p) => !patients.some((one) => one.patid === p.patid))
    .slice(0, 5)
    .map((p) => ({ patid: p.patid, name: listName(p), geburtsdatum: p.geburtsdatum }));
}
