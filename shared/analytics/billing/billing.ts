// What a practice does with billing proposals: which decisions are allowed, what it learns from them, and when a billing takes them with it. Pure.

import type { ABLEHNGRUENDE, VorschlagState } from './proposal.ts';
import type { Regel } from './rule.ts';
import type { BEREICHE } from '../deliveries/pvs.ts';

export type Ablehngrund = (typeof ABLEHNGRUENDE)[number];
export type Bereich = (typeof BEREICHE)[number];

/** What somebody does to a proposal. */
export const TATEN = ['vormerken', 'ablehnen', 'zuruecknehmen'] as const;
export type Tat = (typeof TATEN)[number];
/** State that a decision leads to. */
export const nachTat: Readonly<Record<Tat, VorschlagState>> = {
  vormerken: 'VORGEMERKT',
  ablehnen: 'ABGELEHNT',
  zuruecknehmen: 'NEU',
};
/** From which states a decision may be made; what arrived or ran out is decided by nobody any more. */
const ERLAUBT: Readonly<Record<Tat, readonly VorschlagState[]>> = {
  vormerken: ['NEU'],
  ablehnen: ['NEU', 'VORGEMERKT'],
  zuruecknehmen: ['VORGEMERKT', 'ABGELEHNT'],
};
export const darf = (tat: Tat, state: VorschlagState): boolean => ERLAUBT[tat].includes(state);

/** A rule is on from the start where it warns, or where it is likely enough; anything else is switched on by the practice. */
export const START_KONFIDENZ = 0.7;
export const istImStartsatz = (regel: Pick<Regel, 'art' | 'konfidenz'>): boolean =>
  regel.art === 'PRUEFUNG' || regel.konfidenz >= START_KONFIDENZ;
/** Whether a rule is on: as the practice says, else by the start set. */
export const istAn = (
  regel: Pick<Regel, 'art' | 'konfidenz'>,
  gesagt: boolean | undefined,
): boolean => gesagt ?? istImStartsatz(regel);

/** Weight of the start value, counted in decisions. */
const GEWICHT = 10;
/** Confidence as the practice's own decisions make it: accepted of all decided, smoothed with the start value; 0 to 1. */
export const gelernt = (start: number, angenommen: number, abgelehnt: number): number =>
  Math.round(((angenommen + GEWICHT * start) / (angenommen + abgelehnt + GEWICHT)) * 1000) / 1000;
/** From so many decisions on, and below such a share of accepted ones, a rule is offered for switching off. */
const VIELE = 10,
  WENIG = 0.2;
export const istAnzubieten = (angenommen: number, abgelehnt: number): boolean =>
  angenommen + abgelehnt >= VIELE && angenommen / (angenommen + abgelehnt) < WENIG;
/** Whether a proposal of this rule is often refused here. */
export const istOftAbgelehnt = (angenommen: number, abgelehnt: number): boolean =>
  angenommen + abgelehnt >= VIELE && angenommen / (angenommen + abgelehnt) < 0.5;

/** Areas that are billed to a KZV as one: quarterly KCH (with IP and FU) and KFO, monthly the others. */
export const ABGABE_BEREICHE = ['KCH', 'ZE', 'PAR', 'KB', 'KFO'] as const;
export type AbgabeBereich = (typeof ABGABE_BEREICHE)[number];
export const istVierteljaehrlich = (bereich: AbgabeBereich): boolean =>
  bereich === 'KCH' || bereich === 'KFO';
/** The billing that a position of an area goes out with; null for what no KZV is sent (GOZ, GOÄ, own positions). */
export function abgabeBereich(system: string, bereich: Bereich): AbgabeBereich | null {
  if (system !== 'BEMA') return null;
  return bereich === 'IPFU'
    ? 'KCH'
    : (ABGABE_BEREICHE as readonly string[]).includes(bereich)
      ? (bereich as AbgabeBereich)
      : 'KCH';
}
/** `2026-Q4` or `2026-11`: the period of a day in an area. */
export function zeitraumVon(bereich: AbgabeBereich, tag: string): string {
  return istVierteljaehrlich(bereich)
    ? `${tag.slice(0, 4)}-Q${Math.ceil(Number(tag.slice(5, 7)) / 3)}`
    : tag.slice(0, 7);
}
/** Whether a word is a period of an area. */
export const istZeitraum = (bereich: AbgabeBereich, wort: string): boolean =>
  (istVierteljaehrlich(bereich) ? /^\d{4}-Q[1-4]$/ : /^\d{4}-(0[1-9]|1[0-2])$/).test(wort);
/** Last day of a period. */
export function endeVon(zeitraum: string): string {
  const jahr = Number(zeitraum.slice(0, 4)),
    monat = zeitraum[5] === 'Q' ? Number(zeitraum[6]) * 3 : Number(zeitraum.slice(5, 7));
  return new Date(Date.UTC(jahr, monat, 0)).toISOString().slice(0, 10);
}

/** A billing that was handed in. */
export interface Abgabe {
  readonly kzv: string;
  readonly bereich: AbgabeBereich;
  readonly zeitraum: string;
  readonly mitFrueheren: boolean;
}
/**
 * Whether a billing that was handed in holds a day of an area: its own period, with `mitFrueheren` also all before.
 * @param kzv region of the KZV that the proposal is billed with, '' where it is not known: then every billing of the practice counts
 */
export const istAbgegeben = (
  abgaben: readonly Abgabe[],
  kzv: string,
  bereich: AbgabeBereich,
  tag: string,
): boolean =>
  abgaben.some(
    (one) =>
      one.bereich === bereich &&
      (one.kzv === '' || kzv === '' || one.kzv === kzv) &&
      (one.mitFrueheren
        ? tag <= endeVon(one.zeitraum)
        : zeitraumVon(bereich, tag) === one.zeitraum),
  );
/** Whether a billing that was handed in holds a period of an area. */
export const haelt = (one: Abgabe, bereich: AbgabeBereich, zeitraum: string): boolean =>
  one.bereich === bereich &&
  (one.zeitraum === zeitraum || (one.mitFrueheren && endeVon(zeitraum) <= endeVon(one.zeitraum)));
