// What an owner changes: plan, method of payment, end of the contract. The provider is called
// outside of transactions, with a key per change, so that a repeated call has one effect.

import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { AppError } from '../../../shared/base/errors.ts';
import { isUpgrade, PLANS, type Payer, type PlanId } from '../../../shared/vendor/payment.ts';
import type { Preview } from '../../../shared/vendor/payment.schema.ts';
import type { Actor, Work } from '../../platform/work.ts';
import type { PaymentDeps } from './links.ts';
import { openHeldOf } from './held/store-held.ts';
import { asked, providerOf } from './provider.ts';
import { refreshPayment } from './refresh.ts';
import { vatOf } from './settle-change.ts';
import {
  ensureContract,
  findContract,
  finishChange,
  insertChange,
  setSession,
  updateContract,
  type ContractRow,
} from './store.ts';

type Person = Extract<Actor, { kind: 'user' }>;
/** A shown price holds this long, seconds. */
const PREVIEW_S = 600,
  PAGE_S = 31 * 60;

/** Reads the price of a plan. @throws AppError payment_away when the provider has none */
export async function priceOf(
  deps: PaymentDeps,
  plan: PlanId,
): Promise<Stripe.Price & { unit_amount: number }> {
  const { stripe } = providerOf(deps),
    lookupKey = PLANS.find(({ id }) => id === plan)!.lookupKey,
    { data } = await asked(stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 })),
    price = data[0];
  if (!price || price.unit_amount === null) throw new AppError('payment_away');
  return { ...price, unit_amount: price.unit_amount };
}
export const isRunning = <R extends Pick<ContractRow, 'subscriptionId' | 'endedAt' | 'plan'>>(
  row: R | undefined,
): row is R & { subscriptionId: string; plan: PlanId } =>
  row !== undefined && row.subscriptionId !== null && row.endedAt === null && row.plan !== null;

const lookAt = (deps: PaymentDeps, cid: string) => deps.workshop.look(cid, { kind: 'system', cid });

/** Sums of a plan at a fixed second: of a new contract, or of a change. */
async function sumsOf(
  deps: PaymentDeps,
  cid: string,
  plan: PlanId,
  at: number,
): Promise<Omit<Preview, 'previewId'>> {
  const { stripe } = providerOf(deps),
    row = await findContract(lookAt(deps, cid)),
    price = await priceOf(deps, plan);
  if (!isRunning(row)) {
    const vat = await asked(vatOf(stripe)),
      netCents = price.unit_amount - (await deps.discounts.reductionOf(cid, price.unit_amount)),
      taxCents = Math.round((netCents * vat.percentage) / 100);
    return {
      plan,
      isUpgrade: true,
      prorationCents: null,
      netCents,
      taxCents,
      totalCents: netCents + taxCents,
      billedAt: at * 1000,
    };
  }
  if (plan === row.plan && row.nextPlan === null) throw new AppError('state_conflict');
  const isUp = isUpgrade(row.plan, plan),
    sub = await asked(stripe.subscriptions.retrieve(row.subscriptionId)),
    item = sub.items.data[0]!;
  const shown = await asked(
    stripe.invoices.createPreview({
      subscription: sub.id,
      subscription_details: {
        items: [{ id: item.id, price: price.id, quantity: 1 }],
        ...(isUp
          ? { proration_behavior: 'create_prorations', proration_date: at }
          : { proration_behavior: 'none' }),
      },
    }),
  );
  const proration = shown.lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration === true)
    .reduce((sum, line) => sum + line.amount, 0);
  return {
    plan,
    isUpgrade: isUp,
    prorationCents: proration,
    netCents: shown.subtotal,
    taxCents: shown.total - shown.subtotal,
    totalCents: shown.total,
    billedAt: item.current_period_end * 1000,
  };
}
/** Ids are bound to the practice: one of another does not fit. */
const idOfPreview = (
  cid: string,
  at: number,
  { billedAt, ...sums }: Omit<Preview, 'previewId'>,
): string =>
  `${at}.${createHash('sha256')
    .update(JSON.stringify([cid, at, sums.prorationCents === null ? 0 : billedAt, sums]))
    .digest('hex')}`;

