// Exports everything about one person into one ZIP: an overview, the documents, answers on paper
// and as FHIR, data as JSON, who has seen the record (Art. 15 and 20 GDPR). May run twice; the ZIP
// is stored like every file and deleted after some days.

import { berlinDay, germanDay, germanMoment } from '../../../../shared/base/dates.ts';
import { DAMAGED_TEXT } from '../../../../shared/base/damaged-text.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { BundleInput } from './fhir-bundle.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { EXPORT_DAYS, EXPORT_LIMIT } from '../../../../shared/records/retention.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { forgetBlob, recordBlob } from '../../../platform/blobs/store.ts';
import { brokenCells } from '../../../platform/db/cells/cells.ts';
import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Job } from '../../../platform/jobs/store.ts';
import { actorWord, type Look, type Work } from '../../../platform/work.ts';
import type { KeptPerson } from '../due.ts';
import { keptPeople } from '../due.ts';
import { exportBundle, type NamedFile } from './export-fhir.ts';
import {
  answersOfAll,
  countingEnvelopes,
  documentsOf,
  filedTasks,
  personOf,
  rowsOf,
} from './store-export.ts';
import type { RetentionDeps } from '../links.ts';
import { changeExport, exportsOf, findExport, insertExport, overdueExports } from '../store.ts';
import { zipOf, type ZipFile } from './zip.ts';

/**
 * Requests an export; idempotent by id.
 * @throws AppError not_found; conflict when the id belongs to another; state_conflict while an
 * export of the same person is running
 */
export async function askExport(
  w: Work,
  id: string,
  one: Pick<KeptPerson, 'patid' | 'patids'> | undefined,
): Promise<void> {
  if (!one) throw new AppError('not_found');
  const before = await findExport(w, id);
  if (before) {
    if (before.patid !== one.patid) throw new AppError('conflict');
    return;
  }
  if ((await exportsOf(w, one.patids, 20)).some((row) => row.state === 'waiting'))
    throw new AppError('state_conflict');
  if (
    !(await insertExport(w, {
      id,
      patid: one.patid,
      state: 'waiting',
      sha256: null,
      size: null,
      askedBy: actorWord(w.actor),
      askedByName: w.actor.kind === 'user' ? w.actor.name : '',
      askedAt: w.now,
      expiresAt: null,
      takenAt: null,
      done: 0,
      total: null,
    }))
  )
    throw new AppError('conflict');
  await w.job('person-export', `person-export:${id}`, { exportId: id });
  await w.audit('person.export.asked', { exportId: id }, one.patid);
}

/** Being created by this process: a second worker waits. */
const making = new Set<string>();
export async function exportPerson(deps: RetentionDeps, job: Job): Promise<void> {
  const { cid } = job,
    actor = { kind: 'system', cid } as const,
    id = String(job.payload.exportId),
    look = deps.workshop.look(cid, actor),
    row = await findExport(look, id);
  if (row?.state !== 'waiting') return;
  if (making.has(id)) throw new AppError('unavailable');
  making.add(id);
  try {
    const one = (await keptPeople(look)).find((person) => person.patids.includes(row.patid));
    if (!one) {
      await deps.workshop.write(cid, actor, async (w) => {
        await changeExport(w, id, ['waiting'], { state: 'failed' });
      });
      return;
    }
    const zip = await zipOf(
      await filesOf(deps, look, one, (done, total) =>
        deps.workshop.write(cid, actor, async (w) => {
          await changeExport(w, id, ['waiting'], { done, total });
        }),
      ),
    );
    const blob = await deps.exports.put(cid, zip);
    await deps.workshop.write(cid, actor, async (w) => {
      if (
        !(await changeExport(w, id, ['waiting'], {
          state: 'ready',
          sha256: blob.sha256,
          size: blob.size,
          expiresAt: w.now + EXPORT_DAYS * DAY_MS,
        }))
      )
        return;
      await recordBlob(w, { ...blob, mime: 'application/zip' });
      await w.audit('person.export.made', { exportId: id }, one.patid);
    });
  } finally {
    making.delete(id);
  }
}
/** Marks the export as failed; called once when the job gave up. */
export const giveUpPersonExport =
  (deps: Pick<RetentionDeps, 'workshop'>) =>
  (job: Job): Promise<void> =>
    deps.workshop.write(job.cid, { kind: 'system', cid: job.cid }, async (w) => {
      await changeExport(w, String(job.payload.exportId), ['waiting'], { state: 'failed' });
    });

/** A file name valid on any system that describes the content. */
const word = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'Dokument';
type Answers = Row<Schema['answers']>;
interface Line {
  what: string;
  at: number;
  file: string;
}

