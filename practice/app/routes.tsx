// Routes of the staff app below /practice; every page is loaded when it is first opened.

import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { wordsHere } from '../ui/words.ts';
import { HandoverPage } from '../uebergabe/HandoverPage.tsx';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { chooseLanguage } from './i18n.ts';
import { PageSkeleton } from './PageSkeleton.tsx';
import { Shell } from './Shell.tsx';
import { StartPage } from './StartPage.tsx';
import { StartRedirect } from './StartRedirect.tsx';

/** A page is there when the words of its rooms are. */
const withWords = (routes: RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { lazy, children } = route,
      words = typeof lazy === 'function' && {
        lazy: async () => {
          const page = await lazy();
          await wordsHere();
          return page;
        },
      };
    return {
      ...route,
      ...words,
      ...(children && { children: withWords(children) }),
    } as RouteObject;
  });

const ROUTES = withWords([
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <StartPage isUnreachable={false} />,
    children: [
      {
        path: '/first/:token',
        lazy: async () => ({
          Component: (await import('../auth/FirstUserPage.tsx')).FirstUserPage,
        }),
      },
      { path: '/uebergabe', element: <HandoverPage /> },
      {
        path: '/reset',
        lazy: async () => ({
          Component: (await import('../auth/ForgottenPage.tsx')).ForgottenPage,
        }),
      },
      {
        path: '/reset/:token',
        lazy: async () => ({ Component: (await import('../auth/ResetPage.tsx')).ResetPage }),
      },
      {
        path: '/einladung/:token',
        lazy: async () => ({ Component: (await import('../auth/InvitePage.tsx')).InvitePage }),
      },
      {
        path: '/mail/:token',
        lazy: async () => ({
          Component: (await import('../auth/MailLinkPage.tsx')).ConfirmMailPage,
        }),
      },
      {
        path: '/mail/undo/:token',
        lazy: async () => ({ Component: (await import('../auth/MailLinkPage.tsx')).UndoMailPage }),
      },
      {
        element: <Shell isBare />,
        children: [
          {
            errorElement: <ErrorPage />,
            hydrateFallbackElement: <PageSkeleton />,
            children: [
              {
                path: '/stuhl',
                lazy: async () => ({
                  Component: (await import('../stuhl/ChairPage.tsx')).ChairPage,
                }),
              },
            ],
          },
        ],
      },
      {
        element: <Shell />,
        children: [
          { index: true, element: <StartRedirect /> },
          {
            errorElement: <ErrorPage />,
            hydrateFallbackElement: <PageSkeleton />,
            children: [
              {
                path: '/empfang',
                lazy: async () => ({
                  Component: (await import('../empfang/EmpfangPage.tsx')).EmpfangPage,
                }),
              },
              {
                path: '/heute',
                lazy: async () => ({
                  Component: (await import('../heute/HeutePage.tsx')).HeutePage,
                }),
              },
              {
                path: '/ueberblick',
                lazy: async () => ({
                  Component: (await import('../ueberblick/UeberblickPage.tsx')).UeberblickPage,
                }),
              },
              {
                path: '/ueberblick/ziele',
                lazy: async () => ({
                  Component: (await import('../ueberblick/ZielePage.tsx')).ZielePage,
                }),
              },
              {
                path: '/berichte',
                lazy: async () => ({
                  Component: (await import('../berichte/ReportsPage.tsx')).ReportsPage,
                }),
              },
              {
                path: '/berichte/kennzahlen',
                lazy: async () => ({
                  Component: (await import('../berichte/GlossaryPage.tsx')).GlossaryPage,
                }),
              },
              {
                path: '/berichte/steuerbuero',
                lazy: async () => ({
                  Component: (await import('../berichte/SteuerPage.tsx')).SteuerPage,
                }),
              },
              {
                path: '/berichte/hvm/:region?',
                lazy: async () => ({
                  Component: (await import('../berichte/HvmPage.tsx')).HvmPage,
                }),
              },
              {
                path: '/patient/:patid',
                lazy: async () => ({
                  Component: (await import('../patient/PatientPage.tsx')).PatientPage,
                }),
              },
              {
                path: '/berichte/*',
                lazy: async () => ({
                  Component: (await import('../berichte/ReportsPage.tsx')).OneReportPage,
                }),
              },
              {
                path: '/fehlend',
                lazy: async () => ({
                  Component: (await import('../papier/MissingPage.tsx')).MissingPage,
                }),
              },
              {
                path: '/fehlend/vereinbarung',
                lazy: async () => ({ Component: (await import('./FeeScreen.tsx')).FeeScreen }),
              },
              {
                path: '/fehlend/einlesen',
                lazy: async () => ({ Component: (await import('./ScanScreen.tsx')).ScanScreen }),
              },
              {
                path: '/dokumente',
                lazy: async () => ({
                  Component: (await import('../documents/DocumentsPage.tsx')).DocumentsPage,
                }),
              },
              {
                path: '/dokumente/freigaben',
                lazy: async () => ({
                  Component: (await import('./FreigabenScreen.tsx')).FreigabenScreen,
                }),
              },
              {
                path: '/anamnese',
                lazy: async () => ({
                  Component: (await import('../anamnese/AnswersListPage.tsx')).AnswersListPage,
                }),
              },
              {
                path: '/anamnese/:answersId',
                lazy: async () => {
                  const [{ AnswersPage }, { ChangesOfAnswers }] = await Promise.all([
                    import('../anamnese/AnswersPage.tsx'),
                    import('../stammdaten/ChangesOfAnswers.tsx'),
                  ]);
                  return {
                    element: <AnswersPage below={(patid) => <ChangesOfAnswers patid={patid} />} />,
                  };
                },
              },
              {
                path: '/einwilligungen',
                lazy: async () => ({
                  Component: (await import('../einwilligungen/EinwilligungenPage.tsx'))
                    .EinwilligungenPage,
                }),
              },
              {
                path: '/einwilligungen/abrechnung',
                lazy: async () => ({
                  Component: (await import('../einwilligungen/AbrechnungPage.tsx')).AbrechnungPage,
                }),
              },
              {
                path: '/hkp',
                lazy: async () => {
                  const { WorklistPage } = await import('../arbeitsliste/WorklistPage.tsx');
                  return { element: <WorklistPage key="hkp" kind="hkp" /> };
                },
              },
              {
                path: '/par',
                lazy: async () => {
                  const { WorklistPage } = await import('../arbeitsliste/WorklistPage.tsx');
                  return { element: <WorklistPage key="par" kind="par" /> };
                },
              },
              {
                path: '/recall',
                lazy: async () => {
                  const { WorklistPage } = await import('../arbeitsliste/WorklistPage.tsx');
                  return { element: <WorklistPage key="recall" kind="recall" /> };
                },
              },
              {
                path: '/abrechnung',
                lazy: async () => {
                  const { VorschlaegePage } = await import('../abrechnung/VorschlaegePage.tsx');
                  return { element: <VorschlaegePage key="vorschlaege" kind="vorschlaege" /> };
                },
              },
              {
                path: '/abrechnung/hinweise',
                lazy: async () => {
                  const { VorschlaegePage } = await import('../abrechnung/VorschlaegePage.tsx');
                  return { element: <VorschlaegePage key="hinweise" kind="hinweise" /> };
                },
              },
              {
                path: '/abrechnung/nachtragen',
                lazy: async () => ({
                  Component: (await import('../abrechnung/NachtragenPage.tsx')).NachtragenPage,
                }),
              },
              {
                path: '/abrechnung/abgelehnt',
                lazy: async () => ({
                  Component: (await import('../abrechnung/AbgelehntPage.tsx')).AbgelehntPage,
                }),
              },
              {
                path: '/abrechnung/quartal',
                lazy: async () => ({
                  Component: (await import('../abrechnung/QuartalPage.tsx')).QuartalPage,
                }),
              },
              {
                path: '/abrechnung/kennzahlen',
                lazy: async () => ({
                  Component: (await import('../abrechnung/KennzahlenPage.tsx')).KennzahlenPage,
                }),
              },
              {
                path: '/abrechnung/regeln',
                lazy: async () => ({
                  Component: (await import('../abrechnung/RegelnPage.tsx')).RegelnPage,
                }),
              },
              {
                path: '/abrechnung/regeln/neu',
                lazy: async () => ({
                  Component: (await import('../abrechnung/RuleEditorPage.tsx')).RuleEditorPage,
                }),
              },
              {
                path: '/abrechnung/regeln/eigene/:regelId',
                lazy: async () => ({
                  Component: (await import('../abrechnung/RuleEditorPage.tsx')).RuleEditorPage,
                }),
              },
              {
                path: '/stammdaten',
                lazy: async () => ({
                  Component: (await import('../stammdaten/StammdatenPage.tsx')).StammdatenPage,
                }),
              },
              {
                path: '/zuordnen',
                lazy: async () => ({ Component: (await import('./TrayScreens.tsx')).TrayScreen }),
              },
              {
                path: '/zuordnen/links',
                lazy: async () => ({ Component: (await import('./TrayScreens.tsx')).LinksScreen }),
              },
              {
                path: '/zurueckgelegt',
                lazy: async () => ({
                  Component: (await import('../zurueckgelegt/ZurueckgelegtPage.tsx'))
                    .ZurueckgelegtPage,
                }),
              },
              {
                path: '/pruefen',
                lazy: async () => ({
                  Component: (await import('../documents/CheckPage.tsx')).CheckPage,
                }),
              },
              {
                path: '/einstellungen',
                lazy: async () => ({
                  Component: (await import('../settings/SettingsPage.tsx')).SettingsPage,
                }),
              },
              {
                path: '/regeln',
                lazy: async () => ({
                  Component: (await import('../regeln/RegelnPage.tsx')).RegelnPage,
                }),
              },
              {
                path: '/praxissoftware',
                lazy: async () => ({
                  Component: (await import('../doctosync/PraxissoftwarePage.tsx'))
                    .PraxissoftwarePage,
                }),
              },
              {
                path: '/daten',
                lazy: async () => ({
                  Component: (await import('../daten/DatenPage.tsx')).DatenPage,
                }),
              },
              {
                path: '/daten/einlesen',
                lazy: async () => ({
                  Component: (await import('../daten/EinlesenPage.tsx')).EinlesenPage,
                }),
              },
              {
                path: '/daten/terminarten',
                lazy: async () => ({
                  Component: (await import('../daten/TerminartenPage.tsx')).TerminartenPage,
                }),
              },
              {
                path: '/daten/stichworte',
                lazy: async () => ({
                  Component: (await import('../daten/StichwortePage.tsx')).StichwortePage,
                }),
              },
              {
                path: '/notfallmappe',
                lazy: async () => ({
                  Component: (await import('../notfall/NotfallPage.tsx')).NotfallPage,
                }),
              },
              {
                path: '/formulare',
                lazy: async () => ({
                  Component: (await import('../formulare/FormularePage.tsx')).FormularePage,
                }),
              },
              {
                path: '/formulare/:key',
                lazy: async () => ({
                  Component: (await import('../formulare/EditorPage.tsx')).EditorPage,
                }),
              },
              {
                path: '/texte',
                lazy: async () => ({
                  Component: (await import('../texte/TextePage.tsx')).TextePage,
                }),
              },
              {
                path: '/texte/:key',
                lazy: async () => ({
                  Component: (await import('../texte/TextEditorPage.tsx')).TextEditorPage,
                }),
              },
              {
                path: '/einstellungen/sms',
                lazy: async () => ({ Component: (await import('../sms/SmsPage.tsx')).SmsPage }),
              },
              {
                path: '/einstellungen/werte',
                lazy: async () => ({
                  Component: (await import('../stammwerte/StammwertePage.tsx')).StammwertePage,
                }),
              },
              {
                path: '/einstellungen/dateien',
                lazy: async () => ({
                  Component: (await import('../bucket/BucketPage.tsx')).BucketPage,
                }),
              },
              {
                path: '/einstellungen/aufbewahrung',
                lazy: async () => ({
                  Component: (await import('./AufbewahrungScreen.tsx')).AufbewahrungScreen,
                }),
              },
              {
                path: '/einstellungen/aufbewahrung/:patid',
                lazy: async () => ({
                  Component: (await import('../aufbewahrung/PersonPage.tsx')).PersonPage,
                }),
              },
              {
                path: '/einstellungen/sicherung',
                lazy: async () => ({
                  Component: (await import('../backup/BackupPage.tsx')).BackupPage,
                }),
              },
              {
                path: '/konto',
                lazy: async () => ({
                  Component: (await import('../konto/KontoFrame.tsx')).KontoFrame,
                }),
                children: [
                  {
                    index: true,
                    lazy: async () => {
                      const { ProfilePage } = await import('../konto/ProfilePage.tsx');
                      return { element: <ProfilePage chooseLanguage={chooseLanguage} /> };
                    },
                  },
                  {
                    path: 'sicherheit',
                    lazy: async () => ({
                      Component: (await import('../konto/SecurityPage.tsx')).SecurityPage,
                    }),
                  },
                  {
                    path: 'sitzungen',
                    lazy: async () => ({
                      Component: (await import('../konto/SessionsPage.tsx')).SessionsPage,
                    }),
                  },
                ],
              },
              {
                path: '/einstellungen/zugriff',
                lazy: async () => ({
                  Component: (await import('../zugriff/AccessPage.tsx')).AccessPage,
                }),
              },
              {
                path: '/betrieb',
                lazy: async () => ({
                  Component: (await import('../zugriff/BetriebPage.tsx')).BetriebPage,
                }),
              },
              {
                path: '/protokoll',
                lazy: async () => ({
                  Component: (await import('../protokoll/ProtokollPage.tsx')).ProtokollPage,
                }),
              },
              {
                path: '/protokoll/akte/:patid',
                lazy: async () => ({
                  Component: (await import('../protokoll/AktePage.tsx')).AktePage,
                }),
              },
              {
                path: '/zugaenge',
                lazy: async () => ({
                  Component: (await import('../zugaenge/ZugaengePage.tsx')).ZugaengePage,
                }),
              },
              {
                path: '/agb',
                lazy: async () => ({ Component: (await import('../agb/AgbPage.tsx')).AgbPage }),
              },
              {
                path: '/nutzer',
                lazy: async () => ({
                  Component: (await import('../nutzer/NutzerPage.tsx')).NutzerPage,
                }),
              },
              {
                path: '/postausgang',
                lazy: async () => ({
                  Component: (await import('../postausgang/PostausgangPage.tsx')).PostausgangPage,
                }),
              },
              {
                path: '/einrichten',
                lazy: async () => ({
                  Component: (await import('../backup/SetupPage.tsx')).SetupPage,
                }),
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]);

/** Whether the page of the address is there. */
export const isPageThere = (): boolean =>
  router.state.initialized && router.state.navigation.state === 'idle';
/** Fetches the parts of a page that somebody may open next. @param path below /practice */
export const aheadOf = async (path: string): Promise<void> => {
  for (const {
    route: { lazy },
  } of matchRoutes(ROUTES, path) ?? [])
    if (typeof lazy === 'function') await lazy();
};

export const router = createBrowserRouter(ROUTES, { basename: '/practice' });
