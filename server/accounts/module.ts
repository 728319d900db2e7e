// The wing of accounts: users, sign-in, settings, terms, news, pictures, mails and text messages.

import { VENDOR_CID } from '../../shared/base/roles.ts';
import type { Module } from '../platform/module.ts';
import { R4C } from '../platform/module.ts';
import { listOwners } from './account-store/store.ts';
import { sweepSteps } from './account-store/store-factors.ts';
import { listActive, listMailedOwners } from './account-store/store-links.ts';
import { editingRoutes } from './editing/routes.ts';
import { handoverKeysOf } from './handover/handover.ts';
import { handoverRoutes } from './handover/routes.ts';
import { forgetMails } from './mail/outbox.ts';
import { mailEventRoutes, oneClickRoutes, outboxRoutes, suppressionRoutes } from './mail/routes.ts';
import { mailSeal } from './mail/mail-seal.ts';
import { createSendMail, giveUpMail } from './mail/send-mail.job.ts';
import { wishAgain } from './mail/unsubscribe.ts';
import { mailNews } from './news/mail-news.ts';
import { newsRoutes } from './news/routes.ts';
import { imageRoutes } from './pictures/routes.ts';
import { nameOf } from './sessions/open-session.ts';
import { settingsRoutes } from './settings/routes.ts';
import { authRoutes } from './sign-in/routes.ts';
import { smsRoutes } from './sms/routes.ts';
import { mailTerms } from './terms/mail-terms.ts';
import { offerDaily } from './terms/processing.ts';
import { processingRoutes, termsRoutes } from './terms/routes.ts';
import { tokenRoutes } from './tokens/token-routes.ts';
import { ownSettingsRoutes, setAvatar } from './users/own-settings.ts';
import { sweepAccounts } from './users/sweep-accounts.ts';
import { userRoutes } from './users/user-routes.ts';
import type { Look } from '../platform/work.ts';
import type { AccountsDeps } from './wiring.ts';

declare module '../platform/work.ts' {
  interface JobKinds {
    'send-mail': true;
  }
}

const ownersOf = async (look: Look): Promise<string[]> => (await listOwners(look)).map(nameOf);

const routesOf = (deps: AccountsDeps): Module['routes'] => {
  const { auth, mail } = deps;
  const own = { section: 'sign-in', role: 'metrics' } as const,
    people = { section: 'users', role: 'metrics' } as const;
  return [
    { ...own, path: '/auth', routes: handoverRoutes(auth, handoverKeysOf(deps.rootKey)) },
    { ...own, path: '/auth', routes: authRoutes(auth) },
    { ...own, path: '/auth', routes: tokenRoutes() },
    {
      ...own,
      path: '/auth',
      routes: ownSettingsRoutes({ wishAgain: (w, email) => wishAgain(w, mail.keys, email) }),
    },
    { ...own, path: '/auth', routes: newsRoutes() },
    {
      section: 'sign-in',
      role: 'saver',
      path: '/imageUploads',
      routes: imageRoutes({ ...deps.images, setAvatar }),
    },
    {
      ...own,
      path: '/api',
      routes: [
        ...termsRoutes({ owners: ownersOf }),
        ...processingRoutes({ owners: ownersOf, ...deps.processing }),
      ],
    },
    {
      ...own,
      path: '/api',
      routes: settingsRoutes({
        passwords: auth.passwords,
        attempts: auth.attempts,
        changed: deps.settingsChanged,
        pictures: deps.images.pictures,
      }),
    },
    { ...people, path: '/auth', routes: userRoutes(auth) },
    { ...people, path: '/auth', routes: suppressionRoutes(mail) },
    { ...people, path: '/api', routes: outboxRoutes(mail) },
    { ...people, path: '/mail', routes: mailEventRoutes(mail) },
    { ...people, path: '', routes: oneClickRoutes(mail) },
    { ...people, role: 'r4c', path: `${R4C}/editing`, routes: editingRoutes(deps.editing) },
    { section: 'sms', role: 'r4c', path: `${R4C}/sms`, routes: smsRoutes(deps.sms) },
  ];
};

/** Mails news, changed terms and the end of seals; without a mail transport they would only fill the outbox. */
async function mailDaily(
  { auth, mail: { sender, workshop } }: AccountsDeps,
  cid: string,
): Promise<void> {
  if (!sender) return;
  await mailNews({ workshop, people: listActive, mail: auth.mail }, cid);
  if (cid === VENDOR_CID) return;
  const toOwners = { workshop, owners: listMailedOwners, mail: auth.mail };
  await mailTerms(toOwners, cid);
  await mailSeal(toOwners, cid);
}

/** Builds the routes, mails and daily work of accounts. */
export const accountsModule = (deps: AccountsDeps): Module => ({
  routes: routesOf(deps),
  jobs: {
    // A day of attempts: mail servers defer unknown senders.
    'send-mail': { tries: 300, giveUp: giveUpMail(deps.mail), run: createSendMail(deps.mail) },
  },
  sweep: () => sweepSteps(deps.auth.store, deps.auth.now()),
  async tidy() {
    await sweepAccounts(deps.auth.store, deps.auth.now());
    await forgetMails(deps.mail);
  },
  daily: async (cid) => {
    if (cid !== VENDOR_CID) await offerDaily(deps.auth.workshop, cid);
    await mailDaily(deps, cid);
  },
});
