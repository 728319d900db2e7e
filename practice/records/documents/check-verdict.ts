// The headline of the check page: the conclusion for a layperson, from the file and from the
// paper's later fate.

import {
  sealTime,
  type CheckedPaper,
  type LaterKind,
  type PaperStanding,
  type Verdict,
  type VerifyReport,
} from '../../../shared/papers/verify.ts';
import type { ForeignSignature } from '../../../shared/papers/seal/foreign-signature.ts';
import type { DocumentsKey } from './documents-texts.ts';

export type CheckedReport = Extract<VerifyReport, { isReadable: true }> & CheckedPaper;
export type Tone = 'ok' | 'warn' | 'bad' | 'off';
export interface Headline {
  tone: Tone;
  word: DocumentsKey;
  /** UTC ms of the date in the text; null where no date is known. */
  at: number | null;
  texts: readonly DocumentsKey[];
}

type Ended = Exclude<PaperStanding['state'], 'holds'>;
const ENDED: Record<Ended, { tone: Tone; word: DocumentsKey; text: DocumentsKey }> = {
  voided: { tone: 'bad', word: 'standing.voided', text: 'standing.voided.text' },
  withdrawn: { tone: 'bad', word: 'standing.withdrawn', text: 'standing.withdrawn.text' },
  replaced: { tone: 'warn', word: 'standing.replaced', text: 'standing.replaced.text' },
  partly_withdrawn: {
    tone: 'warn',
    word: 'standing.partly_withdrawn',
    text: 'standing.partly_withdrawn.text',
  },
};
const WORDS: Record<Verdict, { tone: Tone; word: DocumentsKey; text: DocumentsKey }> = {
  unchanged: { tone: 'ok', word: 'verdict.unchanged', text: 'verdict.unchanged.text' },
  extended: { tone: 'warn', word: 'verdict.extended', text: 'verdict.extended.text' },
  changed: { tone: 'bad', word: 'verdict.changed', text: 'verdict.changed.text' },
  retired_key: { tone: 'bad', word: 'verdict.retired_key', text: 'verdict.retired_key.text' },
  foreign_seal: { tone: 'warn', word: 'verdict.foreign_seal', text: 'verdict.foreign_seal.text' },
  unsigned: { tone: 'off', word: 'verdict.unsigned', text: 'verdict.unsigned.text' },
};

const isConfirmed = (one: ForeignSignature): boolean =>
  one.trust !== null &&
  one.signer !== null &&
  one.signer.revokedAt === null &&
  one.signer.validity === 'valid' &&
  !one.isWeak;

/** Headline for a file with signatures of others only. */
function foreignHeadline({ foreign, leftOut }: CheckedReport): Headline {
  const look = (
    tone: Tone,
    key: 'broken' | 'unknown' | 'leftOut' | 'changed' | 'fits' | 'known',
  ): Headline => ({
    tone,
    word: `foreign.${key}`,
    at: null,
    texts: [`foreign.${key}.text`],
  });
  if (foreign.some((one) => one.state === 'broken')) return look('bad', 'broken');
  if (foreign.some((one) => one.state === 'unknown')) return look('warn', 'unknown');
  if (leftOut > 0) return look('warn', 'leftOut');
  // A later signature vouches for what an earlier one does not cover.
  if (foreign.every((one) => one.after === 'changed')) return look('bad', 'changed');
  const isKnown = foreign.every(isConfirmed);
  return isKnown ? look('ok', 'known') : look('warn', 'fits');
}

/** Returns the state of the paper, where it is not valid any more. */
export function endedOf({
  standing,
}: Pick<CheckedReport, 'standing'>): { state: Ended; at: number | null } | undefined {
  return standing === null || standing.state === 'holds'
    ? undefined
    : { state: standing.state, at: standing.at };
}

/** Reason why a seal of this practice is reported as "changed". */
function changedText({ seal, later }: CheckedReport): DocumentsKey {
  if (seal?.isIntact === false) return 'verdict.changed.broken';
  return later?.kinds.includes('content') === true
    ? 'verdict.changed.later'
    : 'verdict.changed.text';
}

/**
 * A seal by a retired key that no time stamp dates: only the stored file itself is vouched for by
 * the practice's own records.
 */
function retiredHeadline({ kept, seal }: CheckedReport, look: (typeof WORDS)[Verdict]): Headline {
  const at = seal?.retired?.from ?? null;
  if (kept === 'original' && seal?.retired?.made === 'claimed')
    return { tone: 'warn', word: look.word, at, texts: ['verdict.retired_key.kept'] };
  return { ...look, at, texts: [look.text] };
}

export function headlineOf(report: CheckedReport): Headline {
  const { verdict, kept } = report;
  const look = WORDS[verdict],
    ended = endedOf(report);
  const sealedAt = sealTime(report)?.at ?? null;
  if (verdict === 'foreign_seal' && ended === undefined && report.foreign.length > 0)
    return foreignHeadline(report);
  if (verdict === 'changed') return { ...look, at: sealedAt, texts: [changedText(report)] };
  if (ended !== undefined) {
    const { tone, word, text } = ENDED[ended.state];
    const stillWhole: DocumentsKey[] =
      verdict === 'unchanged' || verdict === 'extended' ? ['standing.seal'] : [];
    return { tone, word, at: ended.at, texts: [text, ...stillWhole] };
  }
  if (verdict === 'retired_key') return retiredHeadline(report, look);
  // The seal fits, but a byte outside it differs, or the original is not stored any more.
  if (verdict === 'unchanged' && kept !== 'original')
    return { tone: 'warn', word: look.word, at: sealedAt, texts: [look.text, 'kept.other.text'] };
  return { ...look, at: sealedAt, texts: [look.text] };
}

export const LATER_WORDS: Record<LaterKind, DocumentsKey> = {
  blank: 'later.blank',
  validation_data: 'later.validation_data',
  document_timestamp: 'later.document_timestamp',
  content: 'later.content',
};
export const KEPT_WORDS: Record<CheckedReport['kept'], DocumentsKey> = {
  original: 'kept.original',
  upload: 'kept.upload',
  no: 'kept.no',
};
export const STANDING_WORDS: Record<Ended, DocumentsKey> = {
  voided: 'standing.voided',
  withdrawn: 'standing.withdrawn',
  replaced: 'standing.replaced',
  partly_withdrawn: 'standing.partly_withdrawn',
};
