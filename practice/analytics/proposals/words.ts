// Texts and formats of proposals: money, days, certainty of a rule, its evidence and
// counterarguments.

import {
  IconCheck,
  IconCircleDashed,
  IconClockHour4,
  IconHourglass,
  IconThumbDown,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Proposal } from '../../../shared/analytics/billing/proposals.schema.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { lateFilingPeriod } from '../../../shared/analytics/billing/billing.ts';
import type { ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import type { Tone } from '../../ui/StateWord.tsx';
import { money, type Worth } from '../../ui/wording/worth.ts';
import type { BillingTexts } from './proposals-texts.ts';

const localeOf = (language: string): string => (language === 'de' ? 'de-DE' : 'en-GB');
export const count = (n: number, language: string, digits = 0): string =>
  new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: digits }).format(n);
export const percent = (share: number, language: string): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  );
const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
/** Formats a day as `Do, 19.11.2026`. */
export const dayName = (day: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(at(day));
/** Ids of a practice's own rules are longer than the numbers of shipped ones. */
const LONGEST_NUMBER = 8;
export const isOwnRule = (rule: string): boolean => rule.length > LONGEST_NUMBER;
/** Names a rule: its number, or that it is the practice's own. */
export const ruleName = (rule: string, t: BillingTexts): string =>
  isOwnRule(rule) ? t('eigen') : rule;
/** Picks the language of the screen from a bilingual text. */
export const say = (text: { de: string; en: string }, language: string): string =>
  language === 'de' ? text.de : text.en;

/** Describes where a rule is certain and where it only estimates. */
const HIGH = 0.75,
  MIDDLE = 0.55;
export const surenessOf = (share: number): 'hoch' | 'mittel' | 'niedrig' =>
  share >= HIGH ? 'hoch' : share >= MIDDLE ? 'mittel' : 'niedrig';

export const STATE_LOOK: Readonly<
  Record<ProposalState, { tone: Tone; icon: ComponentType<IconProps> }>
> = {
  NEU: { tone: 'info', icon: IconCircleDashed },
  VORGEMERKT: { tone: 'warn', icon: IconClockHour4 },
  UMGESETZT: { tone: 'ok', icon: IconCheck },
  ABGELEHNT: { tone: 'text', icon: IconThumbDown },
  VERFALLEN: { tone: 'off', icon: IconHourglass },
};

const SYSTEM: Readonly<Record<Proposal['system'], string>> = {
  BEMA: 'BEMA',
  GOZ: 'GOZ',
  GOAE: 'GOÄ',
  EIGEN: '',
};
/** Formats a code as `BEMA 04`, `GOÄ Ä1`. */
export const position = (system: Proposal['system'] | null, nr: string): string =>
  system === null ? nr : `${SYSTEM[system]} ${nr}`.trim();
/** Formats what a warned service costs too much: `232,33 € zu viel`; empty where no amount is known. */
export const tooMuch = (
  one: Pick<Proposal, 'belege' | 'cents'>,
  t: BillingTexts,
  language: string,
): string =>
  one.belege.some(({ was }) => was === 'betrag')
    ? t('zuviel', { sum: money(one.cents, language) })
    : '';
/** Formats `BEMA 04 · 12 Pkt · rund 15 € geschätzt`; a quantity only where it is not one. */
export function offer(one: Proposal, t: BillingTexts, language: string, worth: Worth): string {
  if (one.nr === '') return one.cents === 0 && one.wertArt === null ? '' : worth.of(one);
  return [
    position(one.system, one.nr),
    one.menge === 1 ? '' : `${count(one.menge, language, 2)} ×`,
    one.zahn === '' ? '' : t('zahn', { zahn: one.zahn }),
    one.punkte === null ? '' : t('punkte', { n: count(one.punkte, language, 2) }),
    one.art === 'PRUEFUNG' ? tooMuch(one, t, language) : worth.of(one),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
/**
 * Formats the rows a finding is based on: `BEMA 01 am 19.11.2026 · zuletzt BEMA 04 am 04.09.2024`.
 */
export function evidence(one: Proposal, t: BillingTexts, language: string): string[] {
  // A position may be written in two ways; if missing it is listed once.
  const plain = (nr: string): string => nr.replace(/^0+(?=\d)/, ''),
    listed = one.belege.filter(
      (given, at) =>
        given.was !== 'fehlt' ||
        one.belege.findIndex(
          (other) =>
            other.was === 'fehlt' &&
            other.system === given.system &&
            plain(other.nr) === plain(given.nr),
        ) === at,
    );
  return listed.map(({ was, system, nr, tag, zahn, text }) => {
    const what = [position(system, nr), zahn === '' ? '' : t('zahn', { zahn })]
        .filter((part) => part !== '')
        .join(' '),
      day = tag === null ? '' : dayText(tag, language);
    if (was === 'notiz') return t('beleg.notiz', { text });
    if (was === 'betrag') {
      const [charged = 0, allowed = 0] = text.split(' ').map(Number);
      return t('beleg.betrag', {
        was: what,
        berechnet: money(charged, language),
        moeglich: money(allowed, language),
      });
    }
    return t(`beleg.${was}`, {
      was: [what, text].filter((part) => part !== '').join(', '),
      tag: day,
    });
  });
}
/** Returns the words of the note that matched the rule. */
export const noteWords = (one: Proposal): string[] =>
  one.belege
    .filter(({ was }) => was === 'notiz')
    .flatMap(({ text }) => text.split('|'))
    .map((word) => word.trim())
    .filter((word) => word !== '');
/** Lists counterarguments: first those of this case, then general ones. */
export const against = (one: Proposal, t: BillingTexts, language: string): string[] =>
  [...one.gegen.map((key) => t(`gegen.${key}`)), say(one.dagegen, language)].filter(
    (text) => text !== '',
  );
/** Formats `2026-Q4` as `Q4 2026`, `2026-11` as `11/2026`. */
export const periodName = (period: string): string =>
  period[5] === 'Q'
    ? `${period.slice(5)} ${period.slice(0, 4)}`
    : `${period.slice(5)}/${period.slice(0, 4)}`;
/** Formats a name as `Weber, Hans`, or the number where the record has no name. */
export const personName = (one: { name: string; patid: string }, t: BillingTexts): string =>
  one.name === '' ? t('unbekannt', { patid: one.patid }) : one.name;
/** Says with which billing a position is gone, and with which it can still be billed; empty where it is not gone. */
export function lateWords(
  { state, art, verfaelltMit }: Pick<Proposal, 'state' | 'art' | 'verfaelltMit'>,
  t: BillingTexts,
  today: string,
): string {
  if (state !== 'VERFALLEN' || art !== 'VERGESSEN' || verfaelltMit === null) return '';
  const { bereich, zeitraum } = verfaelltMit;
  return t('nachtragen.spaetMit', {
    bereich: t(`bereich.${bereich}`),
    zeitraum: periodName(zeitraum),
    jetzt: periodName(lateFilingPeriod(bereich, zeitraum, today)),
  });
}
