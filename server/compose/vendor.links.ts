// Links of the vendor: support acts through invitations and mails of accounts.

import { hkdfSync } from 'node:crypto';
import path from 'node:path';
import { germanMoment } from '../../shared/base/dates.ts';
import { DAY_MS } from '../../shared/base/day-math.ts';
import { foldEmail } from '../../shared/base/email.ts';
import { ANSWER_MARKERS } from '../../shared/vendor/ticket-mail.ts';
import { mailKeysOf } from '../accounts/mail/mail-keys.ts';
import { messageIdOf } from '../accounts/mail/send-mail.job.ts';
import { requireHookSecret } from '../accounts/mail/take-events.ts';
import { languageOf } from '../../shared/accounts/user-settings.ts';
import type { OnboardingStep } from '../../shared/vendor/onboarding.ts';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import { findUserInUnit, listOwners } from '../accounts/account-store/store.ts';
import { listActive } from '../accounts/account-store/store-links.ts';
import { readCommonWindow } from '../accounts/settings/update-windows.ts';
import { nameOf } from '../accounts/sessions/open-session.ts';
import { isHolidayIn } from '../analytics/snapshot/public-holidays.ts';
import { networkOf, type AttemptRule } from '../accounts/sign-in/attempts.ts';
import type { AuthDeps } from '../accounts/sign-in/auth-deps.ts';
import { inviteClient } from '../accounts/users/create-first-user.ts';
import { findNames } from '../desk/patient/store.ts';
import { cleanUpload } from '../records/documents/upload-document.ts';
import { zipOf } from '../records/retention/export/zip.ts';
import type { FlagReader } from '../vendor/flags/read-flags.ts';
import type { InvoiceDeps } from '../vendor/invoice/links.ts';
import { licenceKeysOf } from '../vendor/licence/keys.ts';
import type { VendorDeps } from '../vendor/module.ts';
import type { PaymentDeps } from '../vendor/payment/links.ts';
import { createProvider } from '../vendor/payment/provider.ts';
import { findContract } from '../vendor/payment/store.ts';
import type { VoucherDeps } from '../vendor/voucher/links.ts';
import type { SupportDeps } from '../vendor/support/links.ts';
import type { TicketDeps } from '../vendor/tickets/links.ts';
import type { Deps } from './deps.ts';
import { paymentDeps } from './vendor/payment.links.ts';
import { shopLinks } from './vendor/shop.links.ts';
import { isSealingDone } from '../platform/keys/cells/seal-stored.ts';
import { secretOf } from '../platform/keys/rootkey/root-keys.ts';

/** Limit of wrong spoken codes per person, in addition to the five that a code itself allows. */
const SPOKEN_RULE: AttemptRule = {
  free: 10,
  waitMs: 60_000,
  maxWaitMs: 900_000,
  forgetMs: 3_600_000,
};
const isKeyApart = ({ backup }: Deps): boolean =>
  backup?.rootKeyFile !== undefined &&
  path.relative(backup.data, backup.rootKeyFile).startsWith('..');
const supportDeps = (d: Deps, auth: AuthDeps): SupportDeps => ({
  store: d.store,
  workshop: d.workshop,
  now: d.now,
  reserveGuess: (key) => d.attempts.reserve(key, SPOKEN_RULE, d.now()),
  giveBackGuess: (key) => d.attempts.giveBack(key),
  address: () => d.publicUrl ?? '',
  firstUserLink: () => inviteClient(auth),
  tellOwners: async (w, { id, name, reason, until }) => {
    for (const owner of await listOwners(w)) {
      await auth.mail(w, {
        key: `grant:${id}:${until}:${owner.id}`,
        to: owner.email,
        template: 'grant',
        language: languageOf(owner),
        data: {
          who: name,
          reason,
          until: germanMoment(until),
          link: '/practice/einstellungen/zugriff',
        },
      });
    }
  },
  tellReview: async (w, { key, name, day }) => {
    for (const owner of await listOwners(w))
      await auth.mail(w, {
        key: `${key}:${owner.id}`,
        to: owner.email,
        template: 'grantUnreviewed',
        language: languageOf(owner),
        data: { who: name, day, link: '/practice/einstellungen/zugriff' },
      });
  },
});

