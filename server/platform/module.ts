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

/** Work that most practices do not have at a given minute. */
interface DueWork {
  /** Returns the practices that have it now, by one query over all of them; some may repeat. */
  find: () => Promise<readonly string[]>;
  /** Does it for one practice. */
  run: (cid: string) => Promise<void>;
}

export interface Module {
  routes: readonly ModuleMount[];
  jobs: Partial<Record<JobKind, JobHandler>>;
  /** Work of the whole server, done every minute. */
  sweep?: () => Promise<void>;
  /** Work of single practices, looked for every minute. */
  due?: readonly DueWork[];
  /** Work of the whole server, done every day and at the start. */
  tidy?: () => Promise<void>;
  /**
   * Work of one practice, or of the vendor, done as a job every day and by each new version. It may
   * be done twice.
   */
  daily?: (cid: string) => Promise<void>;
}
