// Creates the export files of a filed task: the files of one target, in memory, with portable
// names.

import type { DocumentData } from '../../../shared/desk/document.ts';
import { purposeOf, type Purpose, type VoidReason } from '../../../shared/papers/consent.ts';
import type { Evidence } from '../../paper/seal/evidence-file.ts';
import {
  fhirBundle,
  type BundleInput,
  type ConsentStanding,
} from '../retention/export/fhir-bundle.ts';
import { basisOf } from '../texts/text-library.ts';
import { changeOf, type PaperChange } from './paper-change.ts';
import { berlinDay, berlinTime, germanMoment } from '../../../shared/base/dates.ts';
import type { DoctosyncSettings, ExportTarget } from '../../../shared/records/transfer.ts';
import { asWritten } from '../../../shared/records/gdt-bytes.ts';
import { answerRecord, CHARSET_OF } from '../../../shared/records/gdt-records.ts';
import { writeGdt } from '../../../shared/records/gdt.ts';
import type { Look } from '../../platform/work.ts';
import type { AnswersPaper, DoctosyncLinks, Person } from './links.ts';
import { ExportFailed, type PutFile } from './put-files.ts';
import { documentOf, envelopeOf, fileOf, taskOf, type TaskRow } from './store.ts';
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
  purpose: Purpose;
  /** Declarations of the paper and whether they were agreed to; empty if only the paper tells. */
  declarations: readonly { id: string; text: string; isAgreed: boolean }[];
  change: PaperChange | null;
  /** The sealed receipt of a withdrawal. */
  receipt: Uint8Array | null;
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
  const change = await changeOf(look, taskId);
  return {
    change,
    receipt: await receiptOf(look, links, change),
    ...(await agreementOf(look, task, envelope?.evidence)),
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

async function receiptOf(
  look: Look,
  links: DoctosyncLinks,
  change: PaperChange | null,
): Promise<Uint8Array | null> {
  if (change === null || change.kind === 'voided') return null;
  const file = await fileOf(look, change.fileId);
  if (!file) throw new ExportFailed('no_document');
  return links.file(look.cid, file.sha256).catch((cause: unknown) => {
    throw new ExportFailed('no_document', { cause });
  });
}

/** Reads what a paper is for, and the answers to its declarations. */
async function agreementOf(
  look: Look,
  task: TaskRow,
  evidence: unknown,
): Promise<Pick<Paper, 'purpose' | 'declarations'>> {
  if (task.kind === 'questionnaire') return { purpose: 'other', declarations: [] };
  const { template, declarations = [] } = JSON.parse(task.data) as Partial<DocumentData>;
  if (template === undefined) return { purpose: 'treatment', declarations: [] };
  const basis = (await basisOf(look)).get(template.id);
  const sealed = (evidence as Evidence | null | undefined)?.declarations;
  return {
    purpose: purposeOf(template.id, template.kind, basis),
    declarations:
      sealed?.flatMap(({ id, value }) => {
        const text = declarations.find((one) => one.id === id)?.text.de;
        return text === undefined ? [] : [{ id, text, isAgreed: value }];
      }) ?? [],
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
export const stemOf = ({
  task,
  person,
  at,
  change,
}: Pick<Paper, 'person' | 'at' | 'change'> & {
  task: Pick<TaskRow, 'taskId' | 'title'>;
}): string => {
  const own = `${word(person.patid)}_${berlinDay(at).replaceAll('-', '')}_${word(task.title)}_${task.taskId.replaceAll('-', '').slice(-12)}`;
  if (change === null) return own;
  // Each partial withdrawal has files of its own.
  const tail = change.kind === 'partly_withdrawn' ? `_${change.id.slice(-6)}` : '';
  return own + SUFFIX[change.kind] + tail;
};
/** Date and PDF of a hand-over: those of the paper, or of its change. */
const handedOf = ({ at, pdf, change, receipt }: Paper): { at: number; pdf: Paper['pdf'] } =>
  change === null ? { at, pdf } : { at: change.at, pdf: receipt };
/**
 * Returns the prefix of numbered files (2.1): four characters of the receiver, four of the sender.
 */
export const countedStem = ({ pvsId, ownId }: Pick<DoctosyncSettings, 'pvsId' | 'ownId'>): string =>
  [pvsId || 'PVS', ownId].map((id) => id.toUpperCase().slice(0, 4).padEnd(4, '_')).join('');

/** Suffix of the files of a change: they stand next to those of the paper. */
const SUFFIX = {
  voided: '_ungueltig',
  withdrawn: '_widerruf',
  partly_withdrawn: '_teilwiderruf',
} as const;
const CHANGE_WORDS: Readonly<Record<PaperChange['kind'], string>> = {
  voided: 'UNGÜLTIG, in der Praxis so vermerkt am',
  withdrawn: 'WIDERRUFEN am',
  partly_withdrawn: 'TEILWEISE WIDERRUFEN am',
};
const VOID_WORDS: Readonly<Record<VoidReason, string>> = {
  wrong_person: 'falsche Person',
  wrong_paper: 'falsches Papier',
  wrong_contents: 'falscher Inhalt',
};

function commentOf({ task, at, pdf, signers, signedAt, change }: Paper): string {
  if (change !== null) {
    const reason =
      change.kind === 'voided' && change.reason !== null ? ` (${VOID_WORDS[change.reason]})` : '';
    return `${task.title}: ${CHANGE_WORDS[change.kind]} ${germanMoment(change.at)}${reason}`;
  }
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

/**
 * Checks that field 3000 takes a patient's number: cut, it may be another patient's. A number that
 * the practice software gave is always taken.
 * @throws ExportFailed long_number
 */
export function requireNumber(
  { numberMost }: Pick<DoctosyncSettings, 'numberMost'>,
  { patid, herkunft }: Pick<Person, 'patid' | 'herkunft'>,
): void {
  const isTheirs = herkunft === 'gdt' || herkunft === 'pvs';
  if (!isTheirs && [...patid].length > numberMost) throw new ExportFailed('long_number');
}

function gdtFiles(settings: DoctosyncSettings, paper: Paper): PutFile[] {
  const { task, person } = paper,
    { at, pdf } = handedOf(paper),
    stem = stemOf(paper),
    pdfName = `${stem}.pdf`;
  requireNumber(settings, person);
  const record = answerRecord({
    pvsId: settings.pvsId,
    commentMost: settings.commentMost,
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
    findings: paper.change === null ? (paper.answers?.findings ?? []) : [],
    comment: commentOf(paper),
    file:
      pdf === null
        ? null
        : {
            archiveId: task.taskId.replaceAll('-', '').slice(-6).toUpperCase(),
            content: paper.change === null ? task.title : `Widerruf: ${task.title}`,
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

/** Quotes a row of a table; no cell is read as a formula. */
export const indexCells = (row: readonly string[]): string => row.map(cell).join(';');
const cell = (text: string): string =>
  /[";\r\n]/.test(text) || /^[=+\-@\t]/.test(text)
    ? `"${/^[=+\-@\t]/.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`
    : text;
async function pdfFiles(paper: Paper): Promise<PutFile[]> {
  const { person, task, change } = paper,
    { at, pdf } = handedOf(paper),
    name = `${stemOf(paper)}.pdf`;
  // A voided paper has no receipt: a row of the index alone tells it.
  if (pdf === null && change === null) return [];
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(pdf ?? []));
  const sha256 = pdf === null ? '' : Buffer.from(hash).toString('hex');
  const row = indexCells([
    person.patid,
    person.lastName,
    person.firstName,
    person.geburtsdatum,
    change === null ? task.title : commentOf(paper),
    new Date(at).toISOString(),
    pdf === null ? '' : name,
    sha256,
  ]);
  return [
    ...(pdf === null ? [] : [{ name, bytes: pdf }]),
    {
      name: `${stemOf(paper)}.csv`,
      bytes: new TextEncoder().encode(`\ufeff${INDEX_HEAD}\r\n${row}\r\n`),
    },
  ];
}

function consentStateOf({
  purpose,
  declarations,
  change,
}: Pick<Paper, 'purpose' | 'declarations' | 'change'>): ConsentStanding {
  const gone = change === null || change.kind === 'voided' ? [] : (change.parts ?? []);
  return {
    status:
      change?.kind === 'voided'
        ? 'entered-in-error'
        : change?.kind === 'withdrawn'
          ? 'inactive'
          : 'active',
    isTreatment: purpose === 'treatment',
    refused: declarations
      .filter((one) => !one.isAgreed || gone.includes(one.id))
      .map((one) => one.text),
  };
}

/** Reads whether the paper of a task holds today; undefined for an unknown task. */
export async function consentStandingOf(
  look: Look,
  taskId: string,
): Promise<ConsentStanding | undefined> {
  const task = await taskOf(look, taskId);
  if (!task) return undefined;
  const envelope = await envelopeOf(look, taskId);
  return consentStateOf({
    ...(await agreementOf(look, task, envelope?.evidence)),
    change: await changeOf(look, taskId),
  });
}

/** The receipt of a withdrawal; a voided paper has none. */
const withdrawalOf = ({ change, receipt }: Paper): BundleInput['receipt'] =>
  change === null || change.kind === 'voided' || receipt === null
    ? null
    : { withdrawalId: change.id, pdf: receipt, at: change.at };

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
    consent: consentStateOf(paper),
    receipt: withdrawalOf(paper),
  });
  return [
    {
      name: `${stemOf(paper)}.json`,
      bytes: new TextEncoder().encode(`${JSON.stringify(bundle, null, 1)}\n`),
    },
  ];
}