const BY_MAIL = {
  de: 'Sie können auch auf diese E-Mail antworten, ohne Angaben zu Patienten und ohne Anhänge.',
  en: 'You can also answer this e-mail, without details of patients and without attachments.',
} as const;
/** Answers by mail need an address, a mail server and the secret of the inbound calls. */
function supportMail({ rootKey, mail }: Deps): TicketDeps['support'] {
  const { sender, supportMail: base, hookSecret } = mail ?? {};
  if (base === undefined || !sender || hookSecret === undefined) return undefined;
  const keys = mailKeysOf(rootKey);
  return {
    base,
    own: [base, sender.address],
    requireSecret: (given) => requireHookSecret({ hookSecret }, given),
    messageIdOf: (cid, key) => messageIdOf(keys, sender.address, cid, key),
  };
}

const ticketDeps = (d: Deps, auth: AuthDeps): TicketDeps => ({
  store: d.store,
  workshop: d.workshop,
  now: d.now,
  isHoliday: (day) => isHolidayIn(day, null),
  namesAmong: findNames,
  log: d.log,
  support: supportMail(d),
  personOf: async (look, email) => {
    const user = (await listActive(look)).find((one) => one.email === foldEmail(email));
    return user && { userId: user.id, name: nameOf(user), role: user.role };
  },
  tellAsker: async (w, { key, id, helpdeskid, userId, isSolved, thread }) => {
    const asker = await findUserInUnit(w, userId);
    if (!asker || asker.disabledAt !== null) return;
    await auth.mail(w, {
      key,
      to: asker.email,
      template: isSolved ? 'ticketSolved' : 'ticket',
      language: languageOf(asker),
      data: {
        number: helpdeskid,
        link: `/practice/hilfe/${id}`,
        ...(thread && {
          marker: ANSWER_MARKERS[languageOf(asker)],
          byMail: BY_MAIL[languageOf(asker)],
        }),
      },
      ...(thread && { thread }),
    });
  },
  cleanFile: (look, bytes) =>
    cleanUpload({ verifier: d.verifier, pictures: d.pictures }, look, bytes),
  blobs: d.blobs,
  keys: d.keys,
  colleagues: async () =>
    (await listActive(d.workshop.look(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }))).map(
      (user) => ({ id: user.id, name: nameOf(user) }),
    ),
  tellColleague: async (w, { key, userId, number, link }) => {
    const user = await findUserInUnit(w, userId);
    if (!user || user.disabledAt !== null) return;
    await auth.mail(w, {
      key,
      to: user.email,
      template: 'ticketNews',
      language: languageOf(user),
      data: { number, link },
    });
  },
});

/** Guesses of a person and of a practice; a typing error is noticed before and costs none. */
const PERSON_RULE: AttemptRule = {
    free: 5,
    waitMs: 3_600_000,
    maxWaitMs: 3_600_000,
    forgetMs: 3_600_000,
  },
  PRACTICE_RULE: AttemptRule = {
    free: 20,
    waitMs: DAY_MS,
    maxWaitMs: DAY_MS,
    forgetMs: DAY_MS,
  };
const voucherDeps = (d: Deps): VoucherDeps => ({
  store: d.store,
  workshop: d.workshop,
  now: d.now,
  provider: d.payment && createProvider(d.payment),
  codeKey: new Uint8Array(hkdfSync('sha256', secretOf(d.rootKey), 'molar', 'voucher codes 1', 32)),
  reserveTry: async (cid, userId) => {
    await d.attempts.reserve(`voucher:${userId}`, PERSON_RULE, d.now());
    await d.attempts.reserve(`voucher:practice:${cid}`, PRACTICE_RULE, d.now());
  },
});

