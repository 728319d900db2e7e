// Current state of a sealed paper, which its seal cannot contain: voided, withdrawn, replaced.

import { stateOf } from '../../../shared/papers/consent.ts';
import type { PaperStanding, VerifyReport } from '../../../shared/papers/verify.ts';
import { voidOf } from '../consent/paper-void.ts';
import type { Look } from '../../platform/work.ts';
import {
  documentsByIds,
  documentsBySha,
  envelopesOf,
  envelopesReplacing,
  taskById,
  versionBySha,
  withdrawalsOf,
  type DocumentRecord,
} from './store.ts';

type Report = Extract<VerifyReport, { isReadable: true }>;
type Envelope = Awaited<ReturnType<typeof envelopesOf>>[number];

/** Stored data about a checked file. */
export interface KeptPaper {
  /** Identical byte for byte to a file created and stored here. */
  isOriginal: boolean;
  /** `null` where this practice knows no such paper. */
  standing: PaperStanding | null;
}

/** The envelope named by the seal; another one of the same task is a different signing. */
async function envelopeNamed(look: Look, report: Report): Promise<Envelope | undefined> {
  if (report.facts === null) return undefined;
  const { taskId, envelopeId } = report.facts;
  return (await envelopesOf(look, [taskId])).find((one) => one.id === envelopeId);
}

/** The document of scanned pages that the seal names: a copy of it has other bytes. */
const scanNamed = async (look: Look, report: Report): Promise<DocumentRecord | undefined> =>
  report.facts === null
    ? undefined
    : (await documentsByIds(look, [report.facts.taskId])).find((one) => one.uploadKind === null);

/** Returns how a paper stands today; `null` for an unknown task. */
export async function standingOfTask(
  look: Look,
  taskId: string,
  envelope: Envelope | undefined,
): Promise<PaperStanding | null> {
  const task = await taskById(look, taskId);
  if (!task) return null;
  const withdrawals = await withdrawalsOf(look, taskId),
    voided = voidOf(task, envelope);
  const [newer] = envelope === undefined ? [] : await envelopesReplacing(look, envelope.id);
  const state = stateOf({
    purpose: 'other',
    state: task.state,
    voidedAt: voided?.at ?? null,
    isReplaced: newer !== undefined,
    withdrawals,
  });
  const whole = withdrawals.find((one) => one.parts === null),
    part = withdrawals.at(-1);
  if (state === 'voided') return { state, at: voided?.at ?? null, reason: voided?.reason ?? null };
  if (state === 'withdrawn') return { state, at: whole?.at ?? null, reason: null };
  if (state === 'replaced') return { state, at: newer?.signedAt ?? null, reason: null };
  if (part !== undefined) return { state: 'partly_withdrawn', at: part.at, reason: null };
  return { state: 'holds', at: null, reason: null };
}

const standingOfFile = (file: DocumentRecord): PaperStanding =>
  file.voidedAt === null
    ? { state: 'holds', at: null, reason: null }
    : { state: 'voided', at: file.voidedAt, reason: null };

/**
 * Returns the state of the paper that a seal of ours names, or that is stored here with the same
 * bytes.
 */
export async function keptPaper(look: Look, report: Report): Promise<KeptPaper> {
  const version = await versionBySha(look, report.sha256),
    files = version
      ? await documentsByIds(look, [version.fileId])
      : await documentsBySha(look, report.sha256),
    made = files.find((one) => one.uploadKind === null);
  const named = await envelopeNamed(look, report),
    scanned = named === undefined && made === undefined ? await scanNamed(look, report) : undefined,
    taskId = named?.taskId ?? made?.taskId ?? scanned?.taskId ?? undefined;
  const envelope =
    named ?? (taskId === undefined ? undefined : (await envelopesOf(look, [taskId]))[0]);
  const isOriginal = made !== undefined || envelope?.finalSha256.includes(report.sha256) === true;
  const ofTask = taskId === undefined ? null : await standingOfTask(look, taskId, envelope);
  const isFileVoided = made !== undefined && made.voidedAt !== null;
  const standing =
    made !== undefined && (isFileVoided || ofTask === null) ? standingOfFile(made) : ofTask;
  return { isOriginal, standing };
}
