// Reads how a scanned paper or the receipt of a withdrawal came into the record, and makes its page.

import type { DocumentData, LocalText } from '../../../../shared/desk/document.ts';
import { listName } from '../../../../shared/desk/patient.ts';
import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Look } from '../../../platform/work.ts';
import { standingOfTask } from '../paper-standing.ts';
import { patientsOf, taskById, versionBySha, type DocumentRecord } from '../store.ts';
import { both, instantText, recordDocument, type RecordFacts } from './build-record.ts';
import { pagesOf, withdrawalOf, type ScanRow, type WithdrawalRow } from './store-record.ts';

type TaskRow = Row<Schema['task']>;

const paperLines = (task: TaskRow | undefined): LocalText[] =>
  task === undefined
    ? []
    : [
        both(
          `Papier: ${task.title}, Vorlage ${task.template}, angelegt am ${instantText(task.createdAt)}`,
          `Paper: ${task.title}, template ${task.template}, prepared on ${instantText(task.createdAt)}`,
        ),
      ];

function scanLines(pages: readonly ScanRow[], task: TaskRow | undefined): LocalText[] {
  const lines = pages.flatMap((page, at) => {
    const by =
        page.byName === ''
          ? both('über den Scan-Ordner', 'by the folder of scans')
          : both(`durch ${page.byName}`, `by ${page.byName}`),
      placed =
        page.decidedByName === null || page.decidedByName === ''
          ? both('nach dem gedruckten Code', 'by its printed code')
          : both(`durch ${page.decidedByName}`, `by ${page.decidedByName}`);
    const when = instantText(page.at),
      filed = instantText(page.stateAt);
    return [
      both(
        `Seite ${at + 1}: eingelesen am ${when} ${by.de}, abgelegt ${placed.de} am ${filed}`,
        `Page ${at + 1}: read in on ${when} ${by['en']}, filed ${placed['en']} on ${filed}`,
      ),
      both(
        `Prüfsumme der eingelesenen Datei (SHA-256): ${page.fileSha256}, Blatt ${page.number}`,
        `Checksum of the file read in (SHA-256): ${page.fileSha256}, sheet ${page.number}`,
      ),
    ];
  });
  const filedAt = task?.filedAt ?? null;
  return [
    ...paperLines(task),
    ...lines,
    ...(filedAt === null
      ? []
      : [
          both(
            `Als unterschrieben zurückgekommen vermerkt am ${instantText(filedAt)}`,
            `Noted as returned with signatures on ${instantText(filedAt)}`,
          ),
        ]),
  ];
}

function receiptLines(one: WithdrawalRow, task: TaskRow): LocalText[] {
  const by = one.byName === '' ? '–' : one.byName,
    { declarations = [] } = JSON.parse(task.data) as Partial<DocumentData>;
  const parts = declarations.filter(({ id }) => one.parts?.includes(id) === true);
  return [
    ...paperLines(task),
    both(
      `Widerruf aufgenommen am ${instantText(one.at)} durch ${by}`,
      `Withdrawal recorded on ${instantText(one.at)} by ${by}`,
    ),
    ...(one.parts === null
      ? [
          both(
            'Widerrufen wurde die Einwilligung als Ganzes.',
            'The consent was withdrawn as a whole.',
          ),
        ]
      : parts.map(({ text }) =>
          both(`Widerrufen: ${text.de}`, `Withdrawn: ${text['en'] ?? text.de}`),
        )),
    both(
      `Zurücknehmen ließ es sich bis ${instantText(one.undoUntil)}.`,
      `It could be taken back until ${instantText(one.undoUntil)}.`,
    ),
  ];
}

/**
 * Reads a document that was made here without a signature on a device.
 * @returns its page; undefined for uploads and unknown documents
 */
export async function recordOf(
  look: Look,
  document: DocumentRecord,
  page: Pick<RecordFacts, 'id' | 'praxis' | 'madeBy' | 'at'>,
): Promise<DocumentData | undefined> {
  if (document.uploadKind !== null) return undefined;
  const { fileId, sha256, title, patid, at: listedAt, voidedAt } = document;
  const scans = await pagesOf(look, fileId),
    withdrawal = scans.length > 0 ? undefined : await withdrawalOf(look, fileId),
    taskId = document.taskId ?? withdrawal?.taskId,
    task = taskId === undefined ? undefined : await taskById(look, taskId);
  const entry =
    scans.length > 0
      ? scanLines(scans, task)
      : withdrawal && task
        ? receiptLines(withdrawal, task)
        : undefined;
  if (entry === undefined) return undefined;
  const [person] = await patientsOf(look, [patid]),
    version = await versionBySha(look, sha256);
  const ofTask =
    document.taskId === null ? null : await standingOfTask(look, document.taskId, undefined);
  return recordDocument({
    ...page,
    title,
    fileId,
    sha256,
    listedAt,
    entry,
    level: version?.level ?? null,
    until: version?.until ?? null,
    standing: voidedAt === null ? ofTask : { state: 'voided', at: voidedAt, reason: null },
    patient: {
      patid,
      name: person ? listName(person) : patid,
      geburtsdatum: person?.geburtsdatum ?? '',
    },
  });
}
