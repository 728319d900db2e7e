// Texts of parked submissions, and of their kinds and reasons.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ParkedKey = keyof typeof de;
export type ParkedTexts = TextsOf<ParkedKey>;
export const useParkedTexts: () => ParkedTexts = roomTexts<ParkedKey>('zurueckgelegt', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

const KINDS: Readonly<Record<string, ParkedKey>> = {
  'task.submit': 'kind.signature',
  'task.answers': 'kind.answers',
  'blank.answers': 'kind.blank',
  'task.outcome': 'kind.outcome',
  'task.cancel': 'kind.cancel',
};
export const kindKey = (kind: string): ParkedKey => KINDS[kind] ?? 'kind.other';

const REASONS: Readonly<Record<string, ParkedKey>> = {
  too_large: 'why.large',
  damaged: 'why.damaged',
  unreadable: 'why.unreadable',
  unknown_seal: 'why.newer',
  unknown_kind: 'why.newer',
  unknown_schema: 'why.newer',
  invalid_payload: 'why.shape',
  stale_rev: 'why.late',
  state_conflict: 'why.late',
  other_tablet: 'why.elsewhere',
  unknown_task: 'why.unknown',
  already_signed: 'why.twice',
  already_answered: 'why.twice',
  hash_mismatch: 'why.hash',
  paper_required: 'why.paper',
  talk_missing: 'why.talk',
  signer_mismatch: 'why.incomplete',
  declaration_missing: 'why.incomplete',
  no_ink: 'why.incomplete',
  internal: 'why.internal',
};
/** Explains why it was rejected; an unknown code is shown unchanged in its sentence. */
export const whyKey = (code: string): ParkedKey => REASONS[code] ?? 'why.other';
