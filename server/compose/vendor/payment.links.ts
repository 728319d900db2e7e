// Links of payment: mails of accounts to the owners of a practice, in the language of each.

import { berlinDay, germanDay, germanMoment } from '../../../shared/base/dates.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import type { ActKind } from '../../../shared/vendor/contract/admin.ts';
import type { Delivery } from '../../../shared/vendor/contract/notice.ts';
import type { HeldKind } from '../../../shared/vendor/contract/held-change.ts';
import { findUserInUnit, listOwners } from '../../accounts/account-store/store.ts';
import { statesOfKeys, statesOfPractices, type MailState } from '../../accounts/mail/store.ts';
import { readPayer } from '../../accounts/settings/read-settings.ts';
import { nameOf } from '../../accounts/sessions/open-session.ts';
import { networkOf, type AttemptRule } from '../../accounts/sign-in/attempts.ts';
import type { AuthDeps } from '../../accounts/sign-in/auth-deps.ts';
import { NO_PASSWORD } from '../../accounts/sign-in/passwords.ts';
import { newSecret } from '../../accounts/sign-in/secret.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { Work } from '../../platform/work.ts';
import type { PaymentDeps } from '../../vendor/payment/links.ts';
import type { VoucherDeps } from '../../vendor/voucher/links.ts';
import { discountsOf } from '../../vendor/voucher/redeem.ts';
import type { Deps } from '../deps.ts';

const CONTRACT = '/practice/einstellungen/vertrag';
type Language = 'de' | 'en';

const KIND_WORDS: Readonly<Record<HeldKind, Record<Language, string>>> = {
  method: { de: 'Zahlungsart', en: 'method of payment' },
  name: { de: 'Name auf der Rechnung', en: 'name on invoices' },
  email: { de: 'E-Mail-Adresse für Rechnungen', en: 'mail address for invoices' },
  address: { de: 'Anschrift auf der Rechnung', en: 'address on invoices' },
};
const RULE_WORDS: Readonly<Record<'second' | 'single' | 'vendor', Record<Language, string>>> = {
  vendor: {
    de: 'Wir vom Hersteller haben das veranlasst; zwei Personen haben zugestimmt. Grund: {reason}',
    en: 'We at the vendor arranged this; two people agreed. Reason: {reason}',
  },
  second: {
    de: 'Ein zweiter Inhaber muss vorher in Molar zustimmen.',
    en: 'A second owner has to agree in Molar before.',
  },
  single: {
    de: 'Ihre Praxis hat keinen zweiten Inhaber, der zustimmen könnte. Deshalb wartet die Änderung drei Tage.',
    en: 'Your practice has no second owner who could agree. So the change waits three days.',
  },
};

