// The table of the app's areas: entries of the side bar, the pages of each area, and the area of an
// address.

import type { User } from '../../shared/accounts/auth.schema.ts';
import type { UserRole } from '../../shared/base/roles.ts';
import { isVendor } from '../../shared/base/roles.ts';
import type { GrantKind } from '../../shared/vendor/grants.ts';
import type de from './texts.de.json';

type AppKey = keyof typeof de;
const AREAS = [
  'empfang',
  'heute',
  'patienten',
  'listen',
  'abrechnung',
  'zahlen',
  'einstellungen',
  'betrieb',
  'nutzer',
] as const;
export type AreaName = (typeof AREAS)[number];
/** A page of an area, shown in the line of pages above it. */
export interface AreaPage {
  readonly to: string;
  readonly text: AppKey;
  /** Absent: everyone who has the area. */
  readonly roles?: readonly UserRole[];
  /** Further addresses that belong to the page. */
  readonly holds?: readonly string[];
  /** Pages with the same group stand behind one button of the line. */
  readonly group?: AppKey;
}
export interface Area {
  readonly name: AreaName;
  /** First page. */
  readonly to: string;
  readonly text: AppKey;
  /** Pages that switch in place; empty where the pages of the area show their own switch. */
  readonly pages: readonly AreaPage[];
  /** Further addresses that belong to the area. */
  readonly holds: readonly string[];
}

const area = (
  name: AreaName,
  to: string,
  pages: readonly AreaPage[] = [],
  holds: readonly string[] = [],
): Area => ({ name, to, text: `nav.${name}`, pages, holds });

const PLACES: Readonly<Record<AreaName, Area>> = {
  empfang: area('empfang', '/empfang', [], ['/stuhl']),
  heute: area('heute', '/heute'),
  patienten: area(
    'patienten',
    '/patienten',
    [
      { to: '/patienten', text: 'page.patienten' },
      { to: '/dokumente', text: 'page.dokumente' },
      { to: '/dokumente/freigaben', text: 'page.freigaben' },
      { to: '/pruefen', text: 'page.pruefen' },
    ],
    ['/patient', '/anamnese', '/protokoll/akte'],
  ),
  listen: area(
    'listen',
    '/fehlend',
    [
      { to: '/fehlend', text: 'page.fehlend' },
      { to: '/hkp', text: 'page.hkp' },
      { to: '/par', text: 'page.par' },
      { to: '/recall', text: 'page.recall' },
      { to: '/stammdaten', text: 'page.stammdaten' },
      { to: '/zuordnen', text: 'page.zuordnen' },
      { to: '/einwilligungen', text: 'page.einwilligungen' },
    ],
    ['/zurueckgelegt'],
  ),
  // In the order of a day's work.
  abrechnung: area('abrechnung', '/abrechnung', [
    { to: '/abrechnung', text: 'page.vorschlaege' },
    { to: '/abrechnung/hinweise', text: 'page.hinweise' },
    { to: '/abrechnung/nachtragen', text: 'page.nachtragen' },
    { to: '/abrechnung/abgelehnt', text: 'page.abgelehnt' },
    { to: '/abrechnung/quartal', text: 'page.quartal', holds: ['/abrechnung/protokoll'] },
    { to: '/abrechnung/kennzahlen', text: 'page.abrechnungszahlen' },
    { to: '/abrechnung/regeln', text: 'page.abrechnungsregeln' },
  ]),
  zahlen: area('zahlen', '/ueberblick', [
    { to: '/ueberblick', text: 'page.ueberblick' },
    { to: '/berichte', text: 'page.berichte' },
    { to: '/ueberblick/ziele', text: 'page.ziele', roles: ['owner'] },
    { to: '/ueberblick/kosten', text: 'page.kosten', roles: ['owner'] },
    { to: '/berichte/hvm', text: 'page.hvm' },
    { to: '/berichte/steuerbuero', text: 'page.steuerbuero', roles: ['owner'] },
    { to: '/berichte/kennzahlen', text: 'page.kennzahlen' },
  ]),
  einstellungen: area(
    'einstellungen',
    '/einstellungen',
    [],
    [
      '/agb',
      '/daten',
      '/einrichten',
      '/erste-schritte',
      '/einwilligungen/abrechnung',
      '/formulare',
      '/notfallmappe',
      '/nutzer',
      '/postausgang',
      '/praxissoftware',
      '/protokoll',
      '/regeln',
      '/texte',
      '/zugaenge',
    ],
  ),
  betrieb: area('betrieb', '/betrieb', [
    { to: '/betrieb', text: 'page.betrieb' },
    { to: '/betrieb/ueberblick', text: 'page.ueberblick', roles: ['administrator'] },
    { to: '/betrieb/zustand', text: 'page.zustand' },
    { to: '/betrieb/einrichtung', text: 'page.einrichtung' },
    { to: '/betrieb/anfragen', text: 'page.anfragen' },
    { to: '/betrieb/rueckmeldungen', text: 'page.rueckmeldungen' },
    { to: '/betrieb/textbausteine', text: 'page.textbausteine' },
    {
      to: '/betrieb/vertraege',
      text: 'page.vertraege',
      group: 'group.geld',
      roles: ['administrator'],
    },
    { to: '/betrieb/lizenzen', text: 'page.lizenzen', group: 'group.geld' },
    {
      to: '/betrieb/rechnungen',
      text: 'page.rechnungen',
      group: 'group.geld',
      roles: ['administrator'],
    },
    { to: '/betrieb/bestellungen', text: 'page.bestellungen', group: 'group.geld' },
    {
      to: '/betrieb/gutscheine',
      text: 'page.gutscheine',
      group: 'group.geld',
      roles: ['administrator'],
    },
    { to: '/betrieb/schalter', text: 'page.schalter' },
  ]),
  nutzer: area('nutzer', '/nutzer'),
};

