// Custom rules of a practice: drafted, tried on its own history, made live, withdrawn. A live
// wording never changes.

import type { z } from 'zod';
import type {
  OwnRule,
  ownRulesSchema,
  newRuleSchema,
  ruleChangeSchema,
  BacktestResult,
  backtestQuerySchema,
} from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { RuleInput } from '../../../shared/analytics/billing/rules.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { LanguageError } from '../../../shared/analytics/billing/rule-language.ts';
import {
  parseCondition,
  parseQuantity,
} from '../../../shared/analytics/billing/parse-condition.ts';
import { parseTokenTree } from '../../../shared/analytics/billing/parse-token-tree.ts';
import { parseToken, parseTeeth } from '../../../shared/analytics/billing/rule-tokens.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Look, Work } from '../../platform/work.ts';
import { userOf } from './decide.ts';
import { askFollow } from './follow.ts';
import type { BillingLinks } from './links.ts';
import { addVersion, changeVersion, ownRules, versionsOf, type OwnRuleRow } from './store.ts';

/** Maximum number of custom rules of a practice; more would not be maintained. */
const MAX_RULES = 100;
/**
 * Positions of words that the rule language does not know, by field: `token 3 X:13`; empty where
 * everything parses.
 */
function ruleFaultsOf(one: RuleInput): Record<string, string> {
  const found: Record<string, string> = {};
  const read = (field: string, work: () => unknown): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof LanguageError)) throw error;
      found[field] = `${error.grund} ${error.stelle} ${error.wort}`.slice(0, 120);
    }
  };
  for (const field of ['heuteEines', 'heuteKeines', 'historieKeine', 'historieNoetig'] as const)
    one[field].forEach((word, at) => {
      read(`regel.${field}.${at}`, () => parseToken(word));
    });
  if (one.heuteAlle !== '') read('regel.heuteAlle', () => parseTokenTree(one.heuteAlle));
  read('regel.zusatz', () => parseCondition(one.zusatz));
  read('regel.menge', () => parseQuantity(one.menge));
  if (one.anZaehnen) {
    read('regel.anZaehnen.zaehne', () => parseTeeth(one.anZaehnen!.zaehne));
    // A replacement number refers to a proposed one; without it no fee schedule is known.
    if (one.position === null) found['regel.position'] = 'empty';
  }
  if (one.heuteEines.length === 0 && one.heuteAlle === '' && one.zusatz === '')
    found['regel.heuteEines'] = 'empty';
  return found;
}
function requireReadable(one: RuleInput): void {
  const fields = ruleFaultsOf(one);
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields });
}
const newest = async (w: Work, rule: string): Promise<OwnRuleRow> => {
  const [row] = await versionsOf(w, rule);
  if (!row) throw new AppError('not_found');
  return row;
};

export async function listOwnRules(
  look: Look,
  links: BillingLinks,
): Promise<z.input<typeof ownRulesSchema>> {
  const names = await links.people(look);
  return {
    items: (await ownRules(look)).map(
      ({ regel: rule, version, state, rev, eingabe, test, by, at }): OwnRule => ({
        regelId: rule,
        version,
        state,
        rev,
        eingabe,
        von: names.get(by) ?? '',
        am: at,
        rueckrechnung: test,
      }),
    ),
  };
}
/**
 * Drafts a rule; a repeated id is idempotent.
 * @throws AppError `validation` with the positions that cannot be parsed
 */
export async function draftRule(
  w: Work,
  { regelId, regel: rule }: z.output<typeof newRuleSchema>,
): Promise<void> {
  requireReadable(rule);
  if ((await versionsOf(w, regelId)).length > 0) return;
  if (new Set((await ownRules(w)).map((one) => one.regel)).size >= MAX_RULES)
    throw new AppError('validation', { fields: { regel: 'too_many' } });
  await addVersion(w, {
    regel: regelId,
    version: 1,
    state: 'ENTWURF',
    eingabe: rule,
    rev: 1,
    test: null,
    by: userOf(w),
    at: w.now,
  });
  await w.audit('regeln.drafted', { regel: regelId, version: 1 });
}
/**
 * Changes a draft, or drafts the next version of a live or withdrawn rule.
 * @throws AppError `not_found`; `conflict` where it was changed since; `validation`
 */
