// The wing of the vendor: support with its grants, and the directory of practice hosts.

import type { Module } from '../platform/module.ts';
import type { DispatcherDeps } from './dispatcher/resolve-host.ts';
import { dispatcherRoutes } from './dispatcher/routes.ts';
import { createWrongGuesses } from './dispatcher/wrong-guesses.ts';
import type { SupportDeps } from './support/links.ts';
import { adminRoutes, grantRoutes, supportRoutes } from './support/routes.ts';

export interface VendorDeps {
  support: SupportDeps;
  directory: Omit<DispatcherDeps, 'guesses'>;
}

/** Builds the routes of support and directory. */
export const vendorModule = ({ support, directory }: VendorDeps): Module => ({
  routes: [
    { section: 'support', role: 'metrics', path: '/api', routes: grantRoutes(support) },
    { section: 'support', role: 'metrics', path: '/support', routes: supportRoutes(support) },
    { section: 'support', role: 'metrics', path: '/admin', routes: adminRoutes(support) },
    {
      section: 'directory',
      role: 'dispatcher',
      path: '/dispatcher',
      routes: dispatcherRoutes({ ...directory, guesses: createWrongGuesses() }),
    },
  ],
  jobs: {},
});
