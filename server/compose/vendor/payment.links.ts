// Links of payment: mails of accounts to the owners of a practice, in the language of each.

import { germanMoment } from '../../../shared/base/dates.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import type { HeldKind } from '../../../shared/vendor/contract/held-change.ts';
import { findUserInUnit, listOwners } from '../../accounts/account-store/store.ts';
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
const RULE_WORDS: Readonly<Record<'second' | 'single', Record<Language, string>>> = {
  second: {
    de: 'Ein zweiter Inhaber muss vorher in Molar zustimmen.',
    en: 'A second owner has to agree in Molar before.',
  },
  single: {
    de: 'Ihre Praxis hat keinen zweiten Inhaber, der zustimmen könnte. Deshalb wartet die Änderung drei Tage.',
    en: 'Your practice has no second owner who could agree. So the change waits three days.',
  },
};

/** Guessed links of one network; a link has 256 bits, this only limits the load. */
const LINK_RULE: AttemptRule = {
  free: 30,
  waitMs: 60_000,
  maxWaitMs: 900_000,
  forgetMs: 3_600_000,
};

type Mailed = Parameters<AuthDeps['mail']>[1]['template'];
/** Builds the links of payment. */
export function paymentDeps(d: Deps, auth: AuthDeps, voucher: VoucherDeps): PaymentDeps {
  const toOwners = async (
    w: Work,
    key: string,
    template: Mailed,
    dataOf: (language: Language) => Record<string, string>,
  ): Promise<void> => {
    for (const owner of await listOwners(w)) {
      const language = languageOf(owner);
      await auth.mail(w, {
        key: `${key}:${owner.id}`,
        to: owner.email,
        template,
        language,
        data: { link: CONTRACT, ...dataOf(language) },
      });
    }
  };
  const changeIn = (language: Language, kind: HeldKind, what: string): string =>
    `${KIND_WORDS[kind][language]}: ${what}`;
  return {
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
    tellOwners: (w, { key, template, data }) => toOwners(w, key, template, () => data),
    nameOf: async (w, userId) => {
      const user = await findUserInUnit(w, userId);
      return user ? nameOf(user) : '';
    },
    owners: async (s) =>
      (await listOwners(s))
        .filter(({ passwordHash }) => passwordHash !== NO_PASSWORD)
        .map(({ id, createdAt }) => ({ id, since: createdAt })),
    tellHeld: (w, { key, kind, what, who, dueAt, needsSecond, token }) =>
      toOwners(w, key, 'paymentHeld', (language) => ({
        change: changeIn(language, kind, what),
        who,
        due: germanMoment(dueAt),
        rule: RULE_WORDS[needsSecond ? 'second' : 'single'][language],
        link: `/practice/zahlung/stoppen/${token}`,
      })),
    tellStopped: (w, { key, kind, what }) =>
      toOwners(w, key, 'paymentStopped', (language) => ({
        change: changeIn(language, kind, what),
      })),
    tellReader: (w, { key, to, token }) =>
      auth.mail(w, {
        key,
        to,
        template: 'paymentReader',
        language: 'de',
        data: { link: `/practice/zahlung/adresse/${token}` },
      }),
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