/** What a grant opens to the vendor's staff; listed records are in the line above the page. */
const OPENED: Readonly<Record<GrantKind, readonly AreaName[]>> = {
  impersonation: ['einstellungen'],
  spoken: ['empfang', 'einstellungen'],
  break_glass: ['einstellungen'],
};
const namesOf = (
  { role, figures }: Pick<User, 'role' | 'figures'>,
  grant: GrantKind | null,
): readonly AreaName[] =>
  isVendor(role)
    ? ['betrieb', ...(grant === null ? (['nutzer'] as const) : OPENED[grant])]
    : [
        'empfang',
        'heute',
        'patienten',
        'listen',
        // Proposals are decided by owners and the team, not at reception.
        ...(role === 'reception' ? [] : (['abrechnung'] as const)),
        // Figures are for owners, and for users whom they granted access.
        ...(figures === undefined ? [] : (['zahlen'] as const)),
        'einstellungen',
      ];

/**
 * Returns the areas of a signed-in user in the order of the side bar.
 * @param grant kind of the grant by which the vendor's staff act for a practice
 * @param isOpen whether a page is not switched off
 */
export const areasOf = (
  user: Pick<User, 'role' | 'figures'>,
  grant: GrantKind | null,
  isOpen: (to: string) => boolean = () => true,
): readonly Area[] =>
  namesOf(user, grant).map((name) => {
    const one = PLACES[name];
    return {
      ...one,
      pages: one.pages.filter(
        ({ roles, to }) => (roles === undefined || roles.includes(user.role)) && isOpen(to),
      ),
    };
  });

const isBelow = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`);
/** Returns the most specific of some addresses that contains a path. */
const nearest = (path: string, places: readonly string[]): string | undefined =>
  places.filter((place) => isBelow(path, place)).sort((a, b) => b.length - a.length)[0];

/** Returns the area of an address below /practice, and its page in the line of pages. */
export function placeOf(
  areas: readonly Area[],
  path: string,
): { area: Area; page: AreaPage | undefined } | undefined {
  const placesOfPage = (page: AreaPage): string[] => [page.to, ...(page.holds ?? [])],
    placesOf = ({ to, pages, holds }: Area): string[] => [
      to,
      ...pages.flatMap(placesOfPage),
      ...holds,
    ],
    best = nearest(path, areas.flatMap(placesOf)),
    found = areas.find((one) => best !== undefined && placesOf(one).includes(best));
  return (
    found && {
      area: found,
      page: found.pages.find((one) => best !== undefined && placesOfPage(one).includes(best)),
    }
  );
}

/** Places of a phone's bar besides „Mehr“, the most needed areas of the role. */
const ON_PHONE = 4;
export const phoneAreas = (areas: readonly Area[], role: UserRole): ReadonlySet<AreaName> =>
  new Set(
    areas
      .filter(({ name }) => role !== 'owner' || !['empfang', 'abrechnung'].includes(name))
      .slice(0, ON_PHONE)
      .map(({ name }) => name),
  );