/** Shows what a plan costs. @throws AppError state_conflict for the plan that already runs */
export async function previewPlan(deps: PaymentDeps, cid: string, plan: PlanId): Promise<Preview> {
  const at = Math.floor(deps.now() / 1000),
    sums = await sumsOf(deps, cid, plan, at);
  return { previewId: idOfPreview(cid, at, sums), ...sums };
}

/** Returns a payer as the provider stores it. */
export const customerOf = ({ name, email, street, plz, city }: Payer) => ({
  name,
  ...(email !== '' && { email }),
  address: { line1: street, postal_code: plz, city, country: 'DE' },
});
/** Returns the practice's customer at the provider, made once. */
export async function ensureCustomer(deps: PaymentDeps, cid: string): Promise<ContractRow> {
  const known = await findContract(lookAt(deps, cid));
  if (known) return known;
  const payer = await deps.payerOf(cid),
    { stripe } = providerOf(deps),
    wanted: Stripe.CustomerCreateParams = {
      ...customerOf(payer),
      preferred_locales: ['de'],
      metadata: { cid },
    },
    // The provider refuses a key with other details, e.g. of a practice that was renamed meanwhile.
    details = createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 16);
  const customer = await asked(
    stripe.customers.create(wanted, { idempotencyKey: `cus:${cid}:${details}` }),
  );
  return deps.workshop.write(cid, { kind: 'system', cid }, (w) =>
    ensureContract(w, customer.id, payer),
  );
}

/** Who opens a hosted page, and for which practice. */
export interface PageOpener {
  cid: string;
  actor: Actor;
  userId: string;
}
const openerOf = (person: Person): PageOpener => ({
  cid: person.cid,
  actor: person,
  userId: person.userId,
});
/** What is entered on a hosted page; `actId`: the act of the vendor that asks for it. */
export type PageChange =
  | { kind: 'start'; plan: PlanId }
  | { kind: 'method'; actId?: string }
  | { kind: 'pay' };
const OWN_PAGE = '/practice/einstellungen/vertrag';

/**
 * Opens a hosted page for a method of payment.
 * @param back path to which the browser comes back
 * @returns its address, which is stored nowhere
 * @throws AppError state_conflict while another method waits
 */
export async function openPage(
  deps: PaymentDeps,
  { cid, actor, userId }: PageOpener,
  change: PageChange,
  back = OWN_PAGE,
): Promise<string> {
  const { stripe } = providerOf(deps),
    row = await ensureCustomer(deps, cid);
  if (change.kind === 'method' && (await openHeldOf(lookAt(deps, cid), 'method')))
    throw new AppError('state_conflict');
  const id = await deps.workshop.write(cid, actor, async (w) => {
    const made = w.newId();
    await insertChange(w, { id: made, ...change, userId, at: w.now });
    await w.audit('payment.page_opened', { changeId: made, kind: change.kind });
    return made;
  });
  const way = `${deps.address()}${back}`,
    session = await asked(
      stripe.checkout.sessions.create(
        {
          mode: 'setup',
          currency: 'eur',
          customer: row.customerId,
          allowed_payment_method_types: ['sepa_debit', 'card'],
          locale: 'de',
          expires_at: Math.floor(deps.now() / 1000) + PAGE_S,
          setup_intent_data: { metadata: { cid, changeId: id } },
          success_url: `${way}${back.includes('?') ? '&' : '?'}zurueck=${id}`,
          cancel_url: way,
        },
        { idempotencyKey: `page:${id}` },
      ),
    );
  await deps.workshop.write(cid, actor, (w) => setSession(w, id, session.id));
  if (session.url === null) throw new AppError('payment_away');
  return session.url;
}
/** Opens the page for another account or card of an owner. @throws AppError state_conflict */
export const openMethodPage = (deps: PaymentDeps, person: Person): Promise<string> =>
  openPage(deps, openerOf(person), { kind: 'method' });

