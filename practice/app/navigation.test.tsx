// Tests of the areas: each role's entries, the area of every address, addresses that must stay, and
// the links written in the app's sources.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  createMemoryRouter,
  matchRoutes,
  MemoryRouter,
  RouterProvider,
  type RouteObject,
} from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UserRole } from '../../shared/base/roles.ts';
import { FLAG_KEYS, flagOf } from '../../shared/base/flags/flags.ts';
import { startOf } from '../../shared/accounts/user-settings.ts';
import { reportAt } from '../analytics/reports/report-list.ts';
import { clearSession } from '../session.ts';
import { signInAs } from '../session.fixture.ts';
import { fakeServer, stage } from '../ui/stage.fixture.tsx';
import { AnswersListPage } from '../desk/forms/answers/AnswersListPage.tsx';
import { AreaPages } from './AreaPages.tsx';
import { NotFoundPage } from './ErrorPage.tsx';
import { areasOf, phoneAreas, placeOf } from './navigation.ts';
import { router } from './routes.tsx';
import { SideBar } from './SideBar.tsx';
import de from './texts.de.json';

/** Addresses of the app that bookmarks, mails and papers may contain; none of them ever dies. */
const KEPT = [
  '/',
  '/abrechnung',
  '/abrechnung/abgelehnt',
  '/abrechnung/hinweise',
  '/abrechnung/kennzahlen',
  '/abrechnung/nachtragen',
  '/abrechnung/protokoll',
  '/abrechnung/quartal',
  '/abrechnung/regeln',
  '/abrechnung/regeln/eigene/r1',
  '/abrechnung/regeln/grenzen',
  '/abrechnung/regeln/neu',
  '/agb',
  '/agb/auftragsverarbeitung',
  '/anamnese',
  '/anamnese/a1',
  '/berichte',
  '/berichte/hvm',
  '/berichte/hvm/berlin',
  '/berichte/kennzahlen',
  '/berichte/steuerbuero',
  '/berichte/umsatz/zeitreihe',
  '/betrieb',
  '/betrieb/anfragen',
  '/betrieb/anfragen/c1/t1',
  '/betrieb/anfragen/post',
  '/betrieb/bestellungen',
  '/betrieb/einrichtung',
  '/betrieb/gutscheine',
  '/betrieb/lizenzen',
  '/betrieb/rechnungen',
  '/betrieb/rueckmeldungen',
  '/betrieb/schalter',
  '/betrieb/textbausteine',
  '/betrieb/ueberblick',
  '/betrieb/vertraege',
  '/betrieb/zustand',
  '/daten',
  '/daten/einlesen',
  '/daten/stichworte',
  '/daten/terminarten',
  '/dokumente',
  '/dokumente/freigaben',
  '/einladung',
  '/einladung/t1',
  '/einrichten',
  '/einstellungen',
  '/einstellungen/aufbewahrung',
  '/einstellungen/aufbewahrung/p1',
  '/einstellungen/dateien',
  '/einstellungen/datenschutz',
  '/einstellungen/datenschutz/entwurf/b1',
  '/einstellungen/sicherung',
  '/einstellungen/umzug',
  '/einstellungen/sms',
  '/einstellungen/vertrag',
  '/einstellungen/werte',
  '/einstellungen/zugriff',
  '/einwilligungen',
  '/einwilligungen/abrechnung',
  '/empfang',
  '/erste-schritte',
  '/fehlend',
  '/fehlend/einlesen',
  '/fehlend/vereinbarung',
  '/first/t1',
  '/formulare',
  '/formulare/f1',
  '/heute',
  '/hilfe',
  '/hilfe/neu',
  '/hilfe/rueckmeldung',
  '/hilfe/stifte',
  '/hilfe/t1',
  '/hkp',
  '/konto',
  '/konto/sicherheit',
  '/konto/sitzungen',
  '/mail',
  '/mail/t1',
  '/mail/undo/t1',
  '/notfallmappe',
  '/nutzer',
  '/par',
  '/patient/p1',
  '/postausgang',
  '/praxissoftware',
  '/protokoll',
  '/protokoll/akte/p1',
  '/pruefen',
  '/recall',
  '/regeln',
  '/reset',
  '/reset/t1',
  '/stammdaten',
  '/stuhl',
  '/texte',
  '/texte/t1',
  '/ueberblick',
  '/ueberblick/kosten',
  '/ueberblick/ziele',
  '/uebergabe',
  '/zahlung',
  '/zahlung/stoppen/t1',
  '/zuordnen',
  '/zuordnen/links',
  '/zugaenge',
  '/zurueckgelegt',
] as const;
/** Pages outside the areas: own account, and those without the frame. */
const WITHOUT_AREA = /^\/(?:$|konto|hilfe|first|reset|einladung|mail|uebergabe|betrieb|zahlung)/;
const isThere = (path: string): boolean => {
  const found = matchRoutes(router.routes, path)?.at(-1)?.route;
  return found !== undefined && found.path !== '*';
};
const OWNER = areasOf({ role: 'owner', figures: 'alle' }, null);
const namesFor = (role: UserRole, figures?: 'alle'): string[] =>
  areasOf({ role, ...(figures && { figures }) }, null).map(({ name }) => name);

