/**
 * Molar's pipeline for one document with the product's own functions and child processes: render,
 * tag, seal, verify.
 */
import { join } from 'node:path';
import type { SubmitPayload } from '../../shared/papers/signature.ts';
import { createRenderer, type Renderer } from '../../server/paper/pdf/renderer.ts';
import {
  createPracticeAuthority,
  exportPrivateKey,
  importSealKey,
} from '../../server/paper/seal/authority.ts';
import { sha256 } from '../../server/paper/seal/canonical.ts';
import { buildEvidence } from '../../server/paper/seal/evidence.ts';
import { encodePoints } from '../../server/paper/seal/points.ts';
import { sealWithProof, type TimeService } from '../../server/paper/seal/proof/raise-proof.ts';
import { createRevocationList } from '../../server/paper/seal/revocation-list.ts';
import { signPrepared } from '../../server/paper/seal/seal-pdf.ts';
import { createLocalTsa } from '../../server/paper/seal/tsa.ts';
import { createSealer } from '../../server/paper/seal/sealer.ts';
import { ROOT } from '../../scripts/sources.mjs';
import { handwriting, paper } from './paper.ts';

/** Times of one document, ms, and sizes in bytes. */
export interface Made {
  rendered: number;
  sealed: number;
  checked: number;
  /** Sealed with the chain and a revocation list inside, before the signature. */
  listed: number;
  /** Sealed up to B-T, without the time of the time-stamp service; not rendered. */
  stamped: number;
  /** Sealed up to B-LTA, without the time of the time-stamp service; not rendered. */
  proven: number;
  provenBytes: number;
  base: number;
  bytes: number;
}
export interface Workshop {
  make(number: number): Promise<Made>;
  close(): void;
}

type Paper = ReturnType<typeof paper>;
type RenderedPdf = Awaited<ReturnType<Renderer['renderPdf']>>;

/** Returns the submission of a tablet for a document. */
function submissionOf(
  data: Paper,
  base: RenderedPdf,
  signers: SubmitPayload['signers'],
  at: number,
): SubmitPayload {
  return {
    taskId: data.taskId,
    dataSha256: base.dataSha256,
    presentedPdfSha256: sha256(base.bytes),
    language: 'de',
    signedAt: at,
    signers,
    declarations: data.declarations.map((one) => ({ id: one.id, value: one.required, at })),
    wantsPaperCopy: false,
    reading: {
      shownAt: at - 300_000,
      sections: data.sections.map((one) => ({
        id: one.id,
        firstSeenAt: at - 200_000,
        visibleMs: 9000,
      })),
      reachedEnd: true,
      fontScale: 1.25,
      openedPdf: false,
      languageSwitches: 0,
      unclear: [],
    },
    device: {
      userAgent: 'bench',
      screen: '1280x800',
      standalone: true,
      online: true,
      clockOffsetMs: -120,
      appVersion: '0.1.0',
    },
  };
}

/** A local time-stamp service, and the time spent in it, ms: a real one is elsewhere. */
async function measuredService(): Promise<{ time: TimeService; spent: () => number }> {
  const local = await createLocalTsa(Date.now);
  let spent = 0;
  const measured = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      spent += performance.now() - began;
    }
  };
  return {
    spent: () => spent,
    time: {
      tsa: (bytes) => measured(() => local.stamp(bytes)),
      roots: [local.root],
      revocation: (certificate, issuer) => measured(() => local.revocation(certificate, issuer)),
    },
  };
}

