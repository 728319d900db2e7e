// Pages of accounts, settings, operations and support.

import type { RouteObject } from 'react-router';
import { chooseLanguage } from '../i18n.ts';

/** House pages, each loaded lazily. */
export const HOUSE_PAGES: RouteObject[] = [
  {
    path: '/einstellungen',
    lazy: async () => ({
      Component: (await import('../../accounts/settings/SettingsPage.tsx')).SettingsPage,
    }),
  },
  {
    path: '/einstellungen/sms',
    lazy: async () => ({
      Component: (await import('../../accounts/sms/SmsPage.tsx')).SmsPage,
    }),
  },
  {
    path: '/einstellungen/sicherung',
    lazy: async () => ({
      Component: (await import('../../operations/backup/BackupPage.tsx')).BackupPage,
    }),
  },
  {
    path: '/einstellungen/umzug',
    lazy: async () => ({
      Component: (await import('../../operations/backup/MovePage.tsx')).MovePage,
    }),
  },
  {
    path: '/konto',
    lazy: async () => ({
      Component: (await import('../../accounts/profile/ProfileFrame.tsx')).ProfileFrame,
    }),
    children: [
      {
        index: true,
        lazy: async () => {
          const { ProfilePage } = await import('../../accounts/profile/ProfilePage.tsx');
          return { element: <ProfilePage chooseLanguage={chooseLanguage} /> };
        },
      },
      {
        path: 'sicherheit',
        lazy: async () => ({
          Component: (await import('../../accounts/profile/SecurityPage.tsx')).SecurityPage,
        }),
      },
      {
        path: 'sitzungen',
        lazy: async () => ({
          Component: (await import('../../accounts/profile/SessionsPage.tsx')).SessionsPage,
        }),
      },
    ],
  },
  {
    path: '/einstellungen/zugriff',
    lazy: async () => ({
      Component: (await import('../../vendor/support/AccessPage.tsx')).AccessPage,
    }),
  },
  {
    path: '/einstellungen/datenschutz',
    lazy: async () => ({
      Component: (await import('../../vendor/compliance/CompliancePage.tsx')).CompliancePage,
    }),
  },
  {
    path: '/einstellungen/datenschutz/entwurf/:id',
    lazy: async () => ({
      Component: (await import('../../vendor/compliance/BreachLettersPage.tsx')).BreachLettersPage,
    }),
  },
  {
    path: '/einstellungen/vertrag',
    lazy: async () => ({
      Component: (await import('../../vendor/payment/PaymentPage.tsx')).PaymentPage,
    }),
  },
  {
    path: '/betrieb',
    lazy: async () => ({
      Component: (await import('../../vendor/support/OperationPage.tsx')).OperationPage,
    }),
  },
  {
    path: '/betrieb/ueberblick',
    lazy: async () => ({
      Component: (await import('../../vendor/dashboard/DashboardPage.tsx')).DashboardPage,
    }),
  },
  {
    path: '/betrieb/rueckmeldungen',
    lazy: async () => ({
      Component: (await import('../../vendor/feedback/VendorFeedbackPage.tsx')).VendorFeedbackPage,
    }),
  },
  {
    path: '/hilfe/rueckmeldung',
    lazy: async () => ({
      Component: (await import('../../vendor/feedback/FeedbackPage.tsx')).FeedbackPage,
    }),
  },
  {
    path: '/hilfe/stifte',
    lazy: async () => ({
      Component: (await import('../../vendor/shop/ShopPage.tsx')).ShopPage,
    }),
  },
  {
    path: '/betrieb/bestellungen',
    lazy: async () => ({
      Component: (await import('../../vendor/shop/VendorShopPage.tsx')).VendorShopPage,
    }),
  },
  {
    path: '/betrieb/schalter',
    lazy: async () => ({
      Component: (await import('../../vendor/flags/FlagsPage.tsx')).FlagsPage,
    }),
  },
  {
    path: '/betrieb/zustand',
    lazy: async () => ({
      Component: (await import('../../vendor/fleet/FleetPage.tsx')).FleetPage,
    }),
  },
  {
    path: '/betrieb/einrichtung',
    lazy: async () => ({
      Component: (await import('../../vendor/onboarding/OnboardingPage.tsx')).OnboardingPage,
    }),
  },
  {
    path: '/betrieb/vertraege',
    lazy: async () => ({
      Component: (await import('../../vendor/contract/ContractsPage.tsx')).ContractsPage,
    }),
  },
  {
    path: '/betrieb/lizenzen',
    lazy: async () => ({
      Component: (await import('../../vendor/licence/LicencesPage.tsx')).LicencesPage,
    }),
  },
  {
    path: '/betrieb/gutscheine',
    lazy: async () => ({
      Component: (await import('../../vendor/voucher/VouchersPage.tsx')).VouchersPage,
    }),
  },
  {
    path: '/betrieb/rechnungen',
    lazy: async () => ({
      Component: (await import('../../vendor/invoice/VendorInvoicesPage.tsx')).VendorInvoicesPage,
    }),
  },
  {
    path: '/betrieb/anfragen',
    lazy: async () => ({
      Component: (await import('../../vendor/tickets/VendorTicketsPage.tsx')).VendorTicketsPage,
    }),
  },
  {
    path: '/betrieb/anfragen/post',
    lazy: async () => ({
      Component: (await import('../../vendor/tickets/StrayMailPage.tsx')).StrayMailPage,
    }),
  },
  {
    path: '/betrieb/anfragen/:cid/:id',
    lazy: async () => ({
      Component: (await import('../../vendor/tickets/VendorTicketPage.tsx')).VendorTicketPage,
    }),
  },
  {
    path: '/betrieb/textbausteine',
    lazy: async () => ({
      Component: (await import('../../vendor/tickets/CannedPage.tsx')).CannedPage,
    }),
  },
  {
    path: '/hilfe',
    lazy: async () => ({
      Component: (await import('../../vendor/tickets/HelpPage.tsx')).HelpPage,
    }),
  },
  {
    path: '/hilfe/neu',
    lazy: async () => ({
      Component: (await import('../../vendor/tickets/NewTicketPage.tsx')).NewTicketPage,
    }),
  },
  {
    path: '/hilfe/:id',
    lazy: async () => ({
      Component: (await import('../../vendor/tickets/TicketPage.tsx')).TicketPage,
    }),
  },
  {
    path: '/protokoll',
    lazy: async () => ({
      Component: (await import('../../operations/audit/AuditPage.tsx')).AuditLogPage,
    }),
  },
  {
    path: '/protokoll/akte/:patid',
    lazy: async () => ({
      Component: (await import('../../operations/audit/RecordAuditPage.tsx')).RecordAuditPage,
    }),
  },
  {
    path: '/zugaenge',
    lazy: async () => ({
      Component: (await import('../../accounts/tokens/TokensPage.tsx')).TokensPage,
    }),
  },
  {
    path: '/agb',
    lazy: async () => ({
      Component: (await import('../../accounts/terms/TermsPage.tsx')).TermsPage,
    }),
  },
  {
    path: '/agb/auftragsverarbeitung',
    lazy: async () => ({
      Component: (await import('../../accounts/terms/ContractPrintPage.tsx')).ContractPrintPage,
    }),
  },
  {
    path: '/nutzer',
    lazy: async () => ({
      Component: (await import('../../accounts/users/UsersPage.tsx')).UsersPage,
    }),
  },
  {
    path: '/postausgang',
    lazy: async () => ({
      Component: (await import('../../accounts/mail/MailPage.tsx')).MailPage,
    }),
  },
  {
    path: '/einrichten',
    lazy: async () => ({
      Component: (await import('../../operations/backup/SetupPage.tsx')).SetupPage,
    }),
  },
];
