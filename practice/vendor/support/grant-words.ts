// Texts of a grant.

import type { GrantView } from '../../../shared/vendor/grants.schema.ts';
import type { SupportText } from './support-texts.ts';

export const whatOf = (grant: Pick<GrantView, 'kind' | 'mayWrite'>): SupportText =>
  grant.kind === 'impersonation'
    ? grant.mayWrite
      ? 'what.impersonation.write'
      : 'what.impersonation.read'
    : `what.${grant.kind}`;
/** Parses typed patient numbers: separated by commas, spaces or lines. */
export const patidsOf = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((word) => word !== '')),
];
/** Returns the path of a listed patient's papers. */
export const recordOf = (patid: string): string =>
  `/dokumente?${new URLSearchParams({ patid }).toString()}`;
