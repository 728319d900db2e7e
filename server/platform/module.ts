// A part of the server as the composition sees it: routes, job handlers, and work that repeats.

import type { Role } from '../../shared/base/mounts.ts';
import type { Route } from './http/route.ts';
import type { JobHandler } from './jobs/attempt-job.ts';
import type { JobKind } from './work.ts';

/** Prefix of all paths of one practice host. */
export const R4C = '/r4c/{r4cUuid}';

export interface ModuleMount {
  /** Section of the OpenAPI document in which these routes are listed. */
  section: string;
  /** Role of the process that serves them; monitoring queries every process. */
  role: Role | 'every';
  /** Prefix of all paths of `routes`. */
  path: string;
  routes: readonly Route[];
}

export interface Module {
  routes: readonly ModuleMount[];
  jobs: Partial<Record<JobKind, JobHandler>>;
  /** Work done every minute. */
  sweep?: () => Promise<void>;
  /** Work done every day and at the start. */
  tidy?: () => Promise<void>;
}