async function filesOf(
  deps: RetentionDeps,
  look: Look,
  one: KeptPerson,
  progress: (done: number, total: number) => Promise<unknown>,
): Promise<ZipFile[]> {
  const { cid, now } = look,
    { patids } = one,
    files: ZipFile[] = [],
    lines: Line[] = [],
    named: NamedFile[] = [];
  const documents = await documentsOf(look, patids),
    answers = await answersOfAll(look, patids),
    total = documents.length + answers.length + 3;
  let done = 0,
    size = 0;
  const add = async (name: string, bytes: Uint8Array, at: number): Promise<string> => {
    size += bytes.length;
    if (size > EXPORT_LIMIT) throw new AppError('too_large');
    let unique = name;
    for (let n = 2; files.some((file) => file.name === unique); n++)
      unique = name.replace(/(\.\w+)$/, `-${n}$1`);
    files.push({ name: unique, bytes, at });
    done++;
    await progress(done, total);
    return unique;
  };
  for (const doc of [...documents].sort((a, b) => a.at - b.at)) {
    const file = await add(
      `dokumente/${berlinDay(doc.at)}-${word(doc.title)}.${doc.mime === 'application/pdf' ? 'pdf' : 'webp'}`,
      await deps.exports.file(cid, doc.sha256),
      doc.at,
    );
    lines.push({ what: doc.title, at: doc.at, file });
    named.push({
      id: doc.fileId,
      name: file,
      title: doc.title,
      at: doc.at,
      mime: doc.mime,
      size: files.at(-1)!.bytes.length,
    });
  }
  const forms = new Map<string, Questionnaire | null>();
  for (const row of [...answers].sort((a, b) => a.answeredAt - b.answeredAt)) {
    if (brokenCells(row).length > 0) {
      lines.push({ what: `${row.title} ${DAMAGED_TEXT}`, at: row.answeredAt, file: '' });
      continue;
    }
    const { bytes, questionnaire } = await deps.exports.answers(look, row.id),
      file = await add(
        `antworten/${berlinDay(row.answeredAt)}-${word(row.title)}.pdf`,
        bytes,
        row.answeredAt,
      );
    forms.set(row.id, questionnaire);
    lines.push({ what: row.title, at: row.answeredAt, file });
  }
  const bundle = await bundleOf(deps, look, one, answers, forms, named);
  await add('daten/fhir.json', json(bundle), now);
  await add('daten/daten.json', json(await rowsOf(look, patids)), now);
  await add('zugriffe.pdf', await deps.exports.accesses(look, one.patid), now);
  files.unshift({ name: 'uebersicht.pdf', bytes: await overview(deps, look, one, lines), at: now });
  return files;
}
const json = (value: unknown): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`);

const signersOf = (envelope: Row<Schema['envelope']> | undefined): BundleInput['signers'] =>
  envelope === undefined || brokenCells(envelope).includes('signers')
    ? []
    : (envelope.signers as BundleInput['signers']);
/** What a paper says today: withdrawn and void papers are not passed on as valid ones. */
async function standingIn(
  { exports }: RetentionDeps,
  look: Look,
  taskId: string | null,
): Promise<Pick<BundleInput, 'consent'>> {
  const consent = taskId === null ? undefined : await exports.standing(look, taskId);
  return consent ? { consent } : {};
}
async function bundleOf(
  deps: RetentionDeps,
  look: Look,
  one: KeptPerson,
  answers: readonly Answers[],
  forms: ReadonlyMap<string, Questionnaire | null>,
  named: readonly NamedFile[],
): Promise<object> {
  const person = await personOf(look, one.patid),
    praxis = await deps.praxis(look);
  if (!person) throw new AppError('not_found');
  const tasks = await filedTasks(look, one.patids),
    envelopes = new Map(
      (
        await countingEnvelopes(
          look,
          tasks.map((row) => row.taskId),
        )
      ).map((row) => [row.taskId, row]),
    ),
    shas = new Map((await documentsOf(look, one.patids)).map((row) => [row.taskId, row.sha256]));
  const base = { praxis, person, pdf: null };
  const consents: BundleInput[] = [],
    said: BundleInput[] = [];
  for (const task of tasks) {
    if (task.kind !== 'document' || brokenCells(task).length > 0) continue;
    const envelope = envelopes.get(task.taskId);
    consents.push({
      ...base,
      ...(await standingIn(deps, look, task.taskId)),
      task,
      at: task.filedAt ?? task.stateAt,
      pdfSha256: shas.get(task.taskId) ?? null,
      answers: undefined,
      signers: signersOf(envelope),
      signedAt: envelope?.signedAt ?? null,
    });
  }
  for (const row of answers) {
    if (brokenCells(row).length > 0) continue;
    said.push({
      ...base,
      ...(await standingIn(deps, look, row.taskId)),
      task: {
        taskId: row.taskId ?? row.id,
        kind: 'questionnaire',
        template: row.form,
        title: row.title,
        data: '',
        filedBy: null,
      },
      at: row.receivedAt,
      pdfSha256: null,
      answers: {
        questionnaire: forms.get(row.id) ?? null,
        response: row.response,
        answersId: row.id,
        answeredAt: row.answeredAt,
      },
      signers: [],
      signedAt: null,
    });
  }
  const bare: BundleInput = {
    ...base,
    task: {
      taskId: look.cid.padEnd(32, '0'),
      kind: 'notice',
      template: '',
      title: '',
      data: '',
      filedBy: null,
    },
    at: look.now,
    pdfSha256: null,
    answers: undefined,
    signers: [],
    signedAt: null,
  };
  return exportBundle([...consents, ...said], bare, named, look.now);
}

const WORDS = [
  'Diese Datei enthält, was unsere Praxis in Molar über Sie gespeichert hat. Sie bekommen sie, weil Sie um Auskunft oder um Ihre Daten gebeten haben (Art. 15 und 20 DSGVO).',
  'Im Ordner „dokumente“ liegen Ihre Dokumente, wie sie bei uns abgelegt sind; im Ordner „antworten“ Ihre Antworten auf Fragebögen. „zugriffe.pdf“ nennt, wer Ihre Daten gesehen hat. Der Ordner „daten“ ist für Programme: „fhir.json“ nach dem Standard FHIR R4, „daten.json“ mit allen übrigen Einträgen.',
  'Wir verarbeiten diese Daten, um Sie zu behandeln und abzurechnen, und müssen sie dokumentieren (§ 630f BGB). Sie kommen von Ihnen selbst, aus der Behandlung und aus der Praxissoftware. Behandlungsdaten bewahren wir zehn Jahre auf, Röntgenbilder von Minderjährigen mindestens bis zum 28. Geburtstag. An wen wir etwas weitergeben, sagt Ihnen unsere Datenschutzinformation.',
  'Sie können Berichtigung, Löschung, Einschränkung und Widerspruch verlangen und sich bei der Datenschutz-Aufsichtsbehörde Ihres Bundeslandes beschweren. Was außerhalb von Molar liegt, etwa Papier oder Röntgenbilder in anderen Programmen, ist hier nicht enthalten; fragen Sie uns bitte danach.',
];
async function overview(
  deps: RetentionDeps,
  look: Look,
  one: KeptPerson,
  lines: readonly Line[],
): Promise<Uint8Array> {
  try {
    return await deps.renderer.renderReport({
      title: 'Auskunft über Ihre Daten',
      praxis: await deps.praxis(look),
      createdAt: look.now,
      words: WORDS,
      empty: 'Es sind keine Dokumente und keine Antworten gespeichert.',
      facts: [
        { label: 'Patientin oder Patient', value: one.name, wide: true },
        { label: 'geboren am', value: germanDay(one.facts.geburtsdatum) },
        { label: 'Patientennummer', value: one.patids.join(', ') },
        { label: 'Stand', value: germanMoment(look.now) },
      ],
      columns: [{ name: 'Vom' }, { name: 'Was', wide: true }, { name: 'Datei', wide: true }],
      rows: lines.map((line) => [germanDay(berlinDay(line.at)), line.what, line.file]),
    });
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('pdf_failed', { cause });
  }
}

/**
 * Records the download, and returns the file.
 * @throws AppError not_found for an export that is not ready, or expired
 */
export async function takeExport(
  deps: RetentionDeps,
  look: Look,
  id: string,
  write: (work: (w: Work) => Promise<void>) => Promise<void>,
): Promise<Uint8Array> {
  const row = await findExport(look, id);
  if (row?.state !== 'ready' || row.sha256 === null || (row.expiresAt ?? 0) <= look.now)
    throw new AppError('not_found');
  await write(async (w) => {
    await changeExport(w, id, ['ready'], { takenAt: w.now });
    await w.audit('person.export.taken', { exportId: id }, row.patid);
  });
  return deps.exports.file(look.cid, row.sha256);
}

/** Deletes expired exports: first the row, then the file. */
export async function forgetExports(
  deps: Pick<RetentionDeps, 'workshop' | 'blobs'>,
  cid: string,
): Promise<void> {
  const actor = { kind: 'system', cid } as const;
  for (const row of await overdueExports(deps.workshop.look(cid, actor))) {
    const { sha256 } = row,
      orphan = await deps.workshop.write(cid, actor, async (w) => {
        if (!(await changeExport(w, row.id, ['ready'], { state: 'over', sha256: null })))
          return false;
        return sha256 !== null && forgetBlob(w, sha256);
      });
    if (orphan && sha256 !== null) await deps.blobs.remove(cid, sha256);
  }
}
