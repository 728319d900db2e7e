// The contract on processing (Art. 28 GDPR): offered to each practice, due at once for one at its
// start and after thirty days for one that already works, and accepted by an owner.

import { PROCESSING } from '../../../catalog/terms/catalogue.ts';
import { berlinDay, berlinInstant } from '../../../shared/base/dates.ts';
import { addDays } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type {
  ProcessingView,
  ServiceId,
  TermsFile,
  TermsView,
} from '../../../shared/accounts/terms.schema.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';
import {
  acceptOffer,
  insertOffer,
  listAccepted,
  listContracts,
  type ContractRow,
} from './store.ts';
import { changesSince, sha256OfTerms, shownOn } from './versions.ts';

export interface ProcessingDeps {
  /** Ascending; the catalogue's by default (tests pass their own). */
  versions?: readonly TermsFile[];
  /** Names of the practice's owners who may accept. */
  owners: (look: Look) => Promise<string[]>;
  praxisName: (look: Look) => Promise<string>;
  /** Services that are set up here and can get personal data. */
  services: (look: Look) => Promise<ServiceId[]>;
}

/** A practice that already works has this long, also on a server that is updated late. */
const GRACE_DAYS = 30;
const firstDueOf = (file: TermsFile, today: string): string => {
  const least = addDays(today, GRACE_DAYS);
  return file.dueFrom > least ? file.dueFrom : least;
};

/** Returns the newest version that was accepted. */
const acceptedOf = (rows: readonly ContractRow[]): ContractRow | undefined =>
  rows
    .filter(({ acceptedAt }) => acceptedAt !== null)
    .sort((a, b) => Number(b.version) - Number(a.version))[0];

interface Facts {
  rows: readonly ContractRow[];
  /** Whether the practice has accepted the terms of use: otherwise it is at its start. */
  hasTerms: boolean;
}
/** Checks whether owners may work without an acceptance. @param now ms */
export function processingState(
  versions: readonly TermsFile[],
  { rows, hasTerms }: Facts,
  now: number,
): TermsView['state'] {
  const shown = shownOn(versions, berlinDay(now)).version;
  if (Number(acceptedOf(rows)?.version ?? 0) >= shown) return 'accepted';
  if (!hasTerms) return 'open';
  const offer = rows.find(({ version }) => version === String(shown));
  return offer !== undefined && offer.dueAt <= now ? 'open' : 'soon';
}

const factsOf = async (look: Look): Promise<Facts> => ({
  rows: await listContracts(look),
  hasTerms: (await listAccepted(look)).length > 0,
});

/**
 * Stores that the practice is offered the shown version; once for each version.
 * @param isNew a practice at its start, which accepts before it works
 */
export async function offerProcessing(
  w: Work,
  isNew: boolean,
  versions: readonly TermsFile[] = PROCESSING,
): Promise<void> {
  const today = berlinDay(w.now),
    file = shownOn(versions, today);
  await insertOffer(w, {
    version: String(file.version),
    dueAt: isNew ? w.now : berlinInstant(firstDueOf(file, today), '00:00'),
  });
}

/** Daily work: offers the shown version to a practice that already works. */
export async function offerDaily(
  workshop: Pick<Workshop, 'look' | 'write'>,
  cid: string,
  versions: readonly TermsFile[] = PROCESSING,
): Promise<void> {
  const actor = { kind: 'system', cid } as const,
    look = workshop.look(cid, actor),
    { rows, hasTerms } = await factsOf(look),
    shown = String(shownOn(versions, berlinDay(look.now)).version);
  if (!hasTerms || rows.some(({ version }) => version === shown)) return;
  await workshop.write(cid, actor, (w) => offerProcessing(w, false, versions));
}

/** Reads the shown version, when it is due, and who accepted which. */
export async function readProcessing(deps: ProcessingDeps, look: Look): Promise<ProcessingView> {
  const versions = deps.versions ?? PROCESSING,
    today = berlinDay(look.now),
    file = shownOn(versions, today),
    facts = await factsOf(look),
    row = acceptedOf(facts.rows),
    before = row && versions.find(({ version }) => String(version) === row.version),
    offer = facts.rows.find(({ version }) => version === String(file.version));
  return {
    version: file.version,
    validFrom: file.validFrom,
    dueFrom: offer ? berlinDay(offer.dueAt) : firstDueOf(file, today),
    isReviewed: file.isReviewed,
    sha256: sha256OfTerms(file),
    de: file.de,
    en: file.en,
    accepted: row
      ? { version: Number(row.version), at: row.acceptedAt ?? 0, name: row.name ?? '' }
      : null,
    acceptedSha256: row?.sha256 ?? null,
    state: processingState(versions, facts, look.now),
    mayAccept: look.actor.kind === 'user' && look.actor.role === 'owner',
    whoMay: await deps.owners(look),
    changes: changesSince(before, file),
    praxisName: await deps.praxisName(look),
    services: await deps.services(look),
  };
}

/**
 * Accepts the displayed version, once per practice; idempotent.
 * @throws AppError conflict if the text is not the displayed one
 */
export async function acceptProcessing(
  w: Work,
  who: { userId: string; name: string },
  input?: { version: number; sha256: string },
  versions: readonly TermsFile[] = PROCESSING,
): Promise<void> {
  const file = shownOn(versions, berlinDay(w.now)),
    sha256 = sha256OfTerms(file),
    version = String(file.version);
  if (input && (input.version !== file.version || input.sha256 !== sha256))
    throw new AppError('conflict');
  await insertOffer(w, { version, dueAt: w.now });
  if (await acceptOffer(w, version, { sha256, ...who }))
    await w.audit('processing.accepted', { version: file.version, sha256 });
}

/** A state that stops no owner is read again after this time. */
const GATE_MS = 3_600_000;
/** Checks whether a practice's contract awaits acceptance and its owners cannot work. */
export function createProcessingGate(
  look: (cid: string) => Look,
  versions: readonly TermsFile[] = PROCESSING,
): (cid: string) => Promise<boolean> {
  const calmUntil = new Map<string, number>();
  return async (cid) => {
    const at = look(cid);
    if ((calmUntil.get(cid) ?? 0) > at.now) return false;
    const facts = await factsOf(at);
    if (processingState(versions, facts, at.now) === 'open') return true;
    const due = facts.rows.flatMap(({ acceptedAt, dueAt }) =>
      acceptedAt === null && dueAt > at.now ? [dueAt] : [],
    );
    calmUntil.set(cid, Math.min(at.now + GATE_MS, ...due));
    return false;
  };
}
