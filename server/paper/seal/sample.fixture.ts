// A complete signing for tests: real renderer, real keys, a patient's ink; not used by the running
// server.
import { findTemplate } from '../../../catalog/consent/catalogue.ts';
import { withLanguages } from '../../../catalog/consent/languages.ts';
import { withReviews } from '../../../shared/desk/document-words.ts';
import type {
  DocumentData,
  DocumentInput,
  DocumentTemplate,
} from '../../../shared/desk/document.ts';
import { resolveDocument } from '../../../shared/desk/document.ts';
import type { Evidence } from './evidence-file.ts';
import type { Ink, SignedBy, SubmitPayload } from '../../../shared/papers/signature.ts';
import { renderWorker } from '../../../tests/support/setup/workers.ts';
import { createRenderer } from '../pdf/renderer.ts';
import type { RenderedPdf, Renderer } from '../pdf/renderer.ts';
import type { PracticeAuthority } from './authority.ts';
import { sha256 } from './canonical.ts';
import { buildEvidence } from './evidence.ts';
import { marksOf } from './marks.ts';
import type { Sealed } from './seal-pdf.ts';
import { createRevocationList } from './revocation-list.ts';
import { sealPdf } from './seal-pdf.ts';
import type { Tsa } from './tsa.ts';

export const PRACTICE = 'Zahnarztpraxis Dr. Müller-Özdemir';
export const SIGNED_AT = Date.UTC(2026, 10, 20, 7, 34, 46);

let shared: Renderer | undefined;
/**
 * One child for all files of a test process, which ends with it: compiler and fonts are loaded
 * once. `close` keeps it running for the others.
 */
export const testRenderer = (): Renderer => ({
  ...(shared ??= ownRenderer()),
  close: () => undefined,
});
/** A renderer with its own child. */
export const ownRenderer = (): Renderer => createRenderer({ workerPath: renderWorker() });

const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  extraktion: { zahn: '36' },
  datenschutz: { datenschutzkontakt: 'Frau Beispiel, datenschutz@example.de' },
  implantat: { stelle: '36', aufbau: 'nicht vorgesehen' },
  wurzelkanal: { zahn: '36' },
  betaeubung: { behandlung: 'Füllung an 36' },
  ewe: {
    partner: 'Beispiel Abrechnung GmbH',
    partneranschrift: 'Weg 1, 10115 Berlin',
    refinanzierung: 'Beispielbank AG',
  },
  mehrkosten: {
    zahn: '36 mod',
    fuellung: 'Komposit, mehrschichtig',
    honorar: '148,20 €',
    kassenanteil: '62,40 €',
    mehrkosten: '85,80 €',
  },
};

const templateOf = (key: string): DocumentTemplate => {
  const template = findTemplate(key);
  if (template === undefined) throw new RangeError(key);
  return template;
};

/** A filled document of a template (`extraktion@1`). */
export const sampleDocument = (key: string, over: Partial<DocumentInput> = {}): DocumentData =>
  filled(templateOf(key), over);

/** The same with further languages, translated by a machine; the first is printed. */
export const wordedDocument = async (
  key: string,
  languages: readonly string[],
  over: Partial<DocumentInput> = {},
): Promise<DocumentData> =>
  filled(
    withReviews(
      await withLanguages(templateOf(key), languages),
      Object.fromEntries(['en', ...languages].map((one) => [one, { by: 'machine' as const }])),
    ),
    { language: languages[0] ?? 'de', ...over },
  );

function filled(template: DocumentTemplate, over: Partial<DocumentInput>): DocumentData {
  return resolveDocument(template, {
    praxis: {
      name: PRACTICE,
      anschrift: 'Lange Straße 5, 79098 Freiburg',
      telefon: '0761 123456',
      mail: 'praxis@example.de',
    },
    patient: { name: 'Anna Groß', geburtsdatum: '1941-03-04', patid: '4711' },
    fields: FIELDS[template.id] ?? {},
    language: 'de',
    signers: template.signerRoles.length === 0 ? [] : [{ role: 'patient', name: 'Anna Groß' }],
    taskId: '0197b1c2-7a00-7000-8000-000000000001',
    createdAt: SIGNED_AT - 600_000,
    zone: 'Europe/Berlin',
    ...over,
  });
}

