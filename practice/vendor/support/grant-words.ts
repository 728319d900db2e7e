// A grant in words.

import type { GrantView } from '../../../shared/vendor/grants.schema.ts';
import type { ZugriffText } from './support-texts.ts';

export const whatOf = (grant: Pick<GrantView, 'kind' | 'mayWrite'>): ZugriffText =>
  grant.kind === 'impersonation'
    ? grant.mayWrite
      ? 'what.impersonation.write'
      : 'what.impersonation.read'
    : `what.${grant.kind}`;
/** Numbers of patients as they are typed: separated by commas, spaces or lines. */
export const patidsOf = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((word) => word !== '')),
];
/** Where a listed patient's papers are. */
export const recordOf = (patid: string): string =>
  `/dokumente?${new URLSearchParams({ patid }).toString()}`;
