/** Screens and state of a document that is signed on the person's own phone. */

import { mayBeSignedByFinger } from '../../../shared/desk/document.ts';
import type { ShareItemContent, ShareSaid } from '../../../shared/exchange/share.schema.ts';
import type { Reading } from '../../../shared/papers/reading.ts';
import type { DeclarationAnswer, Ink } from '../../../shared/papers/signature.ts';
import { emptyReading } from '../../documents/reading.ts';
import type { SendState } from '../../home/sending.ts';

export type SignContent = Extract<ShareItemContent, { kind: 'sign' }>;
/**
 * `talk`: § 630e BGB requires an oral explanation first, which cannot be confirmed for the dentist
 * at home; `paper`: the law requires paper; `question` and `declined` are real outcomes: nothing is
 * signed.
 */
export type SignScreen =
  | 'reading'
  | 'talk'
  | 'declining'
  | 'declarations'
  | 'signing'
  | 'sending'
  | 'signed'
  | 'question'
  | 'declined'
  | 'paper';
export interface SignState {
  readonly screen: SignScreen;
  readonly reading: Reading;
  readonly declarations: readonly DeclarationAnswer[];
  readonly ink: Ink | null;
  /** The ink is stored on the device. */
  readonly isKept: boolean;
  readonly sending: SendState | null;
  /** The pending submission is not a signature but questions or a refusal. */
  readonly said: ShareSaid['outcome'] | null;
  /** After signing here: signers of the same document still missing. */
  readonly waitsFor: readonly string[];
}

/** Returns the state of a document just opened. */
export const firstSignState = ({ document }: SignContent, now: number): SignState => ({
  screen: mayBeSignedByFinger(document.formRequirement).ok ? 'reading' : 'paper',
  reading: emptyReading(now, 100),
  declarations: [],
  ink: null,
  isKept: false,
  sending: null,
  said: null,
  waitsFor: [],
});

/** Returns the first screen after the talk. */
export const screenAfterTalk = ({ document }: SignContent): SignScreen =>
  document.declarations.length > 0 ? 'declarations' : 'signing';

/** Returns the screen that „Zurück“ leads to; `undefined` where the list comes next. */
export function screenBefore(
  screen: SignScreen,
  { document }: SignContent,
): SignScreen | undefined {
  switch (screen) {
    case 'signing':
      return document.declarations.length > 0 ? 'declarations' : 'reading';
    case 'declarations':
    case 'declining':
    case 'talk':
      return 'reading';
    default:
      return undefined;
  }
}