describe('areas', () => {
  test('each role has its areas, at most seven', () => {
    expect(namesFor('owner', 'alle')).toEqual([
      'empfang',
      'heute',
      'patienten',
      'listen',
      'abrechnung',
      'zahlen',
      'einstellungen',
    ]);
    expect(namesFor('staff')).toHaveLength(6);
    expect(namesFor('staff', 'alle')).toHaveLength(7);
    expect(namesFor('reception')).toEqual([
      'empfang',
      'heute',
      'patienten',
      'listen',
      'einstellungen',
    ]);
  });
  test('the vendor staff see what their grant opens', () => {
    const seen = (grant: Parameters<typeof areasOf>[1]): string[] =>
      areasOf({ role: 'support' }, grant).map(({ name }) => name);
    expect(seen(null)).toEqual(['betrieb', 'nutzer']);
    expect(seen('spoken')).toEqual(['betrieb', 'empfang', 'einstellungen']);
    expect(seen('break_glass')).toEqual(['betrieb', 'einstellungen']);
  });
  test('a page that is switched off leaves its area', () => {
    const listen = areasOf({ role: 'owner' }, null, (to) => to !== '/recall').find(
      ({ name }) => name === 'listen',
    );
    expect(listen?.pages.map(({ to }) => to)).toEqual([
      '/fehlend',
      '/hkp',
      '/par',
      '/stammdaten',
      '/zuordnen',
      '/einwilligungen',
    ]);
  });
  test('targets and tax adviser are pages of owners only', () => {
    const zahlen = areasOf({ role: 'staff', figures: 'alle' }, null).find(
      ({ name }) => name === 'zahlen',
    );
    expect(zahlen?.pages.map(({ to }) => to)).toEqual([
      '/ueberblick',
      '/berichte',
      '/berichte/hvm',
      '/berichte/kennzahlen',
    ]);
  });
  test.each([
    ['/patient/p1', 'patienten', undefined],
    ['/dokumente/freigaben', 'patienten', '/dokumente/freigaben'],
    ['/protokoll/akte/p1', 'patienten', undefined],
    ['/protokoll', 'einstellungen', undefined],
    ['/fehlend/einlesen', 'listen', '/fehlend'],
    ['/einwilligungen', 'listen', '/einwilligungen'],
    ['/einwilligungen/abrechnung', 'einstellungen', undefined],
    ['/berichte/umsatz/zeitreihe', 'zahlen', '/berichte'],
    ['/berichte/hvm/berlin', 'zahlen', '/berichte/hvm'],
    ['/abrechnung/quartal', 'abrechnung', '/abrechnung/quartal'],
    ['/abrechnung/protokoll', 'abrechnung', '/abrechnung/quartal'],
    ['/abrechnung/regeln/neu', 'abrechnung', '/abrechnung/regeln'],
  ])('%s belongs to %s', (path, area, page) => {
    const found = placeOf(OWNER, path);
    expect(found?.area.name).toBe(area);
    expect(found?.page?.to).toBe(page);
  });
  test('a start of a name is no address below it', () => {
    expect(placeOf(OWNER, '/heutenicht')).toBeUndefined();
  });
  test('a phone shows the areas that the role needs most', () => {
    expect([...phoneAreas(OWNER, 'owner')]).toEqual(['heute', 'patienten', 'listen', 'zahlen']);
    expect([...phoneAreas(areasOf({ role: 'reception' }, null), 'reception')]).toEqual([
      'empfang',
      'heute',
      'patienten',
      'listen',
    ]);
  });
  test('users without an own choice start at the page of their role', () => {
    expect(startOf({ role: 'reception' })).toBe('/empfang');
    expect(startOf({ role: 'owner' })).toBe('/heute');
    expect(startOf({ role: 'staff', settings: { start: '/dokumente' } })).toBe('/dokumente');
    expect(startOf({ role: 'support' })).toBe('/betrieb');
  });
});

