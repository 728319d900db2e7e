// Raises the proof of sealed documents: adds the time stamps that were unavailable at the sealing,
// and renews document time stamps before their certificate ends. Running twice adds one.

import { randomBytes } from 'node:crypto';
import { schemeEnd } from '../../../catalog/algorithms/scheme-ends.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import {
  isProofDue,
  RENEW_PROOF_MS,
  proofsDueBefore,
  type ProofEnds,
  type ProofLevel,
} from '../../../shared/papers/seal/proof-level.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { findBlob, recordBlob } from '../../platform/blobs/store.ts';
import type { Log } from '../../platform/http/log.ts';
import type { Job } from '../../platform/jobs/store.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { Actor, Look, Work, Workshop } from '../../platform/work.ts';
import { sha256 } from '../../paper/seal/canonical.ts';
import {
  newestSignature,
  raiseProof,
  readTokenEnd,
  type Raised,
  type TimeService,
} from '../../paper/seal/proof/raise-proof.ts';
import { upgradeToBT } from '../../paper/seal/seal-pdf.ts';
import type { Sealer } from '../../paper/seal/sealer.ts';
import { TsaError } from '../../paper/seal/tsa.ts';
import {
  addVersion,
  documentById,
  endVersion,
  noteScheme,
  pointDocument,
  proofsEndingBefore,
  schemesOf,
  versionBySha,
  type DocumentRecord,
} from './store.ts';

export interface RaiseDeps {
  workshop: Workshop;
  sealer: Pick<Sealer, 'check' | 'prepareStamp'>;
  blobs: Blobs;
  keys: (cid: string) => Promise<PracticeKeys>;
  time: TimeService;
  log: Log;
  /** Verb of the desk: the envelope of a signed document lists all its forms. */
  addSealedForm: (
    w: Work,
    taskId: string,
    form: { sha256: string; level: ProofLevel },
  ) => Promise<void>;
}

/** Documents of one run; the next run continues after them. */
const PER_RUN = 20;
const PAUSE_MS = 5_000;
/** Of a document that no time stamp can help: unsealed, or sealed under a certificate that ended. */
const NEVER_DUE = Number.MAX_SAFE_INTEGER;
/** Algorithms that have no name here: no end of them is known. */
const UNKNOWN = 'unknown';

const systemOf = (cid: string): Actor => ({ kind: 'system', cid });

/** Notes that a document has nothing to raise, so that no later run reads its file again. */
const giveUp = (deps: RaiseDeps, cid: string, { fileId, sha256: file }: DocumentRecord) =>
  deps.workshop.write(cid, systemOf(cid), async (w) => {
    await addVersion(w, { fileId, sha256: file, level: 'B-B', until: null });
    await endVersion(w, file, NEVER_DUE);
  });

/**
 * Adds the token that is missing in the seal.
 * @returns undefined when the seal's certificate has ended or was retired: a time stamp from after
 *   that would prove that the seal came too late
 */
async function withToken(
  { time }: RaiseDeps,
  keys: PracticeKeys,
  bytes: Uint8Array,
  now: number,
): Promise<Uint8Array | undefined> {
  const found = newestSignature(bytes);
  if (found?.token !== undefined) return bytes;
  if (found?.signer === undefined || !(await keys.stillHolds(sha256(found.signer), now)))
    return undefined;
  return upgradeToBT(bytes, time.tsa);
}

/** @throws Error self_check when the raised file does not verify */
async function checkRaised(deps: RaiseDeps, keys: PracticeKeys, bytes: Uint8Array): Promise<void> {
  const wrong = await deps.sealer.check(bytes, {
    authorities: await keys.authorities(),
    level: 'B-T',
    isArchived: true,
  });
  if (wrong !== undefined)
    throw Object.assign(new Error('the stamped file fails its own check'), {
      code: 'self_check',
      name: `SelfCheck(${wrong})`,
    });
}

async function keep(
  deps: RaiseDeps,
  { look, document, keys }: { look: Look; document: DocumentRecord; keys: PracticeKeys },
  { bytes, level, until, scheme }: Raised,
): Promise<void> {
  const { fileId, taskId, patid } = document,
    { cid } = look;
  const blob = await deps.blobs.put(cid, bytes, { keyId: keys.blobKeyId, key: keys.blobKey });
  const isKept = await deps.workshop.write(cid, systemOf(cid), async (w) => {
    if (!(await pointDocument(w, fileId, document.sha256, blob.sha256))) return false;
    await recordBlob(w, { ...blob, mime: 'application/pdf', keyId: keys.blobKeyId });
    // A document of an earlier build has no row of its first form yet.
    await addVersion(w, { fileId, sha256: document.sha256, level: 'B-B', until: null });
    await addVersion(w, { fileId, sha256: blob.sha256, level, until, scheme });
    if (taskId !== null) await deps.addSealedForm(w, taskId, { sha256: blob.sha256, level });
    await w.audit('document.timestamped', { fileId, taskId, sha256: blob.sha256, level }, patid);
    return true;
  });
  // The document was erased or raised meanwhile: no row names this file, so nothing would delete it.
  if (!isKept && !(await findBlob(look, blob.sha256))) await deps.blobs.remove(cid, blob.sha256);
}

