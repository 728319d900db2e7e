// The wing of the vendor: support with its grants, requests for help, payment, licences, and the
// directory of practice hosts.

import type { Module } from '../platform/module.ts';
import type { DispatcherDeps } from './dispatcher/resolve-host.ts';
import { dispatcherRoutes } from './dispatcher/routes.ts';
import { dashboardRoutes, type DashboardDeps } from './dashboard/routes.ts';
import { fleetDaily, lookAtFleet, type FleetDeps } from './fleet/look-at-fleet.ts';
import { fleetRoutes } from './fleet/routes.ts';
import { invoiceJobs } from './invoice/jobs.ts';
import type { InvoiceDeps } from './invoice/links.ts';
import { invoiceAdminRoutes, invoiceRoutes } from './invoice/routes.ts';
import { licenceDaily } from './licence/issue-licence.ts';
import { complianceRoutes } from './compliance/routes.ts';
import type { LicenceDeps } from './licence/links.ts';
import { licenceAdminRoutes, licenceRoutes } from './licence/routes.ts';
import type { OnboardingDeps } from './onboarding/links.ts';
import { onboardingAdminRoutes, onboardingRoutes } from './onboarding/routes.ts';
import { payDaily, paymentJobs } from './payment/jobs.ts';
import type { PaymentDeps } from './payment/links.ts';
import { paymentRoutes } from './payment/routes.ts';
import { voucherDaily, voucherJobs } from './voucher/jobs.ts';
import type { VoucherDeps } from './voucher/links.ts';
import { voucherAdminRoutes, voucherRoutes } from './voucher/routes.ts';
import type { SupportDeps } from './support/links.ts';
import { adminRoutes, grantRoutes, supportRoutes } from './support/routes.ts';
import { ticketDaily } from './tickets/delete-tickets.ts';
import type { TicketDeps } from './tickets/links.ts';
import { inboundRoutes } from './tickets/mail-routes.ts';
import { ticketRoutes } from './tickets/routes.ts';
import { tellColleagues } from './tickets/tell-colleagues.ts';
import { vendorTicketRoutes } from './tickets/vendor-routes.ts';

export interface VendorDeps {
  support: SupportDeps;
  tickets: TicketDeps;
  payment: PaymentDeps;
  invoice: InvoiceDeps;
  voucher: VoucherDeps;
  licence: LicenceDeps;
  onboarding: OnboardingDeps;
  dashboard: DashboardDeps;
  fleet: FleetDeps & Pick<SupportDeps, 'workshop'>;
  directory: DispatcherDeps;
}

/** Builds the routes of support, requests for help and directory. */
export const vendorModule = ({
  support,
  tickets,
  payment,
  invoice,
  voucher,
  licence,
  onboarding,
  dashboard,
  fleet,
  directory,
}: VendorDeps): Module => ({
  routes: [
    { section: 'support', role: 'metrics', path: '/api', routes: grantRoutes(support) },
    { section: 'support', role: 'metrics', path: '/api', routes: paymentRoutes(payment) },
    { section: 'support', role: 'metrics', path: '/api', routes: invoiceRoutes(invoice) },
    { section: 'support', role: 'metrics', path: '/admin', routes: invoiceAdminRoutes(invoice) },
    { section: 'support', role: 'metrics', path: '/api', routes: voucherRoutes(voucher) },
    { section: 'support', role: 'metrics', path: '/admin', routes: voucherAdminRoutes(voucher) },
    { section: 'support', role: 'metrics', path: '/api', routes: licenceRoutes(licence) },
    { section: 'support', role: 'metrics', path: '/api', routes: complianceRoutes() },
    { section: 'support', role: 'metrics', path: '/admin', routes: licenceAdminRoutes(licence) },
    { section: 'support', role: 'metrics', path: '/api', routes: onboardingRoutes(onboarding) },
    {
      section: 'support',
      role: 'metrics',
      path: '/admin',
      routes: onboardingAdminRoutes(onboarding),
    },
    { section: 'support', role: 'metrics', path: '/support', routes: supportRoutes(support) },
    { section: 'support', role: 'metrics', path: '/support', routes: fleetRoutes(fleet) },
    { section: 'support', role: 'metrics', path: '/api', routes: ticketRoutes(tickets) },
    { section: 'support', role: 'metrics', path: '/support', routes: vendorTicketRoutes(tickets) },
    { section: 'support', role: 'metrics', path: '/mail', routes: inboundRoutes(tickets) },
    { section: 'support', role: 'metrics', path: '/admin', routes: dashboardRoutes(dashboard) },
    { section: 'support', role: 'metrics', path: '/admin', routes: adminRoutes(support) },
    {
      section: 'directory',
      role: 'dispatcher',
      path: '/dispatcher',
      routes: dispatcherRoutes(directory),
    },
  ],
  jobs: {
    ...paymentJobs(payment),
    ...invoiceJobs(invoice),
    ...voucherJobs(voucher),
    'tell-colleagues': tellColleagues(tickets),
  },
  sweep: async () => {
    await lookAtFleet(fleet);
  },
  tidy: async () => {
    await payDaily(payment);
    await voucherDaily(voucher);
    await licenceDaily(licence);
    await ticketDaily(tickets);
    await fleetDaily(fleet);
  },
});
