// Reads a received task: its document, the machine's view of it, its first draft and its signers.

import { isBillingPaper } from '../../shared/papers/consent.ts';
import { mayBeSignedByFinger, type Block, type DocumentData } from '../../shared/desk/document.ts';
import type { SignerRole } from '../../shared/desk/mappe.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import type { Reading } from '../../shared/papers/reading.ts';
import type { DraftPayload, SignedBy } from '../../shared/papers/signature.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import type { TaskRef } from '../session/session.types.ts';

const textsOf = (b: Block, language: string): string[] => {
  const pick = (t: { readonly de: string; readonly [l: string]: string }): string =>
    t[language] ?? t.de;
  if (b.type === 'ul') return b.items.map(pick);
  return b.type === 'table' ? b.rows.flat().map(pick) : [pick(b.text)];
};

/** Characters a patient has to read: determines the reading time (T3). */
function charactersOf(data: DocumentData, language: string): number {
  return data.sections
    .flatMap((s) => [
      s.heading[language] ?? s.heading.de,
      ...s.body.flatMap((b) => textsOf(b, language)),
    ])
    .reduce((n, t) => n + t.length, 0);
}

export const documentOf = (body: TaskBody): DocumentData => JSON.parse(body.data) as DocumentData;

/** Top-level groups are pages; plus one for the review. */
const pagesIn = (body: TaskBody): number =>
  body.form === undefined ? 1 : ((JSON.parse(body.form) as Questionnaire).item?.length ?? 0) + 1;

/** Returns the task as the machine may see it: ids and numbers. */
export function refOf(body: TaskBody): TaskRef {
  const data = documentOf(body);
  return {
    taskId: body.taskId,
    taskRev: body.taskRev,
    mappeId: body.mappeId,
    position: body.position,
    count: body.count,
    kind: body.kind,
    isPaper: body.kind === 'document' && !mayBeSignedByFinger(data.formRequirement).ok,
    talk: !body.talk.needed ? 'none' : body.talk.doneAt === undefined ? 'open' : 'done',
    signers: Math.max(1, body.signers.length),
    declarations: data.declarations.length,
    characters: charactersOf(data, body.language),
    ...(body.away && body.away.length > 0 && { isParted: true as const }),
    ...(isBillingPaper(data.fields) && { isBilling: true as const }),
    ...(body.kind === 'questionnaire' && { pages: pagesIn(body) }),
    ...(body.blank && { isBlank: true as const }),
    ...(body.kind === 'questionnaire' && data.signers.length > 0 && { isSigned: true as const }),
    resumeAt: body.resume?.stage === 'sign' ? 'sign' : body.resume ? 'draft' : 'start',
    language: body.language,
    textScale: body.textScale,
  };
}

/** Returns the evidence of a text that is shown for the first time. */
export const emptyReading = (now: number, { textScale }: { textScale: number }): Reading => ({
  shownAt: now,
  sections: [],
  reachedEnd: false,
  fontScale: textScale,
  openedPdf: false,
  languageSwitches: 0,
  unclear: [],
});

/** Returns the draft of an unopened document. */
export function freshDraft(
  now: number,
  comfort: { language: string; textScale: number; isCalm: boolean; isPlain: boolean },
): DraftPayload {
  return {
    page: 1,
    declarations: [],
    ink: null,
    marks: [],
    stage: 'reading',
    signer: 0,
    ...comfort,
    reading: emptyReading(now, comfort),
  };
}

/**
 * Returns the task without the signers who sign elsewhere, as chosen on a tablet; at least one
 * signer remains.
 */
export function withoutLater(body: TaskBody, later: readonly SignerRole[] = []): TaskBody {
  const here = body.signers.filter((one) => !later.includes(one.role));
  return here.length === 0 || here.length === body.signers.length
    ? body
    : {
        ...body,
        signers: here,
        away: [...(body.away ?? []), ...body.signers.filter((one) => later.includes(one.role))],
      };
}

/** Returns the signer at this index as a signature carries it. */
export function signedBy(body: TaskBody, index: number, mark: SignedBy['mark']): SignedBy {
  const signer = body.signers[index] ?? { role: 'patient' as const, name: body.patient.name };
  return {
    role: signer.role,
    name: signer.name,
    ...(signer.capacity !== undefined && { capacity: signer.capacity }),
    mark,
  };
}
