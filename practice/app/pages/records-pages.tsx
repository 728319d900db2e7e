// Pages of documents, papers, texts and retention.

import type { RouteObject } from 'react-router';

/** Records pages, each loaded lazily. */
export const RECORDS_PAGES: RouteObject[] = [
  {
    path: '/dokumente',
    lazy: async () => ({
      Component: (await import('../../records/documents/DocumentsPage.tsx')).DocumentsPage,
    }),
  },
  {
    path: '/einwilligungen',
    lazy: async () => ({
      Component: (await import('../../records/consent/ConsentPage.tsx')).ConsentPage,
    }),
  },
  {
    path: '/einwilligungen/abrechnung',
    lazy: async () => ({
      Component: (await import('../../records/consent/BillingConsentPage.tsx')).BillingConsentPage,
    }),
  },
  {
    path: '/pruefen',
    lazy: async () => ({
      Component: (await import('../../records/documents/CheckPage.tsx')).CheckPage,
    }),
  },
  {
    path: '/praxissoftware',
    lazy: async () => ({
      Component: (await import('../../records/transfer/PracticeSoftwarePage.tsx'))
        .PracticeSoftwarePage,
    }),
  },
  {
    path: '/notfallmappe',
    lazy: async () => ({
      Component: (await import('../../records/emergency/EmergencyPage.tsx')).EmergencyPage,
    }),
  },
  {
    path: '/texte',
    lazy: async () => ({
      Component: (await import('../../records/texts/TextsPage.tsx')).TextsPage,
    }),
  },
  {
    path: '/texte/:key',
    lazy: async () => ({
      Component: (await import('../../records/texts/TextEditorPage.tsx')).TextEditorPage,
    }),
  },
  {
    path: '/einstellungen/dateien',
    lazy: async () => ({
      Component: (await import('../../records/files/FilesPage.tsx')).BucketPage,
    }),
  },
  {
    path: '/einstellungen/aufbewahrung/:patid',
    lazy: async () => ({
      Component: (await import('../../records/retention/PersonPage.tsx')).PersonPage,
    }),
  },
];
