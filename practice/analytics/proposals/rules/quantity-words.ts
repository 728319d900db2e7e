// Quantities, spans and ages of the rule language in plain words. Pure.

import type { BillingTexts } from '../proposals-texts.ts';
import { listWords, windowWords } from './token-words.ts';

export const span = (given: string, t: BillingTexts): string => {
  if (given.startsWith('schwelle.')) return t('fakt.schwelle');
  const found = /^(\d+)([DM])$/.exec(given);
  return found ? t(`dauer.${found[2] as 'D' | 'M'}`, { n: found[1] ?? '' }) : given;
};

const QUANTITIES = [
  'zaehne',
  'implantate',
  'brueckenglieder',
  'kieferhaelften',
  'kieferbereiche',
  'kanaele',
  'zahnpaare',
  'trennstellen',
  'kiefer',
  'molarenOhneIP5',
] as const;

/** Describes the proposed quantity: `1`, `Zähne`, `Kanäle von BEMA 32 − …`. */
export function quantityWords(expression: string, t: BillingTexts): string {
  return expression
    .split(/([+-])(?=[a-zA-Z(\d])/)
    .map((part) => {
      if (part === '+' || part === '-') return part === '+' ? ' + ' : ' − ';
      const call = /^(\w+)\(([^)]*)\)$/.exec(part),
        bare = QUANTITIES.find((one) => one === (call?.[1] ?? part));
      if (call?.[1] === 'count') {
        const [was = '', window = ''] = (call[2] ?? '').split(',');
        return t('menge.count', {
          was: listWords(was.split('|'), t),
          fenster: windowWords(window, t),
        });
      }
      if (call?.[1] === 'qty')
        return t('menge.qty', { was: listWords((call[2] ?? '').split('|'), t) });
      if (call?.[1] === 'zaehneNotiert') return t('menge.zaehneNotiert');
      if (part === 'case.par.geplanteZaehne') return t('menge.geplanteZaehne');
      if (part === 'case.par.abgerechneteZaehne') return t('menge.abgerechneteZaehne');
      if (bare === undefined) return span(part, t);
      return call
        ? t('menge.von', { was: t(`menge.${bare}`), an: listWords((call[2] ?? '').split('|'), t) })
        : t(`menge.${bare}`);
    })
    .join('');
}

/** Describes an age: `15 Jahre` of 180 months, `5 Monate` of 5. */
export const ageWords = (months: number, t: BillingTexts): string =>
  months % 12 === 0 && months >= 24
    ? t('alter.jahre', { n: months / 12 })
    : t('alter.monate', { n: months });
