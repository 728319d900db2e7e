// Documents sealed by the practice alone: a receipt, a scanned paper; without any drawn signature.

import { randomBytes } from 'node:crypto';
import type { DocumentData } from '../../../shared/desk/document.ts';
import type { SubmitPayload } from '../../../shared/papers/signature.ts';
import type { PracticeKeys } from './practice-keys.ts';
import type { Renderer, RenderOptions } from '../../paper/pdf/renderer.ts';
import { sha256 } from '../../paper/seal/canonical.ts';
import { buildEvidence } from '../../paper/seal/evidence.ts';
import { sealWithProof, type TimeService } from '../../paper/seal/proof/raise-proof.ts';
import type { ProofLevel } from '../../../shared/papers/seal/proof-level.ts';
import type { Sealer } from '../../paper/seal/sealer.ts';

export interface PracticeSealDeps {
  renderer: Pick<Renderer, 'renderPdf'>;
  sealer: Pick<Sealer, 'prepare' | 'prepareStamp' | 'check'>;
  time: TimeService | undefined;
  now: () => number;
}
/** Level of a sealed file, and what is left to do. */
export interface SealProof {
  level: ProofLevel;
  /** End of the document time stamp (ms); null without one. */
  until: number | null;
  /** Algorithms of the newest document time stamp. */
  scheme: string | null;
  /** The time-stamp service did not answer: the proof is raised later. */
  isPending: boolean;
}
export interface PracticeSeal {
  cid: string;
  /**
   * Its signers are users of the practice; its `taskId` is the id of the envelope in the evidence.
   */
  data: DocumentData;
  /** Time of the event, UTC ms. */
  at: number;
  mappeId: string;
  prevEnvelopeId: string | null;
  scans?: RenderOptions['scans'];
}

/**
 * Renders, seals and checks with our own verifier.
 * @throws PdfError, SealError; AppError seal_over; `self_check` when the result fails its own check
 */
export async function sealByPractice(
  { renderer, sealer, time, now }: PracticeSealDeps,
  keys: PracticeKeys,
  { cid, data, at, mappeId, prevEnvelopeId, scans }: PracticeSeal,
): Promise<{ bytes: Uint8Array; proof: SealProof }> {
  // First: nothing is rendered without a valid seal.
  const sealedAt = now(),
    seal = await keys.sealAt(sealedAt),
    base = await renderer.renderPdf(data, scans && { scans });
  const submit: SubmitPayload = {
    taskId: data.taskId,
    dataSha256: base.dataSha256,
    presentedPdfSha256: sha256(base.bytes),
    language: 'de',
    signedAt: at,
    wantsPaperCopy: false,
    declarations: [],
    signers: data.signers.map((one) => ({
      role: one.role,
      name: one.name,
      capacity: one.capacity ?? '',
      mark: { how: 'typed', name: one.name },
    })),
    reading: {
      shownAt: at,
      sections: [],
      reachedEnd: false,
      fontScale: 100,
      openedPdf: false,
      languageSwitches: 0,
      unclear: [],
    },
    device: {
      userAgent: '',
      screen: '',
      standalone: false,
      online: true,
      clockOffsetMs: 0,
      appVersion: '',
    },
  };
  const evidence = buildEvidence({
    envelope: { id: data.taskId, prevEnvelopeId, praxisId: cid, taskId: data.taskId, mappeId },
    data,
    presented: { bytes: base.bytes, pages: base.pages, rendererInfo: base.rendererInfo },
    dataSha256: base.dataSha256,
    submit,
    tabletId: '',
    pointFiles: [null],
    salt: randomBytes(16),
    identification: null,
    conversation: null,
    times: { createdAt: at, receivedAt: at, sealedAt },
    certificate: seal.chain[0],
    audit: null,
  });
  const signing = {
    data,
    signatureBoxes: base.signatureBoxes,
    checkBoxes: base.checkBoxes,
    signers: submit.signers,
    declarations: [],
    signedAt: at,
    isConfirmation: true,
  };
  const prepared = await sealer.prepare({
    base: base.bytes,
    signing,
    evidence,
    praxis: data.praxis.name,
    at: sealedAt,
    validation: { certificates: seal.chain, crls: seal.crls },
  });
  const { bytes, sealed, ...proof } = await sealWithProof(sealer, time, prepared, base.bytes, seal);
  const wrong = await sealer.check(bytes, {
    authorities: await keys.authorities(),
    evidence,
    pages: base.pages,
    level: sealed.level,
    isArchived: proof.until !== null,
  });
  if (wrong !== undefined)
    throw Object.assign(new Error('the document fails its own check'), {
      code: 'self_check',
      name: `SelfCheck(${wrong})`,
    });
  return { bytes, proof };
}