export const sampleInk = (points = 160): Ink => ({
  width: 700,
  height: 260,
  clears: 1,
  undos: 0,
  strokes: [
    {
      pointerType: 'pen',
      points: Array.from({ length: points }, (_, i) => ({
        x: 90 + (i / points) * 420,
        y: 130 + 60 * Math.sin((i / points) * 22),
        t: i * 8,
        p: 0.3 + 0.6 * Math.abs(Math.sin(i / 7)),
      })),
    },
    { pointerType: 'pen', points: [{ x: 300, y: 60, t: 2_000, p: 0.5 }] },
  ],
});

export type Sample = {
  readonly data: DocumentData;
  readonly base: RenderedPdf;
  readonly evidence: Evidence;
  readonly sealed: Sealed;
};

/** Renders, signs and seals one document as the job does. */
export async function sealSample(
  renderer: Renderer,
  keys: PracticeAuthority,
  options: {
    data?: DocumentData;
    signers?: readonly SignedBy[];
    tsa?: Tsa;
    at?: number;
    /** Time per signer (ms), when they signed on their own devices. */
    signedAtOf?: readonly number[];
  } = {},
): Promise<Sample> {
  const data = options.data ?? sampleDocument('extraktion@1');
  const at = options.at ?? SIGNED_AT;
  const base = await renderer.renderPdf(data);
  const signers =
    options.signers ??
    data.signers.map((signer) => ({
      ...signer,
      mark: { how: 'drawn' as const, ink: sampleInk() },
    }));
  const submit: SubmitPayload = {
    taskId: data.taskId,
    dataSha256: base.dataSha256,
    presentedPdfSha256: sha256(base.bytes),
    language: 'de',
    signedAt: at,
    signers: [...signers],
    declarations: data.declarations.map((one) => ({ id: one.id, value: one.required, at })),
    reading: {
      shownAt: at - 300_000,
      sections: data.sections.map((one) => ({
        id: one.id,
        firstSeenAt: at - 200_000,
        visibleMs: 9_000,
      })),
      reachedEnd: true,
      fontScale: 1.25,
      openedPdf: false,
      languageSwitches: 0,
      unclear: [],
    },
    wantsPaperCopy: false,
    device: {
      userAgent: 'test',
      screen: '1280x800',
      standalone: true,
      online: true,
      clockOffsetMs: -120,
      appVersion: '0.1.0',
    },
  };
  const evidence = buildEvidence({
    envelope: {
      id: '0197b1c2-7a00-7000-8000-0000000000e1',
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
    pointFiles: signers.map(() => ({ sha256: sha256('points'), escrowKeyId: 'k1' })),
    identification: { method: 'bekannt', userId: 'u1', at: at - 400_000 },
    conversation: { behandler: 'Dr. Selin Müller-Özdemir', userId: 'u2', at: at - 100_000 },
    salt: new Uint8Array(16),
    times: { createdAt: data.createdAt, receivedAt: at + 1_000, sealedAt: at + 2_000 },
    certificate: keys.seal.certificate,
    audit: null,
  });
  const { marks, checks } = await marksOf(renderer, {
    data,
    signatureBoxes: base.signatureBoxes,
    checkBoxes: base.checkBoxes,
    signers,
    declarations: submit.declarations,
    signedAt: at,
    ...(options.signedAtOf && { signedAtOf: options.signedAtOf }),
  });
  const sealed = await sealPdf({
    base: base.bytes,
    marks,
    checks,
    evidence,
    key: keys.seal.key,
    chain: [keys.seal.certificate, keys.authority.certificate],
    validation: {
      certificates: [keys.seal.certificate, keys.authority.certificate],
      crls: [await createRevocationList(keys.authority, [], at)],
    },
    praxis: PRACTICE,
    at: at + 2_000,
    ...(options.tsa === undefined ? {} : { tsa: options.tsa }),
  });
  return { data, base, evidence, sealed };
}