describe('addresses', () => {
  test('every kept address opens a page', () => {
    expect(KEPT.filter((path) => !isThere(path))).toEqual([]);
    expect(isThere('/papier')).toBe(false);
  });
  test('every switch names pages that exist', () => {
    const pages = FLAG_KEYS.flatMap((key) => flagOf(key).pages);
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((path) => !isThere(path))).toEqual([]);
    expect(
      pages.filter(
        (path) => path.startsWith('/berichte/') && !reportAt(path.replace('/berichte/', '')),
      ),
    ).toEqual([]);
  });
  test('every page inside the frame marks an area', () => {
    expect(
      KEPT.filter((path) => !WITHOUT_AREA.test(path) && placeOf(OWNER, path) === undefined),
    ).toEqual([]);
  });
  test('every route of the router is among the kept addresses', () => {
    const patterns: string[] = [],
      walk = (routes: readonly RouteObject[], above: string): void => {
        for (const { path = '', children } of routes) {
          const whole = path.startsWith('/') ? path : path === '' ? above : `${above}/${path}`;
          if (children) walk(children, whole);
          else if (whole !== '' && path !== '*') patterns.push(whole);
        }
      };
    walk(router.routes, '');
    const kept = [...KEPT, '/patienten'];
    expect(
      patterns.filter(
        (one) =>
          matchRoutes([{ path: one }], '/') === null &&
          !kept.some((path) => matchRoutes([{ path: one }], path)),
      ),
    ).toEqual([]);
  });
  test('every link written in the sources opens a page', () => {
    const dead: string[] = [];
    let seen = 0;
    for (const name of readdirSync('practice', { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name) || /\.(test|fixture)\./.test(name)) continue;
      const source = readFileSync(join('practice', name), 'utf8');
      for (const [, , path = ''] of source.matchAll(
        /(?:\bto[=:] ?\{?|navigate\()(['"`])(\/[^'"`?]*)/g,
      )) {
        seen++;
        const plain = path.replace(/\$\{[^}]*\}?/g, 'x');
        if (!isThere(plain) && !plain.endsWith('x')) dead.push(`${name}: ${path}`);
      }
    }
    expect(seen).toBeGreaterThan(100);
    expect(dead).toEqual([]);
  });
});

describe('screen', () => {
  const signIn = (role: 'owner' | 'reception'): void =>
    signInAs(
      role,
      { ...(role === 'owner' && { figures: 'alle' }), id: 'u1' },
      { expiresAt: Date.now() + 1e6 },
    );
  const show = (path: string) =>
    stage(
      <MemoryRouter initialEntries={[path]}>
        <SideBar />
        <AreaPages />
      </MemoryRouter>,
      { app: de },
    );
  beforeEach(() => signIn('owner'));
  afterEach(() => {
    clearSession();
    vi.unstubAllGlobals();
  });

  test('the current area and its page are marked', async () => {
    await show('/hkp');
    const bar = screen.getByRole('navigation', { name: 'Hauptbereiche' });
    expect(within(bar).getByRole('link', { current: true }).textContent).toBe('Listen');
    const pages = screen.getByRole('navigation', { name: 'Seiten: Listen' });
    expect(within(pages).getByRole('link', { current: 'page' }).textContent).toBe('HKP');
  });
  test('consents of one person mark the patients, the list of old versions marks the lists', async () => {
    await show('/einwilligungen?patid=p1');
    const bar = screen.getByRole('navigation', { name: 'Hauptbereiche' });
    expect(within(bar).getByRole('link', { current: true }).textContent).toBe('Patienten');
  });
  test('the line of the lists says how much waits in each', async () => {
    fakeServer(({ path }) => ({
      body: path.endsWith('/zahlen')
        ? { hkp: 95, par: 0, recall: 7 }
        : path.endsWith('/tray')
          ? { count: 2 }
          : { people: 3 },
    }));
    await show('/hkp');
    const pages = within(screen.getByRole('navigation', { name: 'Seiten: Listen' }));
    await vi.waitFor(
      () =>
        expect(pages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
          'Unterschriften3',
          'HKP95',
          'PAR',
          'Recall7',
          'Stammdaten3',
          'Zuordnen2',
          'Alte Fassungen3',
        ]),
      // The counts are a part of their own, loaded late.
      { timeout: 20_000 },
    );
    expect(pages.getByRole('link', { name: 'HKP' }).getAttribute('aria-description')).toBe(
      '95 offen',
    );
  });
  test('pages about money of the vendor stand behind one button, which shows the current one', async () => {
    signInAs('administrator', { id: 'v1' }, { expiresAt: Date.now() + 1e6 });
    await show('/betrieb/rechnungen');
    const pages = within(screen.getByRole('navigation', { name: 'Seiten: Betrieb' }));
    expect(pages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Praxen',
      'Überblick',
      'Zustand',
      'Einrichtung',
      'Anfragen',
      'Rückmeldungen',
      'Textbausteine',
      'Schalter',
    ]);
    const group = pages.getByRole('button', { name: 'Verträge und Geld: Rechnungen' });
    expect(group.getAttribute('aria-current')).toBe('true');
    await userEvent.click(group);
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Verträge',
      'Lizenzen',
      'Rechnungen',
      'Bestellungen',
      'Gutscheine',
    ]);
    expect(items[2]?.getAttribute('aria-current')).toBe('page');
  });
  test('support sees only its pages behind the button', async () => {
    signInAs('support', { id: 'v2' }, { expiresAt: Date.now() + 1e6 });
    await show('/betrieb/zustand');
    await userEvent.click(screen.getByRole('button', { name: 'Verträge und Geld' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Lizenzen',
      'Bestellungen',
    ]);
  });
  test('an area with one page has no line of pages', async () => {
    await show('/heute');
    expect(screen.queryByRole('navigation', { name: /^Seiten/ })).toBeNull();
  });
  test('questionnaires without a person lead to the patients', async () => {
    const memory = createMemoryRouter(
      [
        { path: '/anamnese', element: <AnswersListPage /> },
        { path: '/patienten', element: <p>hier suchen</p> },
      ],
      { initialEntries: ['/anamnese'] },
    );
    await stage(<RouterProvider router={memory} />, { app: de });
    await screen.findByText('hier suchen');
    expect(memory.state.location.pathname).toBe('/patienten');
  });
  test('an unknown address shows its message inside the frame', async () => {
    const found = matchRoutes(router.routes, '/papier') ?? [];
    expect(found.map(({ route }) => route.path)).toContain('*');
    expect(found.length).toBeGreaterThan(2);
    await stage(
      <MemoryRouter>
        <NotFoundPage />
      </MemoryRouter>,
      { app: de },
    );
    expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
  });
});
