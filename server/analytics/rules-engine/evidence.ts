// Reasons of a fired rule: the services, notes and plans it is based on, and general
// counterarguments.

import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import { type Condition } from '../../../shared/analytics/billing/rule-language.ts';
import {
  cappedConfidence,
  type Evidence,
  type CounterReason,
} from '../../../shared/analytics/billing/proposal.ts';
import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { dayText } from '../snapshot/calendar.ts';
import type { Situation } from './day-state.ts';
import type { CompiledRule } from './compiled-rules.ts';
import { durationsIn, notedDuration } from './facts/noted-duration.ts';
import type { Overcharge } from './overcharge.ts';

const MAX_ITEMS = 6;
const service = (k: Situation, i: number, was: 'heute' | 'zuletzt'): Evidence => ({
  was,
  system: k.m.codebook.systems[k.code[i]!]!,
  nr: k.m.codebook.positionNumbers[k.code[i]!]!,
  tag: dayText(k.days[i]!),
  zahn: k.m.text('leistung', 'zahn', k.m.snapshot.services.rawRows[k.serviceOf[i]!]!),
  text: '',
});
function patterns(b: Condition | null, found: string[] = []): string[] {
  if (b?.art === 'notiz' && !b.isNegated) found.push(b.muster);
  else if (b?.art === 'und' || b?.art === 'oder') for (const one of b.parts) patterns(one, found);
  return found;
}
/** Names the charged and the allowed amount, in cents: `34849 11616`. */
export const amountEvidence = (
  k: Situation,
  at: number,
  over: Overcharge | undefined,
): readonly Evidence[] =>
  over === undefined
    ? []
    : [{ ...service(k, at, 'heute'), was: 'betrag', text: `${over.charged} ${over.allowed}` }];
/** Maximum length of the quoted clause; of a longer one only the match is quoted. */
const MAX_CLAUSE = 120;
function place(k: Situation, note: string, word: string): string | undefined {
  const hit = k.m.notePattern(word).doneIn(note);
  if (hit === null) return undefined;
  return hit.clause.length <= MAX_CLAUSE ? hit.clause : hit.text;
}
/** Returns the certainty of a finding: capped where it is based on a note. */
export const confidenceOf = (rule: Rule, evidence: readonly Evidence[]): number =>
  cappedConfidence(rule.konfidenz, { art: rule.art, belege: evidence });

export function collectEvidence(g: CompiledRule, k: Situation): Evidence[] {
  const found: Evidence[] = [];
  if (g.today) {
    const rows: number[] = [];
    for (let i = k.a; i < k.b; i += 1)
      if (
        g.today[k.code[i]!] === 1 &&
        (g.isFromHistory || g.toothList || k.matches(i, g.scope, true))
      )
        rows.push(i);
    const own =
      g.isPerRow && k.row >= 0
        ? [k.row]
        : rows.sort((x, y) => (idOfRow(k, x) < idOfRow(k, y) ? -1 : 1));
    for (const i of own.slice(0, MAX_ITEMS)) found.push(service(k, i, 'heute'));
  }
  for (const { codes: quantity, window: timeWindow, scope } of g.neededHistory) {
    const from = k.startOf(timeWindow),
      at = from === null ? -1 : k.preceding(quantity, from, scope, true);
    if (at >= 0) found.push(service(k, at, 'zuletzt'));
  }
  for (const { codes: quantity, scope, token } of g.noHistory) {
    const at = k.preceding(quantity, -2_000_000_000, scope, true),
      system =
        token.system === 'HKP' || token.system === 'KVA' || token.system === 'TERMIN'
          ? null
          : token.system;
    found.push(
      at >= 0
        ? service(k, at, 'zuletzt')
        : { was: 'fehlt', system, nr: token.muster, tag: null, zahn: '', text: '' },
    );
  }
  const note = k.note();
  for (const word of patterns(g.parsed.condition)) {
    const text = note === '' ? undefined : place(k, note, word);
    if (text !== undefined)
      found.push({ was: 'notiz', system: null, nr: '', tag: dayText(k.day), zahn: '', text });
  }
  for (const what of durationsIn(g.rule.zusatz)) {
    const said = notedDuration(note, what);
    if (said !== null)
      found.push({
        was: 'notiz',
        system: null,
        nr: '',
        tag: dayText(k.day),
        zahn: '',
        text: said.text.slice(-MAX_CLAUSE),
      });
  }
  const plan =
    g.isPerPlan || g.needsPlan || g.occasions.some((one) => one !== 'TERMIN')
      ? g.needsPlan
        ? k.currentPlan()
        : k.planOfDay()
      : -1;
  if (plan >= 0)
    found.push({
      was: 'plan',
      system: null,
      nr: k.m.text('hkp', 'bezeichnung', plan),
      tag: dayText(k.m.column('hkp', 'erstelltAm')[plan]!),
      zahn: '',
      text: HKP_STATUS[k.m.column('hkp', 'status')[plan]!] ?? '',
    });
  const parCase = [...g.parsed.names].some(
    (name) =>
      name.startsWith('par.') ||
      name.startsWith('plan.') ||
      name.startsWith('case.') ||
      name.startsWith('upt.'),
  )
    ? k.perioCase()
    : -1;
  if (parCase >= 0)
    found.push({
      was: 'plan',
      system: null,
      nr: 'PAR',
      tag: dayText(k.m.column('parfall', 'erstelltAm')[parCase]!),
      zahn: '',
      text: HKP_STATUS[k.m.column('parfall', 'status')[parCase]!] ?? '',
    });
  const once = new Set<string>();
  return found.filter((one) => {
    const key = `${one.was} ${one.system} ${one.nr} ${one.tag} ${one.zahn} ${one.text}`;
    if (once.has(key)) return false;
    once.add(key);
    return true;
  });
}
export const idOfRow = (k: Situation, i: number): string =>
  k.m.id('leistung', k.m.snapshot.services.rawRows[k.serviceOf[i]!]!);

export function counterReasonsOf(
  g: CompiledRule,
  tooth: string,
  isSubstitute: boolean,
): CounterReason[] {
  const found: CounterReason[] = [],
    { rule } = g;
  if (
    rule.art !== 'PRUEFUNG' &&
    rule.kasse !== 'PKV' &&
    (rule.historieKeine.length > 0 || /\b(?:count|abstand)\(/.test(rule.zusatz))
  )
    found.push('nurEigeneDaten');
  if (rule.art !== 'PRUEFUNG' && rule.konfidenz < 0.6) found.push('schwacheRegel');
  if (isSubstitute) found.push('vertretung');
  if (tooth === '' && rule.art === 'VERGESSEN' && g.isPerTooth) found.push('ohneZahn');
  return found;
}
