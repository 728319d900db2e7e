// Routes of the staff app below /practice; every page is loaded when it is first opened.

import { createBrowserRouter, Navigate } from 'react-router';
import { FirstUserPage } from '../auth/FirstUserPage.tsx';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { Shell } from './Shell.tsx';
import { StartPage } from './StartPage.tsx';

export const router = createBrowserRouter(
  [
    {
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <StartPage isUnreachable={false} />,
      children: [
        { path: '/first/:token', element: <FirstUserPage /> },
        {
          element: <Shell />,
          children: [
            { index: true, element: <Navigate to="/empfang" replace /> },
            {
              errorElement: <ErrorPage />,
              children: [
                { path: '/empfang', lazy: async () => ({ Component: (await import('../empfang/EmpfangPage.tsx')).EmpfangPage }) },
                { path: '/dokumente', lazy: async () => ({ Component: (await import('../documents/DocumentsPage.tsx')).DocumentsPage }) },
                { path: '/pruefen', lazy: async () => ({ Component: (await import('../documents/CheckPage.tsx')).CheckPage }) },
                { path: '/einstellungen', lazy: async () => ({ Component: (await import('../settings/SettingsPage.tsx')).SettingsPage }) },
                { path: '/einstellungen/sicherung', lazy: async () => ({ Component: (await import('../backup/BackupPage.tsx')).BackupPage }) },
                { path: '/einrichten', lazy: async () => ({ Component: (await import('../backup/SetupPage.tsx')).SetupPage }) },
              ],
            },
          ],
        },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ],
  { basename: '/practice' },
);
