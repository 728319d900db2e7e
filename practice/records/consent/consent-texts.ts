// Texts of the consents area.

import type { RecallWay } from '../../../shared/papers/consent.ts';
import type { ConsentRow } from '../../../shared/papers/consent.schema.ts';
import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ConsentKey = keyof typeof de;
export type ConsentTexts = TextsOf<ConsentKey>;
export const useConsentTexts: () => ConsentTexts = roomTexts<ConsentKey>('einwilligungen', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

export const STATE_KEY: Record<ConsentRow['state'], ConsentKey> = {
  holds: 'state.holds',
  declined: 'state.declined',
  pays_directly: 'state.pays_directly',
  withdrawn: 'state.withdrawn',
  voided: 'state.voided',
  replaced: 'state.replaced',
  damaged: 'state.damaged',
};
export const WAY_KEY: Record<RecallWay, ConsentKey> = {
  brief: 'way.brief',
  telefon: 'way.telefon',
  sms: 'way.sms',
  email: 'way.email',
};