/** Titles and notes of the steps of dunning, from the report of a debt to the contract's end. */
const DUE_TITLES: readonly Record<Language, string>[] = [
  { de: 'Offene Rechnung', en: 'Open invoice' },
  { de: 'Zahlungserinnerung', en: 'Reminder of payment' },
  { de: 'Mahnung', en: 'Demand for payment' },
  { de: 'Zweite Mahnung', en: 'Second demand for payment' },
  { de: 'Einschränkung wegen offener Rechnung', en: 'Restriction because of an open invoice' },
  { de: 'Vertragsende wegen offener Rechnung', en: 'End of contract because of an open invoice' },
];
const DUE_NOTES: readonly Record<Language, string>[] = [
  { de: '', en: '' },
  { de: 'Bitte zahlen Sie bis zum {day}.', en: 'Please pay by {day}.' },
  {
    de: 'Bitte zahlen Sie bis zum {day}; sonst folgt eine zweite Mahnung.',
    en: 'Please pay by {day}; a second demand follows otherwise.',
  },
  {
    de: 'Bleibt die Rechnung offen, lassen sich ab dem {day} keine neuen Nutzer und Tablets anlegen.',
    en: 'If the invoice stays open, no new users and tablets can be added from {day} on.',
  },
  {
    de: 'Neue Nutzer und Tablets lassen sich erst nach Zahlung anlegen. Bleibt die Rechnung offen, endet der Vertrag am {day}.',
    en: 'New users and tablets can be added after payment only. If the invoice stays open, the contract ends on {day}.',
  },
  {
    de: 'Der Vertrag endet damit, und es wird nichts mehr berechnet. Die offenen Rechnungen bleiben offen.',
    en: 'The contract ends with this, and nothing more is charged. Open invoices stay open.',
  },
];
const ACT_WORDS: Readonly<Record<ActKind, Record<Language, string>>> = {
  cancel: {
    de: 'Der Vertrag endet zum Ende des bezahlten Zeitraums.',
    en: 'The contract ends with the paid period.',
  },
  keep: { de: 'Der Vertrag läuft weiter.', en: 'The contract goes on.' },
  plan: { de: 'Tarif {detail}', en: 'plan {detail}' },
  pause: {
    de: 'Bis zum {detail} wird nichts berechnet.',
    en: 'Nothing is charged until {detail}.',
  },
  resume: { de: 'Die Pause ist beendet.', en: 'The pause is over.' },
  hold: { de: 'Mahnungen ruhen bis zum {detail}.', en: 'Reminders are held until {detail}.' },
  unhold: { de: 'Mahnungen ruhen nicht mehr.', en: 'Reminders are no longer held.' },
  noticeAgain: {
    de: 'Die Mahnung wurde noch einmal versandt.',
    en: 'The reminder was sent again.',
  },
  refund: {
    de: 'Zur Rechnung {detail} zahlen wir Geld zurück.',
    en: 'We pay money of invoice {detail} back.',
  },
  payer: { de: 'Rechnungsangaben: {detail}', en: 'invoice details: {detail}' },
  method: { de: 'neue Zahlungsart', en: 'another method of payment' },
  noticeByHand: {
    de: 'Die Mahnung wurde Ihnen auf anderem Weg mitgeteilt.',
    en: 'You were informed of the reminder in another way.',
  },
};
const PLAN_WORDS: Readonly<Record<string, string>> = {
  praxis: 'Praxis',
  praxisPlus: 'Praxis Plus',
};
const actDetail = (kind: ActKind, detail: string): string =>
  kind === 'refund' || kind === 'payer' || kind === 'method'
    ? detail
    : kind === 'plan'
      ? (PLAN_WORDS[detail] ?? detail)
      : detail === ''
        ? ''
        : germanDay(detail);
const deliveryWord = (state: MailState): Delivery =>
  state === 'gesendet' ? 'sent' : state === 'wartet' ? 'waiting' : 'failed';
const money = (cents: number): string =>
  new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(cents / 100);

/** Guessed links of one network; a link has 256 bits, this only limits the load. */
const LINK_RULE: AttemptRule = {
  free: 30,
  waitMs: 60_000,
  maxWaitMs: 900_000,
  forgetMs: 3_600_000,
};

type Mailed = Parameters<AuthDeps['mail']>[1]['template'];
type ToOwners = (
  w: Work,
  key: string,
  template: Mailed,
  dataOf: (language: Language) => Record<string, string>,
) => Promise<string[]>;
/** Mails all owners of a practice. @returns keys of the mails */
const toOwnersBy =
  (auth: AuthDeps): ToOwners =>
  async (w, key, template, dataOf) => {
    const keys: string[] = [];
    for (const owner of await listOwners(w)) {
      const language = languageOf(owner),
        own = `${key}:${owner.id}`;
      keys.push(own);
      await auth.mail(w, {
        key: own,
        to: owner.email,
        template,
        language,
        data: { link: CONTRACT, ...dataOf(language) },
      });
    }
    return keys;
  };
const changeIn = (language: Language, kind: HeldKind, what: string): string =>
  `${KIND_WORDS[kind][language]}: ${what}`;

type Mails = Pick<
  PaymentDeps,
  | 'tellActed'
  | 'tellOwners'
  | 'tellDue'
  | 'tellDebit'
  | 'tellHeld'
  | 'tellStopped'
  | 'tellReader'
  | 'tellNotDone'
  | 'tellPage'
