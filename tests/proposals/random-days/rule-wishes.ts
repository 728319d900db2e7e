/** Conditions that fire a rule: services, quantities, notes. */
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import { NOTES } from './tables.ts';

/** Services a rule needs on the day: one, or one for each part of its expression. */
export const wanted = (rule: Rule): string[][] =>
  rule.heuteAlle === ''
    ? [[...rule.heuteEines]]
    : rule.heuteAlle.split('&').map((part) => part.match(/[BGO]:[^()&|@]+/g) ?? []);

/** Returns the position numbers in its quantities and counts. */
export const counted = (rule: Rule): string[] =>
  `${rule.menge} ${rule.zusatz}`.match(/[BGO]:[A-Za-zÄ0-9]+\*?/g) ?? [];

/** Notes that match its pattern. */
export const fitting = (rule: Rule): string[] => {
  const pattern = /doc~'([^']*)'/.exec(rule.zusatz)?.[1];
  return pattern === undefined ? [] : NOTES.filter((note) => new RegExp(pattern, 'iu').test(note));
};
