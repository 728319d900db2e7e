// Routes of switches of features: a practice's own below /api, the vendor's below /admin.

import { z } from 'zod';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { FLAG_KEYS, flagOf } from '../../../shared/base/flags/flags.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import {
  addFlagRuleSchema,
  endFlagRuleSchema,
  flagListSchema,
  flagVerdictsSchema,
  ownFlagsSchema,
  type AddFlagRule,
  type FlagList,
  type FlagRuleView,
} from '../../../shared/vendor/flags/flags.schema.ts';
import { requireUser, route, type Route, type SignedIn } from '../../platform/http/route.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Workshop } from '../../platform/work.ts';
import { practiceNames, vendorLook } from '../vendor-rows.ts';
import { ruleOf, type FlagReader } from './read-flags.ts';
import { endRule, findRule, insertRule, listRules, nameOfPractice, type FlagRow } from './store.ts';

export interface FlagDeps {
  store: Store;
  workshop: Workshop;
  now: () => number;
  flags: FlagReader;
}
/** Past rules that are shown of each switch. */
const MOST_PAST = 50;

/** Lists the route of a practice's users. */
export const flagRoutes = ({ flags }: Pick<FlagDeps, 'flags'>): Route[] => [
  route(
    {
      method: 'get',
      path: '/flags',
      policy: 'flags.own',
      summary: 'Features that are switched off for the own practice',
      answer: ownFlagsSchema,
    },
    async (_, c) => ({ off: await flags.offFor(c.cid) }),
  ),
];

const stateOf = ({ endedAt, until }: FlagRow, day: string): FlagRuleView['state'] =>
  endedAt !== null ? 'ended' : until < day ? 'over' : 'active';

/** Shows the rules of every switch: all that count, and the newest of the others. */
async function listOf({ store, workshop, now, flags }: FlagDeps): Promise<FlagList> {
  const day = berlinDay(now()),
    names = await practiceNames(store),
    rows = (await listRules(vendorLook(workshop))).map((row) => ({ row, rule: ruleOf(row) })),
    views = rows.flatMap(({ row, rule }) =>
      rule === null
        ? []
        : [
            {
              key: rule.key,
              view: {
                id: row.id,
                environment: rule.environment,
                tenant: rule.tenant,
                practiceName: rule.tenant === null ? '' : (names.get(rule.tenant) ?? rule.tenant),
                isOn: rule.isOn,
                share: rule.share,
                until: rule.until,
                reason: row.reason,
                name: row.name,
                at: row.at,
                state: stateOf(row, day),
                ended:
                  row.endedAt === null
                    ? null
                    : { at: row.endedAt, name: row.endedBy ?? '', reason: row.endReason ?? '' },
              } satisfies FlagRuleView,
            },
          ],
    );
  return {
    environment: flags.environment,
    items: FLAG_KEYS.map((key) => {
      const own = views.filter((one) => one.key === key).map(({ view }) => view);
      return {
        key,
        rules: [
          ...own.filter(({ state }) => state === 'active'),
          ...own.filter(({ state }) => state !== 'active').slice(0, MOST_PAST),
        ],
      };
    }),
    unreadable: rows.filter(({ row, rule }) => rule === null && row.endedAt === null).length,
  };
}

/** @throws AppError validation for a last day that has passed, or that outlives the switch */
function checkUntil({ key, until }: AddFlagRule, day: string): void {
  if (until < day) throw new AppError('validation', { fields: { until: 'past' } });
  if (until > flagOf(key).until) throw new AppError('validation', { fields: { until: 'late' } });
}
const isSame = (row: FlagRow, asked: AddFlagRule): boolean =>
  row.key === asked.key &&
  row.environment === asked.environment &&
  row.tenant === asked.tenant &&
  row.isOn === asked.isOn &&
  row.percent === asked.share &&
  row.until === asked.until;

/** Stores a rule once. @throws AppError not_found, validation, state_conflict */
async function addRule(deps: FlagDeps, person: SignedIn, asked: AddFlagRule): Promise<void> {
  checkUntil(asked, berlinDay(deps.now()));
  if (asked.tenant !== null && (await nameOfPractice(deps.store, asked.tenant)) === undefined)
    throw new AppError('not_found');
  const { userId, name } = person,
    { share: percent, ...rest } = asked;
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const row = { ...rest, percent, at: w.now, userId, name };
    if (!(await insertRule(w, { ...row, endedAt: null, endedBy: null, endReason: null }))) {
      const known = await findRule(w, asked.id);
      // A lost answer; the same id for another rule is none.
      if (known && isSame(known, asked)) return;
      throw new AppError('state_conflict');
    }
    const { id, key, environment, tenant, isOn, share, until, reason } = asked;
    await w.audit('flag.rule_added', {
      ruleId: id,
      flag: key,
      environment,
      tenant,
      isOn,
      share,
      until,
      reason,
    });
  });
  deps.flags.forget();
}

/** Ends a rule, once. @throws AppError not_found */
async function endOne(
  deps: FlagDeps,
  person: SignedIn,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const ended = await endRule(w, id, { endedBy: person.name, endReason: reason });
    if (ended) await w.audit('flag.rule_ended', { ruleId: id, flag: ended.key, reason });
    else if (!(await findRule(w, id))) throw new AppError('not_found');
  });
  deps.flags.forget();
}

/** Lists the vendor's routes. */
export const flagAdminRoutes = (deps: FlagDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/flags',
      policy: 'vendor.flags',
      summary: 'Switches of features with their rules, those of the past as well',
      answer: flagListSchema,
    },
    () => listOf(deps),
  ),
  route(
    {
      method: 'get',
      path: '/flags/practices/{cid}',
      policy: 'vendor.flags',
      summary: 'What counts for one practice now, and why',
      params: z.strictObject({ cid: z.string().min(1).max(64) }),
      answer: flagVerdictsSchema,
      errors: ['not_found'],
    },
    async ({ params: { cid } }) => {
      const practiceName = await nameOfPractice(deps.store, cid);
      if (practiceName === undefined) throw new AppError('not_found');
      return { tenant: cid, practiceName, items: await deps.flags.verdicts(cid) };
    },
  ),
  route(
    {
      method: 'post',
      path: '/flags/rules',
      policy: 'vendor.switch',
      summary: 'Switch a feature by a rule with an end',
      stepUp: true,
      body: addFlagRuleSchema,
      answerType: 'none',
      errors: ['validation', 'not_found', 'state_conflict'],
    },
    async ({ body }, c) => {
      await addRule(deps, requireUser(c), body);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/flags/rules/{id}/end',
      policy: 'vendor.switch',
      summary: 'End a rule: the others count from then on, or the default',
      stepUp: true,
      params: z.strictObject({ id: z.uuid() }),
      body: endFlagRuleSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { id }, body: { reason } }, c) => {
      await endOne(deps, requireUser(c), { id, reason });
      return undefined;
    },
  ),
];
