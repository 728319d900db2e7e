// Routes of the staff app below /practice; every page is lazily loaded.

import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { wordsHere } from '../ui/words.ts';
import { HandoverPage } from '../accounts/handover/HandoverPage.tsx';
import { DESK_PAGES } from './pages/desk-pages.tsx';
import { ANALYTICS_PAGES } from './pages/analytics-pages.tsx';
import { RECORDS_PAGES } from './pages/records-pages.tsx';
import { HOUSE_PAGES } from './pages/house-pages.tsx';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
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

/** The pages of a signed-in person, inside the shell. */
const PAGES: RouteObject[] = [
  ...DESK_PAGES,
  ...ANALYTICS_PAGES,
  ...RECORDS_PAGES,
  ...HOUSE_PAGES,
  {
    path: '/patient/:patid/:teil?',
    lazy: async () => ({ Component: (await import('./screens/PatientScreen.tsx')).PatientScreen }),
  },
  {
    path: '/fehlend',
    lazy: async () => ({ Component: (await import('./screens/MissingScreen.tsx')).MissingScreen }),
  },
  {
    path: '/erste-schritte',
    lazy: async () => ({
      Component: (await import('./first-steps/FirstStepsPage.tsx')).FirstStepsPage,
    }),
  },
  {
    path: '/fehlend/vereinbarung',
    lazy: async () => ({ Component: (await import('./screens/FeeScreen.tsx')).FeeScreen }),
  },
  {
    path: '/fehlend/einlesen',
    lazy: async () => ({ Component: (await import('./screens/ScanScreen.tsx')).ScanScreen }),
  },
  {
    path: '/dokumente/freigaben',
    lazy: async () => ({
      Component: (await import('./screens/SharesScreen.tsx')).SharesScreen,
    }),
  },
  {
    path: '/zuordnen',
    lazy: async () => ({ Component: (await import('./screens/TrayScreens.tsx')).TrayScreen }),
  },
  {
    path: '/zuordnen/links',
    lazy: async () => ({ Component: (await import('./screens/TrayScreens.tsx')).LinksScreen }),
  },
  {
    path: '/einstellungen/aufbewahrung',
    lazy: async () => ({
      Component: (await import('./screens/RetentionScreen.tsx')).RetentionScreen,
    }),
  },
];

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
      ...['/einladung', '/mail'].map((path) => ({
        path,
        lazy: async () => ({
          Component: (await import('../accounts/sign-in/OpenAgainPage.tsx')).OpenAgainPage,
        }),
      })),
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
        path: '/zahlung/:was?/:token?',
        lazy: async () => ({
          Component: (await import('./screens/PaymentLinkScreen.tsx')).PaymentLinkScreen,
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
            children: [...PAGES, { path: '*', element: <NotFoundPage /> }],
          },
        ],
      },
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