/**
 * Checks that a shown price still is what the plan costs.
 * @throws AppError state_conflict when it is older than ten minutes or another one
 */
export async function checkPreview(
  deps: PaymentDeps,
  cid: string,
  plan: PlanId,
  previewId: string,
): Promise<{ at: number; isUpgrade: boolean }> {
  const at = Number(previewId.slice(0, 10)),
    age = deps.now() / 1000 - at;
  if (age < 0 || age > PREVIEW_S) throw new AppError('state_conflict');
  const sums = await sumsOf(deps, cid, plan, at);
  if (idOfPreview(cid, at, sums) !== previewId) throw new AppError('state_conflict');
  return { at, isUpgrade: sums.isUpgrade };
}

/** A change of plan: what for, from which second on, and its id. */
export interface PlanChange {
  id: string;
  plan: PlanId;
  at: number;
  isUpgrade: boolean;
}
/** Stores a smaller plan before the call: it must not count before the paid period ends. */
export const notePlan = async (w: Work, { plan, isUpgrade }: PlanChange): Promise<void> => {
  await updateContract(w, { nextPlan: isUpgrade ? null : plan });
};
/** Changes the plan at the provider; repeating it changes nothing. */
export async function movePlan(
  deps: PaymentDeps,
  cid: string,
  { id, plan, at, isUpgrade }: PlanChange,
): Promise<void> {
  const { stripe } = providerOf(deps),
    row = await findContract(lookAt(deps, cid));
  if (!isRunning(row)) return;
  const price = await priceOf(deps, plan),
    sub = await asked(stripe.subscriptions.retrieve(row.subscriptionId));
  await asked(
    stripe.subscriptions.update(
      sub.id,
      {
        items: [{ id: sub.items.data[0]!.id, price: price.id, quantity: 1 }],
        ...(isUpgrade
          ? { proration_behavior: 'create_prorations', proration_date: at }
          : { proration_behavior: 'none' }),
      },
      { idempotencyKey: `plan:${id}` },
    ),
  );
}

/**
 * Begins a contract, or changes its plan as it was shown.
 * @returns the hosted page of a new contract; null when the plan was changed
 * @throws AppError state_conflict when the shown price is older than ten minutes or another one
 */
export async function choosePlan(
  deps: PaymentDeps,
  person: Person,
  { previewId, plan }: { previewId: string; plan: PlanId },
): Promise<string | null> {
  const { cid } = person,
    shown = await checkPreview(deps, cid, plan, previewId);
  if (!isRunning(await findContract(lookAt(deps, cid))))
    return openPage(deps, openerOf(person), { kind: 'start', plan });
  const change = await deps.workshop.write(cid, person, async (w) => {
    const made: PlanChange = { id: w.newId(), plan, ...shown };
    await insertChange(w, { id: made.id, kind: 'plan', plan, userId: person.userId, at: w.now });
    await notePlan(w, made);
    await w.audit('payment.plan_changed', { changeId: made.id, plan });
    return made;
  });
  await movePlan(deps, cid, change);
  await deps.workshop.write(cid, person, (w) => finishChange(w, change.id));
  await refreshPayment(deps, cid);
  return null;
}

/** Ends the contract with its period, or takes that back. @throws AppError not_found without one */
export async function endContract(
  deps: PaymentDeps,
  person: Person,
  isEnding: boolean,
): Promise<void> {
  const { cid } = person,
    row = await findContract(lookAt(deps, cid));
  if (!isRunning(row)) throw new AppError('not_found');
  await deps.workshop.write(cid, person, (w) =>
    w.audit(isEnding ? 'payment.cancelled' : 'payment.cancel_withdrawn', {}),
  );
  await asked(
    providerOf(deps).stripe.subscriptions.update(row.subscriptionId, {
      cancel_at_period_end: isEnding,
    }),
  );
  await refreshPayment(deps, cid);
}
