// Consents of a person by purpose: computed from signed papers and withdrawals, never stored; and
// the one rule whether a recall may be sent.

import type { DocumentKind, FormRequirement } from '../desk/document.ts';
import type { TaskState } from '../desk/task.ts';

/**
 * `privacy` is information that is logged, never a consent; `other`: none of the purposes, e.g. a
 * cost plan.
 */
export type Purpose = 'treatment' | 'photo' | 'recall' | 'factoring' | 'privacy' | 'other';
export const PURPOSES: readonly Purpose[] = [
  'treatment',
  'photo',
  'recall',
  'factoring',
  'privacy',
  'other',
];

/**
 * Checks whether a paper asks to bill through a company: it names one. Not consenting means paying
 * the practice directly, which is a choice and no refusal.
 */
export const isBillingPaper = (fields: readonly { readonly id: string }[]): boolean =>
  fields.some((one) => one.id === 'partner');

/** Reasons why a signed paper does not count. */
export type VoidReason = 'wrong_person' | 'wrong_paper' | 'wrong_contents';
export const VOID_REASONS: readonly VoidReason[] = [
  'wrong_person',
  'wrong_paper',
  'wrong_contents',
];

/**
 * Form of consent that a billing company requires: by hand on paper, by qualified electronic
 * signature, or ink on the tablet.
 */
export type FactoringForm = 'paper' | 'qes' | 'ink';
export const FACTORING_FORMS: readonly FactoringForm[] = ['paper', 'qes', 'ink'];

const BY_TEXT: Readonly<Record<string, Purpose>> = {
  foto: 'photo',
  recall: 'recall',
  ewe: 'factoring',
  datenschutz: 'privacy',
};

/**
 * Returns the purpose of a text.
 * @param text id of the text, without its version
 * @param basedOn id of the shipped text that a practice's own one derives from, if any
 */
export function purposeOf(text: string, kind: DocumentKind, basedOn?: string): Purpose {
  const known = BY_TEXT[text] ?? (basedOn === undefined ? undefined : BY_TEXT[basedOn]);
  if (known !== undefined) return known;
  if (kind === 'notice') return 'privacy';
  return kind === 'consent' ? 'treatment' : 'other';
}

/**
 * `pays_directly` is a choice and never a refusal. `withdrawn` and `voided` were once signed.
 * `replaced`: a newer paper took its place. `damaged`: its stored text or answers cannot be read, so
 * that it counts for nothing.
 */
export type ConsentState =
  | 'holds'
  | 'declined'
  | 'pays_directly'
  | 'withdrawn'
  | 'voided'
  | 'replaced'
  | 'damaged';

/** Input of the computation for one paper. */
export interface ConsentFacts {
  readonly taskId: string;
  readonly text: string;
  readonly purpose: Purpose;
  readonly state: TaskState;
  /** When it was signed, filed or declined; UTC ms. */
  readonly at: number;
  readonly voidedAt: number | null;
  readonly isReplaced: boolean;
  /** Withdrawals that were not revoked. */
  readonly withdrawals: readonly {
    readonly at: number;
    readonly parts: readonly string[] | null;
  }[];
  /** Ids of declarations answered with yes; null if the answers are only on paper. */
  readonly agreed: readonly string[] | null;
  /** Whether its signed or answered contents cannot be read. */
  readonly isDamaged?: boolean;
}

/** Returns the current state of a paper; `undefined` while nothing was decided about it. */
export function stateOf(
  paper: Pick<
    ConsentFacts,
    'purpose' | 'state' | 'voidedAt' | 'isReplaced' | 'withdrawals' | 'isDamaged'
  >,
): ConsentState | undefined {
  if (paper.voidedAt !== null) return 'voided';
  if (paper.state === 'declined')
    return paper.purpose === 'factoring' ? 'pays_directly' : 'declined';
  if (paper.state !== 'filed' && paper.state !== 'sealed' && paper.state !== 'submitted')
    return undefined;
  if (paper.withdrawals.some((one) => one.parts === null)) return 'withdrawn';
  if (paper.isReplaced) return 'replaced';
  return paper.isDamaged === true ? 'damaged' : 'holds';
}

/** Returns the declarations that are still valid; null if they are only on the paper. */
export function partsLeft(
  paper: Pick<ConsentFacts, 'agreed' | 'withdrawals'>,
): readonly string[] | null {
  const gone = new Set(paper.withdrawals.flatMap((one) => one.parts ?? []));
  return paper.agreed && paper.agreed.filter((one) => !gone.has(one));
}

/** Ways of the shipped recall text; each has a declaration with this id. */
export type RecallWay = 'brief' | 'telefon' | 'sms' | 'email';
export const RECALL_WAYS: readonly RecallWay[] = ['brief', 'telefon', 'sms', 'email'];

/**
 * Checks whether a patient may be reminded of due appointments, and how. The newest decision about
 * recalls counts: a withdrawal or a refusal after a consent ends it, a consent after a withdrawal
 * reopens it. Silence is no consent. `ways` is null if they are only on paper: staff look there.
 */
export function recallOf(papers: readonly ConsentFacts[]): {
  readonly may: boolean;
  readonly ways: readonly RecallWay[] | null;
} {
  const words = papers
    .filter((one) => one.purpose === 'recall')
    .flatMap((one) => {
      const state = stateOf(one);
      return state === undefined || state === 'voided' || state === 'replaced'
        ? []
        : [
            {
              paper: one,
              state,
              at: Math.max(
                one.at,
                ...one.withdrawals.filter((w) => w.parts === null).map((w) => w.at),
              ),
            },
          ];
    });
  const newest = words.sort((a, b) => b.at - a.at)[0];
  if (newest?.state !== 'holds') return { may: false, ways: [] };
  const left = partsLeft(newest.paper);
  if (left === null) return { may: true, ways: null };
  const ways = RECALL_WAYS.filter((way) => left.includes(way));
  return { may: ways.length > 0, ways };
}

/**
 * Checks the form requirement of a billing company: a signature on the tablet is allowed only if
 * the company accepts ink (§ 10 Abs. 6 GOZ, § 203 StGB).
 */
export function factoringRequirement(
  base: FormRequirement,
  form: FactoringForm,
  source: string,
): FormRequirement {
  if (form !== 'ink') return base;
  return {
    form: 'textform',
    reason: {
      de: 'Für diese Abrechnungsstelle genügt eine Unterschrift auf dem Tablet.',
      en: 'For this billing company a signature on the tablet is enough.',
    },
    source,
  };
}
