// Terms of use: the current version, changes since the accepted one, and the acceptance of a
// practice by its owner.

import { TERMS } from '../../../catalog/terms/catalogue.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { TermsFile, TermsView } from '../../../shared/accounts/terms.schema.ts';
import type { Look, Work } from '../../platform/work.ts';
import { offerProcessing } from './processing.ts';
import { hasAccepted, insertAcceptance, listAccepted, type AcceptanceRow } from './store.ts';
import { changesSince, sha256OfTerms, shownOn } from './versions.ts';

export interface TermsDeps {
  /** Ascending; the catalogue's by default (tests pass their own). */
  versions?: readonly TermsFile[];
  /** Versions of the contract on processing; likewise. */
  processing?: readonly TermsFile[];
  /** Names of the practice's owners who may accept. */
  owners: (look: Look) => Promise<string[]>;
}

export const newestOf = (rows: readonly AcceptanceRow[]): AcceptanceRow | undefined =>
  [...rows].sort((a, b) => Number(b.version) - Number(a.version))[0];

/** Checks whether owners may work: the accepted version is the newest due one, or a newer one. */
export function termsState(
  versions: readonly TermsFile[],
  accepted: number | undefined,
  day: string,
): TermsView['state'] {
  const shown = shownOn(versions, day).version;
  if (accepted !== undefined && accepted >= shown) return 'accepted';
  const due = versions.findLast((v) => v.dueFrom <= day)?.version ?? 0;
  return accepted !== undefined && accepted >= due ? 'soon' : 'open';
}

export async function readTerms(deps: TermsDeps, look: Look): Promise<TermsView> {
  const versions = deps.versions ?? TERMS,
    day = berlinDay(look.now);
  const row = newestOf(await listAccepted(look)),
    file = shownOn(versions, day);
  const before = row && versions.find((v) => String(v.version) === row.version);
  return {
    version: file.version,
    validFrom: file.validFrom,
    dueFrom: file.dueFrom,
    isReviewed: file.isReviewed,
    sha256: sha256OfTerms(file),
    de: file.de,
    en: file.en,
    accepted: row ? { version: Number(row.version), at: row.at, name: row.name } : null,
    state: termsState(versions, row && Number(row.version), day),
    mayAccept: look.actor.kind === 'user' && look.actor.role === 'owner',
    whoMay: await deps.owners(look),
    changes: changesSince(before, file),
  };
}

/**
 * Accepts the displayed version, once per practice; idempotent.
 * @throws AppError conflict if the text is not the displayed one
 */
export async function acceptTerms(
  deps: Pick<TermsDeps, 'versions' | 'processing'>,
  w: Work,
  who: { userId: string; name: string },
  input?: { version: number; sha256: string },
): Promise<void> {
  const file = shownOn(deps.versions ?? TERMS, berlinDay(w.now)),
    sha256 = sha256OfTerms(file);
  if (input && (input.version !== file.version || input.sha256 !== sha256))
    throw new AppError('conflict');
  // A practice at its start needs the contract on processing as well.
  if (!(await hasAccepted(w))) await offerProcessing(w, true, deps.processing);
  if (await insertAcceptance(w, { version: String(file.version), sha256, ...who, at: w.now }))
    await w.audit('terms.accepted', { version: file.version, sha256 });
}

/**
 * Checks whether a practice's terms await acceptance; a practice that accepted once is asked again
 * only when a version becomes due.
 */
export function createTermsGate(
  deps: Pick<TermsDeps, 'versions'>,
  look: (cid: string) => Look,
): (cid: string) => Promise<boolean> {
  const versions = deps.versions ?? TERMS,
    accepted = new Map<string, number>();
  return async (cid) => {
    const at = look(cid),
      day = berlinDay(at.now);
    const known = accepted.get(cid);
    if (known !== undefined && termsState(versions, known, day) !== 'open') return false;
    const row = newestOf(await listAccepted(at));
    if (row) accepted.set(cid, Number(row.version));
    return termsState(versions, row && Number(row.version), day) === 'open';
  };
}
