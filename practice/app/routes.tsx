// Routes of the staff app below /practice; every page is lazily loaded.

import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { wordsHere } from '../ui/words.ts';
import { HandoverPage } from '../accounts/handover/HandoverPage.tsx';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { chooseLanguage } from './i18n.ts';
import { PageSkeleton } from './PageSkeleton.tsx';
import { Shell } from './Shell.tsx';
import { StartPage } from './StartPage.tsx';
import { StartRedirect } from './StartRedirect.tsx';

/** A page is ready once the texts of its area are loaded. */
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
          Component: (await import('../accounts/sign-in/FirstUserPage.tsx')).FirstUserPage,
        }),
      },
      { path: '/uebergabe', element: <HandoverPage /> },
      {
        path: '/reset',
        lazy: async () => ({
          Component: (await import('../accounts/sign-in/ForgottenPage.tsx')).ForgottenPage,
        }),
      },
      {
        path: '/reset/:token',
        lazy: async () => ({
          Component: (await import('../accounts/sign-in/ResetPage.tsx')).ResetPage,
        }),
      },
      {
        path: '/einladung/:token',
        lazy: async () => ({
          Component: (await import('../accounts/sign-in/InvitePage.tsx')).InvitePage,
        }),
      },
      {
        path: '/mail/:token',
        lazy: async () => ({
          Component: (await import('../accounts/sign-in/MailLinkPage.tsx')).ConfirmMailPage,
        }),
      },
      {
        path: '/mail/undo/:token',
        lazy: async () => ({
          Component: (await import('../accounts/sign-in/MailLinkPage.tsx')).UndoMailPage,
        }),
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
                  Component: (await import('../desk/chair/ChairPage.tsx')).ChairPage,
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
                  Component: (await import('../desk/board/BoardPage.tsx')).BoardPage,
                }),
              },
              {
                path: '/heute',
                lazy: async () => ({
                  Component: (await import('../analytics/today/TodayPage.tsx')).TodayPage,
                }),
              },
              {
                path: '/ueberblick',
                lazy: async () => ({
                  Component: (await import('../analytics/overview/OverviewPage.tsx')).OverviewPage,
                }),
              },
              {
                path: '/ueberblick/ziele',
                lazy: async () => ({
                  Component: (await import('../analytics/overview/TargetsPage.tsx')).TargetsPage,
                }),
              },
              {
                path: '/berichte',
                lazy: async () => ({
                  Component: (await import('../analytics/reports/ReportsPage.tsx')).ReportsPage,
                }),
              },
              {
                path: '/berichte/kennzahlen',
                lazy: async () => ({
                  Component: (await import('../analytics/reports/GlossaryPage.tsx')).GlossaryPage,
                }),
              },
              {
                path: '/berichte/steuerbuero',
                lazy: async () => ({
                  Component: (await import('../analytics/reports/TaxAdviserPage.tsx')).TaxPage,
                }),
              },
              {
                path: '/berichte/hvm/:region?',
                lazy: async () => ({
                  Component: (await import('../analytics/reports/HvmPage.tsx')).HvmPage,
                }),
              },
              {
                path: '/patient/:patid',
                lazy: async () => ({
                  Component: (await import('../desk/patient/PatientPage.tsx')).PatientPage,
                }),
              },
              {
                path: '/berichte/*',
                lazy: async () => ({
                  Component: (await import('../analytics/reports/ReportsPage.tsx')).OneReportPage,
                }),
              },
              {
                path: '/fehlend',
                lazy: async () => ({
                  Component: (await import('../records/papers/MissingPage.tsx')).MissingPage,
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
                  Component: (await import('../records/documents/DocumentsPage.tsx')).DocumentsPage,
                }),
              },
              {
                path: '/dokumente/freigaben',
                lazy: async () => ({
                  Component: (await import('./SharesScreen.tsx')).SharesScreen,
                }),
              },
              {
                path: '/anamnese',
                lazy: async () => ({
                  Component: (await import('../desk/forms/answers/AnswersListPage.tsx'))
                    .AnswersListPage,
                }),
              },
              {
                path: '/anamnese/:answersId',
                lazy: async () => {
                  const [{ AnswersPage }, { ChangesOfAnswers }] = await Promise.all([
                    import('../desk/forms/answers/AnswersPage.tsx'),
                    import('../desk/master-data/ChangesOfAnswers.tsx'),
                  ]);
                  return {
                    element: <AnswersPage below={(patid) => <ChangesOfAnswers patid={patid} />} />,
                  };
                },
              },
              {
                path: '/einwilligungen',
                lazy: async () => ({
                  Component: (await import('../records/consent/ConsentPage.tsx')).ConsentPage,
                }),
              },
              {
                path: '/einwilligungen/abrechnung',
                lazy: async () => ({
                  Component: (await import('../records/consent/BillingConsentPage.tsx'))
                    .BillingConsentPage,
                }),
              },
              {
                path: '/hkp',
                lazy: async () => {
                  const { WorklistPage } = await import('../analytics/worklists/WorklistPage.tsx');
                  return { element: <WorklistPage key="hkp" kind="hkp" /> };
                },
              },
              {
                path: '/par',
                lazy: async () => {
                  const { WorklistPage } = await import('../analytics/worklists/WorklistPage.tsx');
                  return { element: <WorklistPage key="par" kind="par" /> };
                },
              },
              {
                path: '/recall',
                lazy: async () => {
                  const { WorklistPage } = await import('../analytics/worklists/WorklistPage.tsx');
                  return { element: <WorklistPage key="recall" kind="recall" /> };
                },
              },
              {
                path: '/abrechnung',
                lazy: async () => {
                  const { ProposalsPage } =
                    await import('../analytics/proposals/ProposalsPage.tsx');
                  return { element: <ProposalsPage key="vorschlaege" kind="vorschlaege" /> };
                },
              },
              {
                path: '/abrechnung/hinweise',
                lazy: async () => {
                  const { ProposalsPage } =
                    await import('../analytics/proposals/ProposalsPage.tsx');
                  return { element: <ProposalsPage key="hinweise" kind="hinweise" /> };
                },
              },
              {
                path: '/abrechnung/nachtragen',
                lazy: async () => ({
                  Component: (await import('../analytics/proposals/ToEnterPage.tsx')).ToEnterPage,
                }),
              },
              {
                path: '/abrechnung/abgelehnt',
                lazy: async () => ({
                  Component: (await import('../analytics/proposals/RejectedPage.tsx')).RejectedPage,
                }),
              },
              {
                path: '/abrechnung/quartal',
                lazy: async () => ({
                  Component: (await import('../analytics/proposals/QuarterPage.tsx')).QuarterPage,
                }),
              },
              {
                path: '/abrechnung/kennzahlen',
                lazy: async () => ({
                  Component: (await import('../analytics/proposals/BillingFiguresPage.tsx'))
                    .FiguresPage,
                }),
              },
              {
                path: '/abrechnung/regeln',
                lazy: async () => ({
                  Component: (await import('../analytics/proposals/rules/RulesPage.tsx')).RulesPage,
                }),
              },
              {
                path: '/abrechnung/regeln/neu',
                lazy: async () => ({
                  Component: (await import('../analytics/proposals/rules/RuleEditorPage.tsx'))
                    .RuleEditorPage,
                }),
              },
              {
                path: '/abrechnung/regeln/eigene/:regelId',
                lazy: async () => ({
                  Component: (await import('../analytics/proposals/rules/RuleEditorPage.tsx'))
                    .RuleEditorPage,
                }),
              },
              {
                path: '/stammdaten',
                lazy: async () => ({
                  Component: (await import('../desk/master-data/MasterDataPage.tsx'))
                    .MasterDataPage,
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
                  Component: (await import('../desk/parked/ParkedPage.tsx')).ParkedPage,
                }),
              },
              {
                path: '/pruefen',
                lazy: async () => ({
                  Component: (await import('../records/documents/CheckPage.tsx')).CheckPage,
                }),
              },
              {
                path: '/einstellungen',
                lazy: async () => ({
                  Component: (await import('../accounts/settings/SettingsPage.tsx')).SettingsPage,
                }),
              },
              {
                path: '/regeln',
                lazy: async () => ({
                  Component: (await import('../desk/rules/RulesPage.tsx')).RulesPage,
                }),
              },
              {
                path: '/praxissoftware',
                lazy: async () => ({
                  Component: (await import('../records/transfer/PracticeSoftwarePage.tsx'))
                    .PracticeSoftwarePage,
                }),
              },
              {
                path: '/daten',
                lazy: async () => ({
                  Component: (await import('../analytics/collector/DataPage.tsx')).DataPage,
                }),
              },
              {
                path: '/daten/einlesen',
                lazy: async () => ({
                  Component: (
                    await import('../analytics/collector/table-import/TableImportPage.tsx')
                  ).ImportPage,
                }),
              },
              {
                path: '/daten/terminarten',
                lazy: async () => ({
                  Component: (await import('../analytics/collector/AppointmentTypesPage.tsx'))
                    .AppointmentTypesPage,
                }),
              },
              {
                path: '/daten/stichworte',
                lazy: async () => ({
                  Component: (await import('../analytics/collector/KeywordsPage.tsx')).KeywordsPage,
                }),
              },
              {
                path: '/notfallmappe',
                lazy: async () => ({
                  Component: (await import('../records/emergency/EmergencyPage.tsx')).EmergencyPage,
                }),
              },
              {
                path: '/formulare',
                lazy: async () => ({
                  Component: (await import('../desk/forms/designer/FormsPage.tsx')).FormsPage,
                }),
              },
              {
                path: '/formulare/:key',
                lazy: async () => ({
                  Component: (await import('../desk/forms/designer/EditorPage.tsx')).EditorPage,
                }),
              },
              {
                path: '/texte',
                lazy: async () => ({
                  Component: (await import('../records/texts/TextsPage.tsx')).TextsPage,
                }),
              },
              {
                path: '/texte/:key',
                lazy: async () => ({
                  Component: (await import('../records/texts/TextEditorPage.tsx')).TextEditorPage,
                }),
              },
              {
                path: '/einstellungen/sms',
                lazy: async () => ({
                  Component: (await import('../accounts/sms/SmsPage.tsx')).SmsPage,
                }),
              },
              {
                path: '/einstellungen/werte',
                lazy: async () => ({
                  Component: (await import('../analytics/static-data/StaticDataPage.tsx'))
                    .StaticDataPage,
                }),
              },
              {
                path: '/einstellungen/dateien',
                lazy: async () => ({
                  Component: (await import('../records/files/FilesPage.tsx')).BucketPage,
                }),
              },
              {
                path: '/einstellungen/aufbewahrung',
                lazy: async () => ({
                  Component: (await import('./RetentionScreen.tsx')).RetentionScreen,
                }),
              },
              {
                path: '/einstellungen/aufbewahrung/:patid',
                lazy: async () => ({
                  Component: (await import('../records/retention/PersonPage.tsx')).PersonPage,
                }),
              },
              {
                path: '/einstellungen/sicherung',
                lazy: async () => ({
                  Component: (await import('../operations/backup/BackupPage.tsx')).BackupPage,
                }),
              },
              {
                path: '/konto',
                lazy: async () => ({
                  Component: (await import('../accounts/profile/ProfileFrame.tsx')).ProfileFrame,
                }),
                children: [
                  {
                    index: true,
                    lazy: async () => {
                      const { ProfilePage } = await import('../accounts/profile/ProfilePage.tsx');
                      return { element: <ProfilePage chooseLanguage={chooseLanguage} /> };
                    },
                  },
                  {
                    path: 'sicherheit',
                    lazy: async () => ({
                      Component: (await import('../accounts/profile/SecurityPage.tsx'))
                        .SecurityPage,
                    }),
                  },
                  {
                    path: 'sitzungen',
                    lazy: async () => ({
                      Component: (await import('../accounts/profile/SessionsPage.tsx'))
                        .SessionsPage,
                    }),
                  },
                ],
              },
              {
                path: '/einstellungen/zugriff',
                lazy: async () => ({
                  Component: (await import('../vendor/support/AccessPage.tsx')).AccessPage,
                }),
              },
              {
                path: '/betrieb',
                lazy: async () => ({
                  Component: (await import('../vendor/support/OperationPage.tsx')).OperationPage,
                }),
              },
              {
                path: '/protokoll',
                lazy: async () => ({
                  Component: (await import('../operations/audit/AuditPage.tsx')).AuditLogPage,
                }),
              },
              {
                path: '/protokoll/akte/:patid',
                lazy: async () => ({
                  Component: (await import('../operations/audit/RecordAuditPage.tsx'))
                    .RecordAuditPage,
                }),
              },
              {
                path: '/zugaenge',
                lazy: async () => ({
                  Component: (await import('../accounts/tokens/TokensPage.tsx')).TokensPage,
                }),
              },
              {
                path: '/agb',
                lazy: async () => ({
                  Component: (await import('../accounts/terms/TermsPage.tsx')).TermsPage,
                }),
              },
              {
                path: '/nutzer',
                lazy: async () => ({
                  Component: (await import('../accounts/users/UsersPage.tsx')).UsersPage,
                }),
              },
              {
                path: '/postausgang',
                lazy: async () => ({
                  Component: (await import('../accounts/mail/MailPage.tsx')).MailPage,
                }),
              },
              {
                path: '/einrichten',
                lazy: async () => ({
                  Component: (await import('../operations/backup/SetupPage.tsx')).SetupPage,
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

/** Checks whether the page of the address is loaded. */
export const isPageThere = (): boolean =>
  router.state.initialized && router.state.navigation.state === 'idle';
/** Prefetches the chunks of a page that may be opened next. @param path below /practice */
export const aheadOf = async (path: string): Promise<void> => {
  for (const {
    route: { lazy },
  } of matchRoutes(ROUTES, path) ?? [])
    if (typeof lazy === 'function') await lazy();
};

export const router = createBrowserRouter(ROUTES, { basename: '/practice' });
