// The wing of the vendor: support with its grants, requests for help, payment, licences, and the
// directory of practice hosts.

import { VENDOR_CID } from '../../shared/base/roles.ts';
import type { Module } from '../platform/module.ts';
import type { DispatcherDeps } from './dispatcher/resolve-host.ts';
import { dispatcherRoutes } from './dispatcher/routes.ts';
import { dashboardRoutes, type DashboardDeps } from './dashboard/routes.ts';
import {
  feedbackDaily,
  feedbackRoutes,
  feedbackVendorRoutes,
  type FeedbackDeps,
} from './feedback/routes.ts';
import { flagAdminRoutes, flagRoutes, type FlagDeps } from './flags/routes.ts';
import { fleetDaily, lookAtFleet } from './fleet/look-at-fleet.ts';
import { fleetRoutes, type FleetRouteDeps } from './fleet/routes.ts';
import { invoiceJobs } from './invoice/jobs.ts';
import type { InvoiceDeps } from './invoice/links.ts';
import { refundEffect } from './invoice/refund-invoice.ts';
import { invoiceAdminRoutes, invoiceRoutes } from './invoice/routes.ts';
import { followContract, licenceDaily, noteLicence } from './licence/issue-licence.ts';
import { complianceRoutes, type ComplianceDeps } from './compliance/routes.ts';
import type { LicenceDeps } from './licence/links.ts';
import { licenceAdminRoutes, licenceRoutes } from './licence/routes.ts';
import type { OnboardingDeps } from './onboarding/links.ts';
import { onboardingDaily } from './onboarding/remind.ts';
import { onboardingAdminRoutes, onboardingRoutes } from './onboarding/routes.ts';
import { runAct } from './contract/act-on-contract.ts';
import { contractAdminRoutes, contractRoutes } from './contract/routes.ts';
import { detailEffects } from './contract/change-details.ts';
import { contractEffects } from './contract/effects.ts';
import { licenceEffect } from './licence/ask-licence.ts';
import { requestDaily, runRequest } from './request/answer-request.ts';
import type { RequestDeps } from './request/links.ts';
import { requestRoutes } from './request/routes.ts';
import { payDaily, paymentJobs } from './payment/jobs.ts';
import type { PaymentDeps } from './payment/links.ts';
import { paymentRoutes } from './payment/routes.ts';
import { voucherDaily, voucherJobs } from './voucher/jobs.ts';
import type { VoucherDeps } from './voucher/links.ts';
import { voucherAdminRoutes, voucherRoutes } from './voucher/routes.ts';
import { shopDaily } from './shop/bill-order.ts';
import { shopSweep } from './shop/cart.ts';
import { shopJobs } from './shop/jobs.ts';
import type { ShopDeps } from './shop/links.ts';
import { shopRoutes } from './shop/routes.ts';
import { shopVendorRoutes } from './shop/vendor-routes.ts';
import { queueReviews, tellUnreviewed } from './support/escalate-reviews.ts';
import type { SupportDeps } from './support/links.ts';
import { adminRoutes, grantRoutes, supportRoutes } from './support/routes.ts';
import { ticketDaily } from './tickets/delete-tickets.ts';
import type { TicketDeps } from './tickets/links.ts';
import { inboundRoutes } from './tickets/mail-routes.ts';
import { ticketRoutes } from './tickets/routes.ts';
import { tellColleagues } from './tickets/tell-colleagues.ts';
import { vendorTicketRoutes } from './tickets/vendor-routes.ts';

/** A day of attempts. */
const ACT_TRIES = 300;

export interface VendorDeps {
  compliance: ComplianceDeps;
  support: SupportDeps;
  tickets: TicketDeps;
  payment: PaymentDeps;
  invoice: InvoiceDeps;
  voucher: VoucherDeps;
  licence: LicenceDeps;
  onboarding: OnboardingDeps;
  dashboard: DashboardDeps;
  feedback: FeedbackDeps;
  request: Pick<RequestDeps, 'tellFailed'>;
  shop: Pick<ShopDeps, 'tellOrder' | 'namesOf'>;
  flags: FlagDeps;
  fleet: FleetRouteDeps;
  directory: DispatcherDeps;
}

const requestDeps = ({ payment, licence, request }: VendorDeps): RequestDeps => ({
  ...request,
  store: payment.store,
  workshop: payment.workshop,
  now: payment.now,
  effects: {
    ...contractEffects(payment),
    ...detailEffects(payment),
    licence: licenceEffect(licence),
    refund: refundEffect(payment),
  },
});

const shopDeps = ({ payment, licence, shop }: VendorDeps): ShopDeps => ({
  ...payment,
  ...shop,
  gate: licence,
});

