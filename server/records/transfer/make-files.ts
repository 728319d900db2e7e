// Creates the export files of a filed task: the files of one target, in memory, with portable
// names.

import { fhirBundle } from '../retention/export/fhir-bundle.ts';
import { berlinDay, berlinTime, germanMoment } from '../../../shared/base/dates.ts';
import type { DoctosyncSettings, ExportTarget } from '../../../shared/records/transfer.ts';
import { asWritten } from '../../../shared/records/gdt-bytes.ts';
import { answerRecord, CHARSET_OF } from '../../../shared/records/gdt-records.ts';
import { writeGdt } from '../../../shared/records/gdt.ts';
import type { Look } from '../../platform/work.ts';
import type { AnswersPaper, DoctosyncLinks, Person } from './links.ts';
import { ExportFailed, type PutFile } from './put-files.ts';
import { documentOf, envelopeOf, taskOf, type TaskRow } from './store.ts';
import { INDEX_HEAD } from './consider-file.ts';

/** All data of a filed task. */
export interface Paper {
  task: TaskRow;
  person: Person;
  at: number;
  pdf: Uint8Array | null;
  pdfSha256: string | null;
  answers: AnswersPaper | undefined;
  signers: readonly { name: string; role: string }[];
  signedAt: number | null;
}

/** Reads the paper of an export. @throws ExportFailed no_person, no_document, pdf_failed */
export async function readPaper(look: Look, links: DoctosyncLinks, taskId: string): Promise<Paper> {
  const task = await taskOf(look, taskId);
  if (task?.state !== 'filed') throw new ExportFailed('no_document');
  const person = await links.person(look, task.patid);
  if (!person) throw new ExportFailed('no_person');
  const document = await documentOf(look, taskId),
    envelope = await envelopeOf(look, taskId),
    answers = await links.answers(look, taskId).catch((cause: unknown) => {
      throw new ExportFailed('pdf_failed', { cause });
    });
  const pdf = document
    ? await links.file(look.cid, document.sha256).catch((cause: unknown) => {
        throw new ExportFailed('no_document', { cause });
      })
    : (answers?.bytes ?? null);
  return {
    task,
    person,
    at: task.filedAt ?? task.stateAt,
    pdf,
    pdfSha256: document?.sha256 ?? null,
    answers,
    signers: (envelope?.signers ?? []) as Paper['signers'],
    signedAt: envelope?.signedAt ?? null,
  };
}

/** Letters, digits and `-` only, at most 40: valid on any system, and never a path. */
const word = (text: string): string =>
  asWritten(text, '7bit')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'Papier';
/**
 * `4711_20261120_Anamnese_1f2e3d4c5b6a`: the suffix is unique to the task, so that two papers of a
 * day have different names.
 */
const stemOf = ({
  task,
  person,
  at,
}: Pick<Paper, 'person' | 'at'> & { task: Pick<TaskRow, 'taskId' | 'title'> }): string =>
  `${word(person.patid)}_${berlinDay(at).replaceAll('-', '')}_${word(task.title)}_${task.taskId.replaceAll('-', '').slice(-12)}`;
/**
 * Returns the prefix of numbered files (2.1): four characters of the receiver, four of the sender.
 */
export const countedStem = ({ pvsId, ownId }: Pick<DoctosyncSettings, 'pvsId' | 'ownId'>): string =>
  [pvsId || 'PVS', ownId].map((id) => id.toUpperCase().slice(0, 4).padEnd(4, '_')).join('');

function commentOf({ task, at, pdf, signers, signedAt }: Paper): string {
  if (task.filedBy !== null)
    return `${task.title}: von Hand unterschrieben, das Papier liegt in der Praxis (${germanMoment(at)})`;
  if (signedAt !== null)
    return `${task.title}, unterschrieben am ${germanMoment(signedAt)}${signers.length > 0 ? ` von ${signers.map((one) => one.name).join(', ')}` : ''}`;
  return task.kind === 'notice'
    ? `${task.title}, gelesen am ${germanMoment(at)}`
    : `${task.title}, ${pdf === null ? 'abgelegt' : 'ausgefüllt'} am ${germanMoment(at)}`;
}

/** The path as the practice software sees it, with its own path separator. */
function pathForPvs({ pathForPvs: seen, outFolder }: DoctosyncSettings, name: string): string {
  const base = seen === '' ? (outFolder ?? '') : seen,
    slash = base.includes('\\') || /^[A-Za-z]:/.test(base) ? '\\' : '/';
  return base.endsWith(slash) ? base + name : base + slash + name;
}

function gdtFiles(settings: DoctosyncSettings, paper: Paper): PutFile[] {
  const { task, person, at, pdf } = paper,
    stem = stemOf(paper),
    pdfName = `${stem}.pdf`;
  const record = answerRecord({
    pvsId: settings.pvsId,
    ownId: settings.ownId,
    charset: settings.charset,
    testId: settings.testId,
    patient: {
      patid: person.patid,
      lastName: person.lastName,
      firstName: person.firstName,
      geburtsdatum: person.geburtsdatum,
    },
    day: berlinDay(at),
    time: `${berlinTime(at)}:00`,
    findings: paper.answers?.findings ?? [],
    comment: commentOf(paper),
    file:
      pdf === null
        ? null
        : {
            archiveId: task.taskId.replaceAll('-', '').slice(-6).toUpperCase(),
            content: task.title,
            path: pathForPvs(settings, pdfName),
          },
  });
  // The referenced file must exist before the record that refers to it.
  return [
    ...(pdf === null ? [] : [{ name: pdfName, bytes: pdf }]),
    {
      name: settings.gdtNames === 'counted' ? '' : `${stem}.gdt`,
      bytes: writeGdt(record, CHARSET_OF[settings.charset]),
    },
  ];
}

const cell = (text: string): string =>
  /[";\r\n]/.test(text) || /^[=+\-@\t]/.test(text)
    ? `"${/^[=+\-@\t]/.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`
    : text;
async function pdfFiles(paper: Paper): Promise<PutFile[]> {
  const { person, task, at, pdf } = paper,
    name = `${stemOf(paper)}.pdf`;
  if (pdf === null) return [];
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(pdf))).toString(
    'hex',
  );
  const row = [
    person.patid,
    person.lastName,
    person.firstName,
    person.geburtsdatum,
    task.title,
    new Date(at).toISOString(),
    name,
    sha256,
  ]
    .map(cell)
    .join(';');
  return [
    { name, bytes: pdf },
    {
      name: `${stemOf(paper)}.csv`,
      bytes: new TextEncoder().encode(`\ufeff${INDEX_HEAD}\r\n${row}\r\n`),
    },
  ];
}

/**
 * Returns the files of one target, in the order in which they are put; none where there is nothing
 * of this kind.
 */
export async function makeFiles(
  look: Look,
  links: DoctosyncLinks,
  settings: DoctosyncSettings,
  target: ExportTarget,
  paper: Paper,
): Promise<PutFile[]> {
  if (target === 'gdt') return gdtFiles(settings, paper);
  if (target === 'pdf') return pdfFiles(paper);
  const bundle = fhirBundle({
    praxis: await links.praxis(look),
    task: paper.task,
    person: paper.person,
    at: paper.at,
    pdf: paper.pdf,
    pdfSha256: paper.pdfSha256,
    answers: paper.answers,
    signers: paper.signers,
    signedAt: paper.signedAt,
  });
  return [
    {
      name: `${stemOf(paper)}.json`,
      bytes: new TextEncoder().encode(`${JSON.stringify(bundle, null, 1)}\n`),
    },
  ];
}