/** What one document is sealed from. */
interface Draft {
  data: Paper;
  base: RenderedPdf;
  signers: SubmitPayload['signers'];
  points: { sha256: string; escrowKeyId: string }[];
  at: number;
}
/** Returns the order to seal a document, and its evidence. */
function orderOf({ data, base, signers, points, at }: Draft, certificate: Uint8Array) {
  const submit = submissionOf(data, base, signers, at);
  const evidence = buildEvidence({
    envelope: {
      id: crypto.randomUUID(),
      prevEnvelopeId: null,
      praxisId: 'p1',
      taskId: data.taskId,
      mappeId: 'm1',
    },
    data,
    presented: base,
    dataSha256: base.dataSha256,
    submit,
    tabletId: 't1',
    pointFiles: points,
    salt: crypto.getRandomValues(new Uint8Array(16)),
    identification: { method: 'gesundheitskarte', userId: 'u1', at: at - 400_000 },
    conversation: { behandler: 'Dr. Selin Müller-Özdemir', userId: 'u2', at: at - 100_000 },
    times: { createdAt: data.createdAt, receivedAt: at, sealedAt: at },
    certificate,
    audit: null,
  });
  const signing = {
    data,
    signatureBoxes: base.signatureBoxes,
    checkBoxes: base.checkBoxes,
    signers,
    declarations: submit.declarations,
    signedAt: at,
  };
  const order = { base: base.bytes, signing, evidence, praxis: data.praxis.name, at };
  return { order, evidence };
}

/**
 * Starts recycled children with the product's limits.
 * @throws if a sealed file fails its own verification
 */
export async function openMolar(): Promise<Workshop> {
  const renderer = createRenderer({ workerPath: join(ROOT, 'dist/bench/server/render.worker.js') });
  const sealer = createSealer({ workerPath: join(ROOT, 'dist/bench/server/seal.worker.js') });
  const authority = await createPracticeAuthority(
    'Zahnarztpraxis Dr. Müller-Özdemir',
    Date.now() - 86_400_000,
  );
  const key = await importSealKey(await exportPrivateKey(authority.seal.key));
  const chain = [authority.seal.certificate, authority.authority.certificate];
  const crls = [await createRevocationList(authority.authority, [], Date.now())];
  const service = await measuredService();
  return {
    async make(number) {
      const at = Date.now(),
        data = paper(number, at);
      const signers = data.signers.map((signer, i) => ({
        ...signer,
        mark: { how: 'drawn' as const, ink: handwriting(i + number) },
      }));
      const points = signers.map((one) => ({
        sha256: sha256(encodePoints(one.mark.ink)),
        escrowKeyId: 'escrow',
      }));

      const began = performance.now();
      const base = await renderer.renderPdf(data);
      const rendered = performance.now() - began;

      const sealing = performance.now();
      const { order, evidence } = orderOf(
        { data, base, signers, points, at },
        authority.seal.certificate,
      );
      const made = await signPrepared(await sealer.prepare(order), base.bytes, { key, chain });
      const sealed = rendered + performance.now() - sealing;
      const wrong = await sealer.check(made.bytes, {
        authorities: [authority.authority.certificate],
        evidence,
        pages: base.pages,
        level: made.level,
      });
      if (wrong !== undefined) throw new Error(`the sealed file fails its own check: ${wrong}`);
      const checked = rendered + performance.now() - sealing;
      // The same once more, as the product seals with a time-stamp service.
      const validation = { certificates: chain, crls };
      const inService = service.spent();
      const stamping = performance.now();
      const first = await sealer.prepare({ ...order, validation });
      const listed = performance.now() - stamping;
      const stampedOnce = await signPrepared(first, base.bytes, {
        key,
        chain,
        tsa: service.time.tsa,
      });
      if (stampedOnce.level !== 'B-T') throw new Error('no time stamp was added');
      const stamped = performance.now() - stamping - (service.spent() - inService);
      const inStamps = service.spent(),
        proving = performance.now();
      const prepared = await sealer.prepare({ ...order, validation });
      const proven = await sealWithProof(sealer, service.time, prepared, base.bytes, {
        key,
        chain,
        crls,
      });
      if (proven.level !== 'B-LTA') throw new Error(`the proof reached ${proven.level} only`);
      return {
        rendered,
        sealed,
        checked,
        listed,
        stamped,
        proven: performance.now() - proving - (service.spent() - inStamps),
        provenBytes: proven.bytes.length,
        base: base.bytes.length,
        bytes: made.bytes.length,
      };
    },
    close() {
      renderer.close();
      sealer.close();
    },
  };
}