/**
 * Raises one document.
 * @throws TsaError when the service or its revocation data cannot be had now
 */
async function raiseOne(deps: RaiseDeps, look: Look, document: DocumentRecord): Promise<void> {
  const { cid } = look,
    keys = await deps.keys(cid);
  const bytes = await deps.blobs.get(cid, document.sha256, {
    keyId: keys.blobKeyId,
    key: keys.blobKey,
  });
  const stamped = await withToken(deps, keys, bytes, look.now);
  if (stamped === undefined) {
    await giveUp(deps, cid, document);
    return;
  }
  const own = await keys.sealAt(look.now);
  const raised = await raiseProof(deps.sealer, deps.time, stamped, own);
  await checkRaised(deps, keys, raised.bytes);
  await keep(deps, { look, document, keys }, raised);
}

/** Raises the proof of one document that was sealed while the service did not answer. */
export async function raiseDocument(deps: RaiseDeps, job: Job): Promise<void> {
  const look = deps.workshop.look(job.cid, systemOf(job.cid)),
    document = await documentById(look, String(job.payload.fileId));
  if (!document || document.uploadKind !== null) return;
  const version = await versionBySha(look, document.sha256);
  if (version && version.until !== null) return;
  await raiseOne(deps, look, document);
}

/** Queues the day's run over all documents of a practice; once a day. */
export async function queueRaising({ workshop }: Pick<RaiseDeps, 'workshop'>, cid: string) {
  await workshop.write(cid, systemOf(cid), async (w) => {
    const day = berlinDay(w.now);
    await w.job('raise-proofs', `raise-proofs:${day}`, { day, after: '' });
  });
}

const endsOf = ({ until, scheme }: { until: number; scheme: string | null }): ProofEnds => ({
  certificate: until,
  algorithms: scheme === null ? Infinity : schemeEnd(scheme),
});

/** The ends of a time stamp made now. */
const reachOf = async ({ time, log }: RaiseDeps, now: number): Promise<ProofEnds> => {
  const stamp = readTokenEnd(await time.tsa(randomBytes(32))),
    ends = endsOf(stamp);
  // The service has to change: renewing by it keeps the certificates valid, not the algorithms.
  if (ends.algorithms < ends.certificate && ends.algorithms - now < RENEW_PROOF_MS)
    log.note('tsa.algorithm_ends', {
      scheme: stamp.scheme ?? '',
      day: berlinDay(ends.algorithms),
    });
  return ends;
};

/** Reads the algorithms of a stamp from before they were noted. */
async function schemeOf(
  deps: RaiseDeps,
  look: Look,
  { sha256: file }: DocumentRecord,
): Promise<string | null> {
  const keys = await deps.keys(look.cid);
  const bytes = await deps.blobs.get(look.cid, file, { keyId: keys.blobKeyId, key: keys.blobKey });
  const token = newestSignature(bytes)?.token,
    scheme = token === undefined ? null : readTokenEnd(token).scheme;
  await deps.workshop.write(look.cid, systemOf(look.cid), (w) =>
    noteScheme(w, file, scheme ?? UNKNOWN),
  );
  return scheme ?? UNKNOWN;
}

/**
 * Raises the next documents whose proof ends within a year, by its certificate or its algorithms, or
 * was never raised, and queues the following run. A document that fails is logged and tried again the next day.
 * @throws TsaError when the service cannot be reached: the run is repeated
 */
export async function raiseDocuments(deps: RaiseDeps, job: Job): Promise<void> {
  const { cid } = job,
    actor = systemOf(cid),
    look = deps.workshop.look(cid, actor);
  const after = String(job.payload.after);
  const before = proofsDueBefore(look.now);
  const rows = await proofsEndingBefore(look, {
    before,
    after,
    limit: PER_RUN,
    schemes: (await schemesOf(look)).filter((scheme) => schemeEnd(scheme) < before),
    never: NEVER_DUE,
  });
  if (rows.length === 0) return;
  // The service is asked only where something may be due.
  let reach: ProofEnds | undefined;
  for (const document of rows) {
    const version = await versionBySha(look, document.sha256);
    try {
      if (version && version.until !== null) {
        const { until } = version,
          scheme = version.scheme ?? (await schemeOf(deps, look, document)),
          ends = endsOf({ until, scheme });
        if (Math.min(ends.certificate, ends.algorithms) >= before) continue;
        reach ??= await reachOf(deps, look.now);
        if (!isProofDue(ends, reach, look.now)) continue;
      }
      await raiseOne(deps, look, document);
    } catch (error) {
      if (error instanceof TsaError && error.code === 'tsa_unreachable') throw error;
      deps.log.failure({ code: 'proof.not_raised', error });
    }
  }
  const last = rows.at(-1)?.fileId;
  if (rows.length < PER_RUN || last === undefined) return;
  const day = String(job.payload.day);
  await deps.workshop.write(cid, actor, (w) =>
    w.job('raise-proofs', `raise-proofs:${day}:${last}`, { day, after: last }, w.now + PAUSE_MS),
  );
}