>;
const mailsOf = (auth: AuthDeps, toOwners: ToOwners, creditor: string): Mails => ({
  tellOwners: async (w, { key, template, data }) => {
    await toOwners(w, key, template, () => data);
  },
  tellDue: (w, { key, cents, step, nextAt }) =>
    toOwners(w, key, 'paymentDue', (language) => ({
      title: DUE_TITLES[step]?.[language] ?? '',
      amount: money(cents),
      note: (DUE_NOTES[step]?.[language] ?? '').replace(
        '{day}',
        nextAt === undefined ? '' : germanDay(berlinDay(nextAt)),
      ),
    })),
  tellDebit: (w, { key, cents, dueAt, mandate, last4 }) =>
    toOwners(w, key, 'paymentDebit', () => ({
      amount: money(cents),
      day: germanDay(berlinDay(dueAt)),
      creditor,
      mandate,
      last4,
    })),
  tellHeld: async (w, { key, kind, what, who, dueAt, rule, reason, token }) => {
    await toOwners(w, key, 'paymentHeld', (language) => ({
      change: changeIn(language, kind, what),
      who,
      due: germanMoment(dueAt),
      rule: RULE_WORDS[rule][language].replace('{reason}', () => reason),
      link: `/practice/zahlung/stoppen/${token}`,
    }));
  },
  tellStopped: async (w, { key, kind, what }) => {
    await toOwners(w, key, 'paymentStopped', (language) => ({
      change: changeIn(language, kind, what),
    }));
  },
  tellActed: async (w, { key, kind, detail, reason }) => {
    await toOwners(w, key, 'paymentActed', (language) => ({
      change: ACT_WORDS[kind][language].replace('{detail}', () => actDetail(kind, detail)),
      reason,
    }));
  },
  tellNotDone: async (w, { key, kind, detail }) => {
    await toOwners(w, key, 'paymentNotDone', (language) => ({
      change: ACT_WORDS[kind][language].replace('{detail}', () => actDetail(kind, detail)),
    }));
  },
  tellPage: async (w, { key, reason, token }) => {
    await toOwners(w, key, 'paymentPage', () => ({
      reason,
      link: `/practice/zahlung/konto/${token}`,
    }));
  },
  tellReader: (w, { key, to, token }) =>
    auth.mail(w, {
      key,
      to,
      template: 'paymentReader',
      language: 'de',
      data: { link: `/practice/zahlung/adresse/${token}` },
    }),
});

/** Builds the links of payment. */
export function paymentDeps(d: Deps, auth: AuthDeps, voucher: VoucherDeps): PaymentDeps {
  const creditorId = d.seller?.creditorId ?? '';
  return {
    ...mailsOf(auth, toOwnersBy(auth), creditorId),
    creditorId,
    discounts: discountsOf(voucher),
    store: d.store,
    workshop: d.workshop,
    now: d.now,
    log: d.log,
    provider: voucher.provider,
    address: () => d.publicUrl ?? d.mail?.base ?? '',
    payerOf: async (cid) => {
      const { name, mail, street, plz, city } = await readPayer(
        d.workshop.look(cid, { kind: 'system', cid }),
      );
      return { name, email: mail, street, plz, city };
    },
    deliveryOf: async (s, keys) => [...(await statesOfKeys(s, keys)).values()].map(deliveryWord),
    deliveriesOf: async (of) =>
      new Map(
        [...(await statesOfPractices(d.store, of))].map(([cid, states]) => [
          cid,
          states.map(deliveryWord),
        ]),
      ),
    nameOf: async (w, userId) => {
      const user = await findUserInUnit(w, userId);
      return user ? nameOf(user) : '';
    },
    owners: async (s) =>
      (await listOwners(s))
        .filter(({ passwordHash }) => passwordHash !== NO_PASSWORD)
        .map(({ id, createdAt }) => ({ id, since: createdAt })),
    newLink: () => {
      const token = newSecret('lnk_');
      return { token, hash: hashSecret(token) };
    },
    hashOfLink: hashSecret,
    reserveLink: async (ip) => {
      const key = `link:${networkOf(ip)}`;
      await d.attempts.reserve(key, LINK_RULE, d.now());
      return () => d.attempts.giveBack(key);
    },
  };
}
