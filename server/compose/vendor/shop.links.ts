// Links of the shop: mails of accounts to who ordered or to the owners, in the language of each.

import { germanDay } from '../../../shared/base/dates.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import type { OrderState } from '../../../shared/vendor/shop/shop.ts';
import { findUserInUnit, listOwners } from '../../accounts/account-store/store.ts';
import { listActive } from '../../accounts/account-store/store-links.ts';
import { nameOf } from '../../accounts/sessions/open-session.ts';
import type { AuthDeps } from '../../accounts/sign-in/auth-deps.ts';
import type { OrderMail, ShopDeps } from '../../vendor/shop/links.ts';
import type { Deps } from '../deps.ts';

type Language = 'de' | 'en';
const TITLES: Readonly<Record<OrderState, Record<Language, string>>> = {
  draft: { de: 'Bestellung wartet auf Ihre Freigabe', en: 'Order waits for your release' },
  ordered: { de: 'Bestellung eingegangen', en: 'Order received' },
  backorder: { de: 'Lieferung verzögert sich', en: 'Delivery is delayed' },
  confirmed: { de: 'Bestellung bestätigt', en: 'Order confirmed' },
  packed: { de: 'Bestellung gepackt', en: 'Order packed' },
  shipped: { de: 'Bestellung versandt', en: 'Order sent' },
  delivered: { de: 'Bestellung angekommen', en: 'Order arrived' },
  cancelled: { de: 'Bestellung storniert', en: 'Order cancelled' },
  returned: { de: 'Rückgabe eingegangen', en: 'Return received' },
};
/** States without a mail: steps inside the warehouse, and what the practice reported. */
const SILENT: readonly OrderState[] = ['packed', 'delivered'];

const linesIn = ({ lines }: OrderMail, language: Language): string =>
  lines
    .map(({ quantity, nameDe, nameEn }) => `${quantity} × ${language === 'de' ? nameDe : nameEn}`)
    .join(', ');
function noteIn({ state, note, expectedOn, tracking }: OrderMail, language: Language): string {
  const isGerman = language === 'de',
    parts: string[] = [];
  if (state === 'draft')
    parts.push(
      isGerman
        ? 'Die Summe liegt über der Grenze, bis zu der das Team ohne Inhaber bestellt. Ohne Freigabe verfällt die Bestellung nach 7 Tagen.'
        : 'The sum is above the limit up to which the team orders without an owner. Without a release the order lapses after 7 days.',
    );
  if (expectedOn !== null)
    parts.push(
      isGerman
        ? `Voraussichtlich ab ${germanDay(expectedOn)}.`
        : `Expected from ${germanDay(expectedOn)} on.`,
    );
  if (state === 'shipped' && tracking !== null)
    parts.push(isGerman ? `Sendungsnummer: ${tracking}.` : `Tracking number: ${tracking}.`);
  if (note !== '') parts.push(note);
  return parts.join(' ');
}

/** Builds the shop's links to accounts. */
export const shopLinks = (d: Deps, auth: AuthDeps): Pick<ShopDeps, 'tellOrder' | 'namesOf'> => ({
  namesOf: async (cid, userIds) => {
    if (userIds.length === 0) return new Map();
    const users = await listActive(d.workshop.look(cid, { kind: 'system', cid }));
    return new Map(users.map((user) => [user.id, nameOf(user)]));
  },
  tellOrder: async (w, mail) => {
    const { to, state, number } = mail;
    if (SILENT.includes(state)) return;
    const asker = to === 'owners' ? undefined : await findUserInUnit(w, to.userId),
      people =
        to === 'owners' ? await listOwners(w) : asker && asker.disabledAt === null ? [asker] : [];
    for (const user of people) {
      const language = languageOf(user);
      await auth.mail(w, {
        key: `${mail.key}:${user.id}`,
        to: user.email,
        template: 'shopOrder',
        language,
        data: {
          title: TITLES[state][language],
          number,
          items: linesIn(mail, language),
          note: noteIn(mail, language),
          link: '/practice/hilfe/stifte',
        },
      });
    }
  },
});
