/**
 * Slow reference engine for the rules, independent of the product: each person, day, rule and
 * tooth, with lists of plain objects and a paper calendar.
 */
import { BEMA } from '../../../catalog/bema/positions.ts';
import { GOAE } from '../../../catalog/goae/positions.ts';
import { GOZ } from '../../../catalog/goz/schedule.ts';
import { coveringTokens } from '../../../catalog/same-work/catalogue.ts';
import type { RawRow } from '../../../server/analytics/snapshot/tables/raw-tables.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import type { RuleSettings } from '../../../shared/analytics/billing/proposal.ts';
import { isBarred } from './barred.ts';
import { byId, casesOf, isOfDay, type Hit, type RuleCase } from './cases.ts';
import { dayBefore, windowStart } from './days.ts';
import { onceInWindow } from './repeated.ts';
import { keptDays, layOut, type Person, type Practice } from './practice.ts';
import type { Situation } from './situation.ts';
import { isCode, plainCode, tokenOf } from './words.ts';

/** People to evaluate: all, or those selected by a test. */
export interface ReferenceInput {
  readonly rows: readonly RawRow[];
  readonly regeln: readonly Rule[];
  readonly heute: string;
  readonly einstellung: RuleSettings;
}

const UNITS: ReadonlyMap<string, string> = new Map(
  [...GOAE, ...GOZ, ...BEMA].map((one) => [`${one.system} ${plainCode(one.number)}`, one.unit]),
);
/**
 * Checks whether the position of a rule is charged by tooth or canal, so that several teeth are
 * several proposals; otherwise it is charged once a day.
 */
export const isPerTooth = (rule: Rule): boolean =>
  /^(Zahn|Kanal|Kavität|Trennstelle)/.test(
    UNITS.get(`${rule.position?.system ?? ''} ${plainCode(rule.position?.nr ?? '')}`) ?? '',
  );
/**
 * A limit whose warning the practice switched off still bars proposals, if it is certain enough to
 * be on from the start.
 */
const isSilentLimit = (rule: Rule, set: RuleSettings): boolean =>
  rule.gruppe === 'GRENZEN' && rule.konfidenz >= 0.7 && set.aus.includes(rule.id);
/** Rules of the kinds VERGESSEN and PRUEFUNG for a day; POTENZIAL is not covered here. */
export function reference({ rows, regeln, heute, einstellung }: ReferenceInput): Hit[] {
  const praxis = layOut(rows),
    quote = quoteOf(praxis),
    found: Hit[] = [];
  const own = regeln.filter(
      (one) => one.art !== 'POTENZIAL' && isOfDay(one) && !einstellung.aus.includes(one.id),
    ),
    proposals = own.filter((one) => one.art === 'VERGESSEN'),
    checks = own.filter((one) => one.art === 'PRUEFUNG'),
    // A paper that is missing can still be signed: it holds no proposal back.
    guards = [...checks, ...regeln.filter((one) => isSilentLimit(one, einstellung))].filter(
      (one) => one.wert !== 'SICHERUNG',
    );
  for (const person of praxis.persons) {
    if (person.v['versicherung'] === 'SONST' && !einstellung.mitAnderenTraegern) continue;
    const proposed: RuleCase[] = [];
    for (const tag of daysOf(person)) {
      if (tag > heute) continue;
      const base: Situation = {
        praxis,
        person,
        tag,
        heute: person.services.filter((one) => one.tag === tag),
        earlierSum: person.services.filter((one) => one.tag < tag),
        zahn: '',
        space: '',
        quote: (text) => quote(text, tag),
      };
      found.push(
        ...checks
          .flatMap((rule) => casesOf(rule, base, einstellung))
          .filter((one) => isOwnDay(one, base, einstellung))
          .map((one) => one.hit),
      );
      const made = proposals
        .flatMap((rule) => casesOf(rule, base, einstellung))
        .filter(
          (one) =>
            isOwnDay(one, base, einstellung) &&
            isFree(one, base) &&
            !isCovered(one, base) &&
            !isBarred(one, base, guards, heute, einstellung),
        );
      proposed.push(...surest(made));
    }
    found.push(
      ...onceInWindow(proposed, (one) => isPerTooth(one.rule), heute, einstellung).map(
        (one) => one.hit,
      ),
    );
  }
  return found;
}
/**
 * Of proposals of one position on one day the one with the highest certainty stays; on a tie the
 * smaller id.
 */
