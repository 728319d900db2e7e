// Pages of figures, proposals, work lists and deliveries.

import type { RouteObject } from 'react-router';

/** Analytics pages, each loaded lazily. */
export const ANALYTICS_PAGES: RouteObject[] = [
  {
    path: '/heute',
    lazy: async () => ({
      Component: (await import('../../analytics/today/TodayPage.tsx')).TodayPage,
    }),
  },
  {
    path: '/ueberblick',
    lazy: async () => ({
      Component: (await import('../../analytics/overview/OverviewPage.tsx')).OverviewPage,
    }),
  },
  {
    path: '/ueberblick/ziele',
    lazy: async () => ({
      Component: (await import('../../analytics/overview/TargetsPage.tsx')).TargetsPage,
    }),
  },
  {
    path: '/ueberblick/kosten',
    lazy: async () => ({
      Component: (await import('../../analytics/overview/CostsPage.tsx')).CostsPage,
    }),
  },
  {
    path: '/berichte',
    lazy: async () => ({
      Component: (await import('../../analytics/reports/ReportsPage.tsx')).ReportsPage,
    }),
  },
  {
    path: '/berichte/kennzahlen',
    lazy: async () => ({
      Component: (await import('../../analytics/reports/glossary/GlossaryPage.tsx')).GlossaryPage,
    }),
  },
  {
    path: '/berichte/steuerbuero',
    lazy: async () => ({
      Component: (await import('../../analytics/reports/TaxAdviserPage.tsx')).TaxPage,
    }),
  },
  {
    path: '/berichte/hvm/:region?',
    lazy: async () => ({
      Component: (await import('../../analytics/reports/HvmPage.tsx')).HvmPage,
    }),
  },
  {
    path: '/berichte/*',
    lazy: async () => ({
      Component: (await import('../../analytics/reports/ReportsPage.tsx')).OneReportPage,
    }),
  },
  {
    path: '/hkp',
    lazy: async () => {
      const { WorklistPage } = await import('../../analytics/worklists/WorklistPage.tsx');
      return { element: <WorklistPage key="hkp" kind="hkp" /> };
    },
  },
  {
    path: '/par',
    lazy: async () => {
      const { WorklistPage } = await import('../../analytics/worklists/WorklistPage.tsx');
      return { element: <WorklistPage key="par" kind="par" /> };
    },
  },
  {
    path: '/recall',
    lazy: async () => {
      const { WorklistPage } = await import('../../analytics/worklists/WorklistPage.tsx');
      return { element: <WorklistPage key="recall" kind="recall" /> };
    },
  },
  {
    path: '/abrechnung',
    lazy: async () => {
      const { ProposalsPage } = await import('../../analytics/proposals/ProposalsPage.tsx');
      return { element: <ProposalsPage key="vorschlaege" kind="vorschlaege" /> };
    },
  },
  {
    path: '/abrechnung/hinweise',
    lazy: async () => {
      const { ProposalsPage } = await import('../../analytics/proposals/ProposalsPage.tsx');
      return { element: <ProposalsPage key="hinweise" kind="hinweise" /> };
    },
  },
  {
    path: '/abrechnung/nachtragen',
    lazy: async () => ({
      Component: (await import('../../analytics/proposals/ToEnterPage.tsx')).ToEnterPage,
    }),
  },
  {
    path: '/abrechnung/abgelehnt',
    lazy: async () => ({
      Component: (await import('../../analytics/proposals/RejectedPage.tsx')).RejectedPage,
    }),
  },
  {
    path: '/abrechnung/quartal',
    lazy: async () => ({
      Component: (await import('../../analytics/proposals/QuarterPage.tsx')).QuarterPage,
    }),
  },
  {
    path: '/abrechnung/protokoll',
    lazy: async () => ({
      Component: (await import('../../analytics/proposals/ProtocolPage.tsx')).ProtocolPage,
    }),
  },
  {
    path: '/abrechnung/kennzahlen',
    lazy: async () => ({
      Component: (await import('../../analytics/proposals/BillingFiguresPage.tsx')).FiguresPage,
    }),
  },
  {
    path: '/abrechnung/regeln',
    lazy: async () => ({
      Component: (await import('../../analytics/proposals/rules/RulesPage.tsx')).RulesPage,
    }),
  },
  {
    path: '/abrechnung/regeln/grenzen',
    lazy: async () => ({
      Component: (await import('../../analytics/proposals/rules/LimitsPage.tsx')).LimitsPage,
    }),
  },
  {
    path: '/abrechnung/regeln/neu',
    lazy: async () => ({
      Component: (await import('../../analytics/proposals/rules/RuleEditorPage.tsx'))
        .RuleEditorPage,
    }),
  },
  {
    path: '/abrechnung/regeln/eigene/:regelId',
    lazy: async () => ({
      Component: (await import('../../analytics/proposals/rules/RuleEditorPage.tsx'))
        .RuleEditorPage,
    }),
  },
  {
    path: '/daten',
    lazy: async () => ({
      Component: (await import('../../analytics/collector/DataPage.tsx')).DataPage,
    }),
  },
  {
    path: '/daten/einlesen',
    lazy: async () => ({
      Component: (await import('../../analytics/collector/table-import/TableImportPage.tsx'))
        .ImportPage,
    }),
  },
  {
    path: '/daten/terminarten',
    lazy: async () => ({
      Component: (await import('../../analytics/collector/AppointmentTypesPage.tsx'))
        .AppointmentTypesPage,
    }),
  },
  {
    path: '/daten/stichworte',
    lazy: async () => ({
      Component: (await import('../../analytics/collector/KeywordsPage.tsx')).KeywordsPage,
    }),
  },
  {
    path: '/einstellungen/werte',
    lazy: async () => ({
      Component: (await import('../../analytics/static-data/StaticDataPage.tsx')).StaticDataPage,
    }),
  },
];
