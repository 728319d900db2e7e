// What a finished task says to the server: built from the answers in memory, sealed right afterwards.

import { mayBeSignedByFinger, type Block, type DocumentData } from '../../shared/document.ts';
import type { DraftPayload, OutcomePayload, SignedBy, SubmitPayload } from '../../shared/signature.ts';
import type { TaskBody } from '../../shared/sync.ts';
import type { Ending, TaskRef } from '../session/session.types.ts';

export interface DeviceFacts { clockOffsetMs: number; appVersion: string }

const textsOf = (b: Block, language: string): string[] => {
  const pick = (t: { readonly de: string; readonly [l: string]: string }): string => t[language] ?? t.de;
  if (b.type === 'ul') return b.items.map(pick);
  return b.type === 'table' ? b.rows.flat().map(pick) : [pick(b.text)];
};

/** Characters a patient has to read: reading time follows from it (T3). */
export function charactersOf(data: DocumentData, language: string): number {
  return data.sections.flatMap(s => [s.heading[language] ?? s.heading.de, ...s.body.flatMap(b => textsOf(b, language))]).reduce((n, t) => n + t.length, 0);
}

export const documentOf = (body: TaskBody): DocumentData => JSON.parse(body.data) as DocumentData;

/** The task as the machine may know it: ids and numbers. */
export function refOf(body: TaskBody): TaskRef {
  const data = documentOf(body);
  return {
    taskId: body.taskId, taskRev: body.taskRev, mappeId: body.mappeId, position: body.position, count: body.count, kind: body.kind,
    isPaper: body.kind === 'document' && !mayBeSignedByFinger(data.formRequirement).ok,
    talk: !body.talk.needed ? 'none' : body.talk.doneAt === undefined ? 'open' : 'done',
    signers: Math.max(1, body.signers.length), declarations: data.declarations.length, characters: charactersOf(data, body.language),
    resumeAt: body.resume?.stage === 'sign' ? 'sign' : body.resume ? 'draft' : 'start', language: body.language, textScale: body.textScale,
  };
}

/** A draft of a document that nobody has looked at yet. */
export function freshDraft(now: number, comfort: { language: string; textScale: number; isCalm: boolean }): DraftPayload {
  return {
    page: 1, declarations: [], ink: null, marks: [], stage: 'reading', signer: 0, ...comfort,
    reading: { shownAt: now, sections: [], reachedEnd: false, fontScale: comfort.textScale, openedPdf: false, languageSwitches: 0, unclear: [] },
  };
}

function deviceOf(facts: DeviceFacts): SubmitPayload['device'] {
  return {
    userAgent: navigator.userAgent.slice(0, 300), screen: `${screen.width}x${screen.height}@${devicePixelRatio}`,
    standalone: matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches, online: navigator.onLine,
    clockOffsetMs: facts.clockOffsetMs, appVersion: facts.appVersion,
  };
}

/** @throws Error when a signer has not signed: half a signature is none */
export function submitOf(body: TaskBody, draft: DraftPayload, o: { language: string; at: number; device: DeviceFacts }): SubmitPayload {
  const marks = draft.marks ?? [];
  if (marks.length === 0 || marks.length < body.signers.length) throw new Error('A signature is missing.');
  return {
    taskId: body.taskId, dataSha256: body.dataSha256, presentedPdfSha256: body.presentedPdfSha256, language: o.language, signedAt: o.at,
    // The wish for a copy is told on the thank-you page, by an op of its own.
    signers: marks, declarations: draft.declarations, reading: draft.reading, wantsPaperCopy: false, device: deviceOf(o.device),
  };
}

export function outcomeOf(body: TaskBody, draft: DraftPayload, ending: Exclude<Ending, 'submit'>, o: { language: string; at: number }): OutcomePayload {
  return { taskId: body.taskId, outcome: ending, dataSha256: body.dataSha256, reading: draft.reading, declarations: draft.declarations, language: o.language, at: o.at };
}

/** The wish for a copy on paper, or its taking back. It is the Mappe's: the task finished last names it. */
export function copyWishOf(taskIds: readonly string[], isWished: boolean, at: number): { kind: 'log'; taskId: string; taskRev: number; payload: { code: string; at: number } } | undefined {
  const taskId = taskIds[taskIds.length - 1];
  return taskId === undefined ? undefined : { kind: 'log', taskId, taskRev: 0, payload: { code: isWished ? 'copy_wished' : 'copy_not_wished', at } };
}

/** The signer at this place as a signature carries it. */
export function signedBy(body: TaskBody, index: number, mark: SignedBy['mark']): SignedBy {
  const signer = body.signers[index] ?? { role: 'patient' as const, name: body.patient.name };
  return { role: signer.role, name: signer.name, ...(signer.capacity !== undefined && { capacity: signer.capacity }), mark };
}