function surest(made: readonly RuleCase[]): RuleCase[] {
  const best = (one: RuleCase): RuleCase =>
    made
      .filter((other) => other.hit.system === one.hit.system && other.hit.nr === one.hit.nr)
      .reduce((a, b) =>
        b.rule.konfidenz > a.rule.konfidenz ||
        (b.rule.konfidenz === a.rule.konfidenz && b.rule.id < a.rule.id)
          ? b
          : a,
      );
  return made.filter(
    (one, at) =>
      best(one).rule === one.rule &&
      (isPerTooth(one.rule) ||
        made.findIndex((other) => other.rule === one.rule && other.hit.nr === one.hit.nr) === at),
  );
}
/** Days with services, days on which a plan was made, and days with an appointment kept. */
function daysOf(person: Person): string[] {
  const plans = (person.rest['hkp'] ?? []).map((one) => String(one['erstelltAm'])),
    kept = keptDays(person);
  return [...new Set([...person.services.map((one) => one.tag), ...plans, ...kept])].sort();
}
/** Services of a substitute are excluded unless the practice wants them. */
function isOwnDay({ here }: RuleCase, base: Situation, set: RuleSettings): boolean {
  const who = (byId(here)[0] ?? base.heute[0])?.behandler ?? '';
  return set.mitVertretung || base.praxis.behandler.get(who)?.['art'] !== 'VERTRETUNG';
}
/**
 * A private proposal for a statutory patient is covered by the statutory number of the same work on
 * that day, or by a statutory filling at the tooth of its service.
 */
function isCovered({ rule, hit, here }: RuleCase, base: Situation): boolean {
  if (base.person.v['versicherung'] !== 'GKV' || rule.kasse !== 'PKV') return false;
  const covering = coveringTokens(hit.system as 'GOZ', hit.nr).map(tokenOf),
    tooth = here[0]?.zahn ?? '';
  return base.heute.some(
    (one) =>
      covering.some((token) => isCode(token, one.system, one.code)) ||
      (tooth !== '' && one.zahn === tooth && isCode(tokenOf('B:13*'), one.system, one.code)),
  );
}
/** The position must not be on the day already, except for rules about too few of it. */
function isFree({ rule, hit: treffer }: RuleCase, base: Situation): boolean {
  const counted = /\(([^)]*)\)/.exec(rule.menge)?.[1]?.split(/[|,]/) ?? [],
    isAbout = [
      ...rule.heuteEines,
      ...counted,
      ...[...rule.menge.matchAll(/[BGO]:[^()|,+\s-]+/g)].map((one) => one[0]),
    ].some(
      (text) =>
        /^[BGO]:/.test(text.trim()) && isCode(tokenOf(text.trim()), treffer.system, treffer.nr),
    );
  return (
    isAbout ||
    !base.heute.some((other) => other.system === treffer.system && other.code === treffer.nr)
  );
}
/**
 * Ratio of two sums of quantities in the whole practice in the quarter before the day; known if the
 * latter is at least 20.
 */
function quoteOf(praxis: Practice): (text: string, tag: string) => number | undefined {
  const known = new Map<string, number | undefined>(),
    all = praxis.persons.flatMap((person) => person.services);
  return (text, tag) => {
    const end = dayBefore(windowStart('Q', tag)!),
      from = windowStart('Q', end)!,
      key = `${text} ${from}`;
    if (!known.has(key)) {
      const [part = '', whole = ''] = text.split('/'),
        sum = (tokens: string): number =>
          all
            .filter(
              (one) =>
                one.tag >= from &&
                one.tag <= end &&
                tokens.split('|').some((token) => isCode(tokenOf(token), one.system, one.code)),
            )
            .reduce((n, one) => n + one.menge, 0),
        below = sum(whole);
      known.set(key, below < 20 ? undefined : sum(part) / below);
    }
    return known.get(key);
  };
}