const invoiceDeps = (d: Deps, payment: PaymentDeps): InvoiceDeps => ({
  ...payment,
  renderer: d.renderer,
  seller: d.seller,
  buyerOf: async (cid) =>
    (await findContract(d.workshop.look(cid, { kind: 'system', cid })))?.payer ??
    (await payment.payerOf(cid)),
  zipOf,
});

/** The steps of the guided start, as its page names them. */
const START_WORDS: Readonly<Record<OnboardingStep, Record<'de' | 'en', string>>> = {
  terms: { de: 'Nutzungsbedingungen annehmen', en: 'accept the terms of use' },
  processing: {
    de: 'Vertrag zur Auftragsverarbeitung annehmen',
    en: 'accept the contract on processing',
  },
  contract: { de: 'Tarif und Zahlungsart wählen', en: 'choose plan and method of payment' },
  licence: { de: 'Lizenz einspielen', en: 'install the licence' },
  praxis: { de: 'Anschrift und Telefon eintragen', en: 'enter address and telephone' },
  target: { de: 'Ort der Sicherung festlegen', en: 'choose the place of the backup' },
  sheet: { de: 'Notfallblatt drucken', en: 'print the recovery sheet' },
  tablet: { de: 'das erste Tablet anmelden', en: 'register the first tablet' },
  paper: { de: 'das erste Papier unterschreiben lassen', en: 'have the first paper signed' },
  import: { de: 'Daten der Praxissoftware einlesen', en: 'read in the practice software' },
};

/** Builds the links of support, of payment, of requests for help and of the directory of practice hosts. */
export function vendorLinks(
  d: Deps,
  auth: AuthDeps,
  flags: FlagReader,
): Omit<VendorDeps, 'licence'> {
  const voucher = voucherDeps(d),
    payment = paymentDeps(d, auth, voucher);
  return {
    support: supportDeps(d, auth),
    tickets: ticketDeps(d, auth),
    payment,
    voucher,
    invoice: invoiceDeps(d, payment),
    dashboard: { store: d.store, now: d.now },
    request: {
      tellFailed: async (w, { key, userId, practiceName }) => {
        const user = await findUserInUnit(w, userId);
        if (!user || user.disabledAt !== null) return;
        await auth.mail(w, {
          key,
          to: user.email,
          template: 'requestFailed',
          language: languageOf(user),
          data: { client: practiceName, link: '/practice/betrieb/vertraege' },
        });
      },
    },
    shop: shopLinks(d, auth),
    feedback: {
      store: d.store,
      workshop: d.workshop,
      now: d.now,
      version: `${d.version}+${d.build}`,
      namesAmong: findNames,
      flags,
    },
    compliance: {
      isSealed: async (look) => d.store.kind === 'sqlite' || (await isSealingDone(look)),
      isKeyApart: isKeyApart(d),
    },
    flags: { store: d.store, workshop: d.workshop, now: d.now, flags },
    fleet: {
      store: d.store,
      workshop: d.workshop,
      now: d.now,
      held: d.held,
      version: `${d.version}+${d.build}`,
      commonWindow: () => readCommonWindow(d.store, d.now()),
    },
    onboarding: {
      store: d.store,
      workshop: d.workshop,
      now: d.now,
      asked: { contract: d.payment !== undefined, licence: licenceKeysOf(d.licences).isOn },
      remind: async (w, { key, step }) => {
        for (const owner of await listOwners(w)) {
          const language = languageOf(owner);
          await auth.mail(w, {
            key: `${key}:${owner.id}`,
            to: owner.email,
            template: 'startWaits',
            language,
            data: { step: START_WORDS[step][language], link: '/practice/erste-schritte' },
          });
        }
      },
    },
    directory: {
      store: d.store,
      now: d.now,
      baseUrl: d.publicUrl ?? '',
      limits: d.limits,
      networkOf,
    },
  };
}