const shopRoutesOf = (shop: ShopDeps): Module['routes'] => [
  { section: 'support', role: 'metrics', path: '/api', routes: shopRoutes(shop) },
  { section: 'support', role: 'metrics', path: '/admin', routes: shopVendorRoutes(shop) },
];
const routesOf = (
  {
    support,
    tickets,
    payment,
    invoice,
    voucher,
    licence,
    onboarding,
    dashboard,
    feedback,
    flags,
    fleet,
    directory,
    compliance,
  }: VendorDeps,
  request: RequestDeps,
): Module['routes'] => [
  { section: 'support', role: 'metrics', path: '/api', routes: grantRoutes(support) },
  { section: 'support', role: 'metrics', path: '/api', routes: paymentRoutes(payment) },
  { section: 'support', role: 'metrics', path: '/api', routes: invoiceRoutes(invoice) },
  {
    section: 'support',
    role: 'metrics',
    path: '/admin',
    routes: invoiceAdminRoutes(invoice, payment),
  },
  { section: 'support', role: 'metrics', path: '/api', routes: contractRoutes(payment) },
  { section: 'support', role: 'metrics', path: '/admin', routes: contractAdminRoutes(payment) },
  { section: 'support', role: 'metrics', path: '/admin', routes: requestRoutes(request) },
  { section: 'support', role: 'metrics', path: '/api', routes: voucherRoutes(voucher) },
  { section: 'support', role: 'metrics', path: '/admin', routes: voucherAdminRoutes(voucher) },
  { section: 'support', role: 'metrics', path: '/api', routes: licenceRoutes(licence) },
  { section: 'support', role: 'metrics', path: '/api', routes: complianceRoutes(compliance) },
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
  { section: 'support', role: 'metrics', path: '/api', routes: flagRoutes(flags) },
  { section: 'support', role: 'metrics', path: '/admin', routes: flagAdminRoutes(flags) },
  { section: 'support', role: 'metrics', path: '/api', routes: feedbackRoutes(feedback) },
  {
    section: 'support',
    role: 'metrics',
    path: '/support',
    routes: feedbackVendorRoutes(feedback),
  },
  { section: 'support', role: 'metrics', path: '/api', routes: ticketRoutes(tickets) },
  {
    section: 'support',
    role: 'metrics',
    path: '/support',
    routes: vendorTicketRoutes(tickets),
  },
  { section: 'support', role: 'metrics', path: '/mail', routes: inboundRoutes(tickets) },
  { section: 'support', role: 'metrics', path: '/admin', routes: dashboardRoutes(dashboard) },
  { section: 'support', role: 'metrics', path: '/admin', routes: adminRoutes(support) },
  {
    section: 'directory',
    role: 'dispatcher',
    path: '/dispatcher',
    routes: dispatcherRoutes(directory),
  },
];

const jobsOf = (
  { support, tickets, payment, invoice, voucher, licence }: VendorDeps,
  request: RequestDeps,
  shop: ShopDeps,
): NonNullable<Module['jobs']> => ({
  ...paymentJobs(payment),
  ...invoiceJobs(invoice),
  ...voucherJobs(voucher),
  ...shopJobs(shop),
  'run-act': {
    tries: ACT_TRIES,
    run: ({ cid, payload }) =>
      payment.provider ? runAct(payment, cid, String(payload.id)) : Promise.resolve(),
  },
  'follow-contract': { tries: ACT_TRIES, run: ({ cid }) => followContract(licence, cid) },
  'run-request': {
    tries: ACT_TRIES,
    run: ({ payload }) => runRequest(request, String(payload.id)),
  },
  'tell-colleagues': tellColleagues(tickets),
  'tell-unreviewed': { tries: 20, run: (job) => tellUnreviewed(support, job) },
});

/** Builds the routes of support, requests for help and directory. */
export const vendorModule = (deps: VendorDeps): Module => {
  const request = requestDeps(deps),
    shop = shopDeps(deps);
  return {
    routes: [...routesOf(deps, request), ...shopRoutesOf(shop)],
    jobs: jobsOf(deps, request, shop),
    sweep: async () => {
      await lookAtFleet(deps.fleet);
      await shopSweep(shop);
    },
    tidy: async () => {
      await payDaily(deps.payment);
      await requestDaily(request);
      await voucherDaily(deps.voucher);
      await shopDaily(shop);
      await licenceDaily(deps.licence);
      await ticketDaily(deps.tickets);
      await fleetDaily(deps.fleet);
      await feedbackDaily(deps.feedback);
      await onboardingDaily(deps.onboarding);
      await queueReviews(deps.support);
    },
    daily: async (cid) => {
      if (cid !== VENDOR_CID) await noteLicence(deps.licence, cid);
    },
  };
};
