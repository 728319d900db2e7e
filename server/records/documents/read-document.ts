// Reads stored bytes for users and tablets; the access is in the audit chain before the bytes are
// sent.

import { AppError } from '../../../shared/base/errors.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import { printedReading } from '../../../shared/papers/printed-reading.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import { paperCodes } from '../../platform/keys/paper-mac.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { mayAlsoRead } from '../../platform/http/admit.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Look } from '../../platform/work.ts';
import { documentById, documentOfTask, isCopyWished, isShownOn, taskById } from './store.ts';

export interface ReadDeps {
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  renderer: Pick<Renderer, 'renderPdf'>;
}

async function bytesOf(deps: ReadDeps, cid: string, sha256: string): Promise<Uint8Array> {
  const keys = await deps.keys(cid);
  return deps.blobs.get(cid, sha256, { keyId: keys.blobKeyId, key: keys.blobKey });
}

/**
 * Refuses signed answers to reception, except for the copy that a patient asked for, and to programs
 * whose token reads papers but no answers.
 * @throws forbidden
 */
async function judgeAnswers(
  context: RequestContext,
  look: Look,
  task: Pick<Row<Schema['task']>, 'kind' | 'mappeId'> | undefined,
): Promise<void> {
  if (task?.kind !== 'questionnaire' || mayAlsoRead('answers.read', context.actor)) return;
  if (!(await isCopyWished(look, task.mappeId))) await context.deny();
}

/**
 * Reads a listed document for a user.
 * @throws not_found for unknown ids and ids of other practices alike
 */
export async function readDocument(
  deps: ReadDeps,
  context: RequestContext,
  fileId: string,
): Promise<{ bytes: Uint8Array; mime: string }> {
  const look = context.look(),
    document = await documentById(look, fileId);
  // A document filed with the wrong person may be read by an owner only, to find out what happened.
  if (
    !document ||
    (document.voidedAt !== null &&
      !(context.actor.kind === 'user' && context.actor.role === 'owner'))
  )
    throw new AppError('not_found');
  context.requirePatient(document.patid);
  if (document.taskId !== null)
    await judgeAnswers(context, look, await taskById(look, document.taskId));
  await context.write((w) =>
    w.audit('document.viewed', { fileId, requestId: context.requestId }, document.patid),
  );
  return { bytes: await bytesOf(deps, context.cid, document.sha256), mime: document.mime };
}

/** Reads the base PDF of a task assigned to the requesting tablet. */
export async function readBase(
  deps: ReadDeps,
  context: RequestContext,
  sha256: string,
): Promise<Uint8Array> {
  const { actor } = context;
  if (actor.kind !== 'tablet' || !(await isShownOn(context.look(), actor.tabletId, sha256)))
    throw new AppError('not_found');
  return bytesOf(deps, context.cid, sha256);
}

/**
 * Returns the printout of a task: the sealed document where there is one, else the form for a
 * handwritten signature with its QR code.
 */
export async function printTask(
  deps: ReadDeps,
  context: RequestContext,
  taskId: string,
): Promise<Uint8Array> {
  const look = context.look(),
    task = await taskById(look, taskId);
  if (!task) throw new AppError('not_found');
  context.requirePatient(task.patid);
  const document = await documentOfTask(look.db, look.t, taskId);
  if (document) await judgeAnswers(context, look, task);
  await context.write((w) =>
    w.audit(
      'document.printed',
      { taskId, what: document ? 'copy' : 'form', requestId: context.requestId },
      task.patid,
    ),
  );
  if (document) return bytesOf(deps, context.cid, document.sha256);
  const codes = paperCodes((await deps.keys(context.cid)).blobKey, context.cid);
  const data = JSON.parse(task.data) as DocumentData,
    // The sheet for the pen prints the languages in which the text was read on the tablet.
    reading =
      task.read && printedReading(data, [{ ...task.read, signers: task.read.by ?? data.signers }]);
  try {
    return (
      await deps.renderer.renderPdf(data, {
        variant: 'print',
        ...(reading && { reading }),
        codeOf: (page, of) => codes.write({ taskId, page, of }),
      })
    ).bytes;
  } catch (cause) {
    throw new AppError('pdf_failed', { cause });
  }
}

/** Parses `bytes=a-b` of a blob, RFC 9110 14.2; anything else returns the whole blob. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { from: number; to: number } | undefined {
  const m = /^bytes=(\d+)-(\d*)$/.exec(header ?? '');
  if (!m) return undefined;
  const from = Number(m[1]),
    to = m[2] ? Math.min(Number(m[2]), size - 1) : size - 1;
  return from <= to && from < size ? { from, to } : undefined;
}