export async function changeRule(
  w: Work,
  ruleId: string,
  { rev, regel: rule }: z.output<typeof ruleChangeSchema>,
): Promise<void> {
  requireReadable(rule);
  const row = await newest(w, ruleId),
    isDraft = row.state === 'ENTWURF',
    version = isDraft ? row.version : row.version + 1;
  if (row.rev !== rev) throw new AppError('conflict');
  const done = isDraft
    ? await changeVersion(w, row, {
        eingabe: rule,
        rev: rev + 1,
        test: null,
        by: userOf(w),
        at: w.now,
      })
    : await addVersion(w, {
        regel: ruleId,
        version,
        state: 'ENTWURF',
        eingabe: rule,
        rev: rev + 1,
        test: null,
        by: userOf(w),
        at: w.now,
      });
  if (!done) throw new AppError('conflict');
  await w.audit('regeln.drafted', { regel: ruleId, version });
}
/**
 * Tries the newest wording on the practice's history and stores the result, which is required for
 * going live.
 * @throws AppError `not_found`; `conflict`
 */
export async function tryRule(
  context: RequestContext,
  links: BillingLinks,
  ruleId: string,
  { rev, von: from, bis: to, probe }: z.output<typeof backtestQuerySchema>,
): Promise<BacktestResult> {
  const look = context.look(),
    [row] = await versionsOf(look, ruleId);
  if (!row) throw new AppError('not_found');
  if (row.rev !== rev) throw new AppError('conflict');
  const found = await links.queries.rueckrechnung(look, {
    regel: ruleId,
    entwurf: { version: row.version, eingabe: row.eingabe },
    von: from,
    bis: to,
    probe,
  });
  if (found === null) throw new AppError('not_found');
  return context.write(async (w) => {
    const { treffer: hits, cents, geschaetzt, ohneWert } = found;
    const test = { von: from, bis: to, am: w.now, treffer: hits, cents, geschaetzt, ohneWert };
    if (!(await changeVersion(w, row, { test }))) throw new AppError('conflict');
    await w.audit('regeln.tried', { regel: ruleId, version: row.version, hits: found.treffer });
    return { ...found, rev, am: w.now };
  });
}
/**
 * Makes a draft live and replaces the previous version.
 * @throws AppError `not_found`; `conflict`; `state_conflict` for a rule that was not tried in this
 * wording, or is no draft
 */
export async function releaseRule(w: Work, ruleId: string, rev: number): Promise<void> {
  const row = await newest(w, ruleId),
    live = (await versionsOf(w, ruleId)).filter((one) => one.state === 'LIVE');
  if (row.rev !== rev) throw new AppError('conflict');
  if (row.state === 'LIVE') return;
  if (row.state !== 'ENTWURF' || row.test === null) throw new AppError('state_conflict');
  for (const old of live) await changeVersion(w, old, { state: 'ERSETZT' });
  if (!(await changeVersion(w, row, { state: 'LIVE', by: userOf(w), at: w.now })))
    throw new AppError('conflict');
  await askFollow(w);
  await w.audit('regeln.released', { regel: ruleId, version: row.version });
}
/** Withdraws a live rule, or drops a draft. @throws AppError `not_found`; `conflict` */
export async function withdrawRule(w: Work, ruleId: string, rev: number): Promise<void> {
  const row = await newest(w, ruleId);
  if (row.rev !== rev) throw new AppError('conflict');
  for (const one of await versionsOf(w, ruleId))
    if (one.state === 'LIVE' || one.state === 'ENTWURF')
      await changeVersion(w, one, { state: 'ZURUECKGEZOGEN', by: userOf(w), at: w.now });
  await askFollow(w);
  await w.audit('regeln.withdrawn', { regel: ruleId, version: row.version });
}
