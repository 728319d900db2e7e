// Versions of a text that a practice accepts: the one shown on a day, its checksum, and its changes.

import { createHash } from 'node:crypto';
import { diffArrays } from 'diff';
import type { TermsFile, TermsView } from '../../../shared/accounts/terms.schema.ts';

export const sha256OfTerms = (file: TermsFile): string =>
  createHash('sha256').update(JSON.stringify(file)).digest('hex');
/** Returns the newest version shown on a day. */
export function shownOn(versions: readonly TermsFile[], day: string): TermsFile {
  return versions.findLast((v) => v.validFrom <= day) ?? versions[0]!;
}

/** Returns what changed since an accepted version; null if there is none, or nothing newer. */
export const changesSince = (
  accepted: TermsFile | undefined,
  shown: TermsFile,
): TermsView['changes'] =>
  accepted && accepted.version !== shown.version
    ? changesBetween(accepted.de.lines, shown.de.lines)
    : null;

/** Compares two versions line by line. */
export const changesBetween = (
  before: readonly string[],
  after: readonly string[],
): NonNullable<TermsView['changes']> =>
  diffArrays([...before], [...after]).flatMap((part) =>
    part.value.map((line) => ({
      kind: part.added
        ? ('added' as const)
        : part.removed
          ? ('removed' as const)
          : ('same' as const),
      line,
    })),
  );
