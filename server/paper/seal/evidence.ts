// Builds evidence.json from data of the task, the tablet and the renderer, and validates it.
import { createHash } from 'node:crypto';
import type { DocumentData } from '../../../shared/desk/document.ts';
import { templateKey } from '../../../shared/desk/document.ts';
import type { Evidence, EvidencePart, EvidenceSigner, InkSummary } from './evidence-file.ts';
import type { Identification } from '../../../shared/desk/mappe.ts';
import { languagesIn, languagesRead } from '../../../shared/papers/read-in.ts';
import type { Ink, SignedBy, SubmitPayload } from '../../../shared/papers/signature.ts';
import type { PrintedReading } from '../../../shared/papers/printed-reading.ts';
import type { RendererInfo } from '../pdf/protocol.ts';
import { certificateFacts } from './authority.ts';
import { sha256 } from './canonical.ts';

/** Storage of the encrypted points of one signer; see `points.ts`. */
export type PointFile = { readonly sha256: string; readonly escrowKeyId: string };

export type EvidenceParts = {
  readonly envelope: Evidence['envelope'];
  readonly data: DocumentData;
  readonly presented: {
    readonly bytes: Uint8Array;
    readonly pages: number;
    readonly rendererInfo: RendererInfo;
  };
  /** Answers: the person saw the data in words, and the page was made from it after signing. */
  readonly isMadeAfter?: boolean;
  /** The paper with the languages that were read, if it differs from the presented one. */
  readonly printed?: {
    readonly bytes: Uint8Array;
    readonly pages: number;
    readonly reading: PrintedReading;
  };
  readonly dataSha256: string;
  readonly submit: SubmitPayload;
  readonly tabletId: string;
  /**
   * When several people signed on their own devices, in the order of arrival; `submit` is then the
   * combined one.
   */
  readonly parts?: readonly {
    readonly submit: SubmitPayload;
    readonly device: string;
    readonly receivedAt: number;
    readonly identification: EvidencePart['identification'];
  }[];
  /** One entry per signer, `null` when nothing was drawn. */
  readonly pointFiles: readonly (PointFile | null)[];
  readonly identification: {
    readonly method: Identification;
    readonly userId: string;
    readonly at: number;
  } | null;
  readonly conversation: {
    readonly behandler: string;
    readonly userId: string;
    readonly at: number;
  } | null;
  /** Keeps the birth date from being guessed; stored next to the envelope, never in the file. */
  readonly salt: Uint8Array;
  readonly times: {
    readonly createdAt: number;
    readonly receivedAt: number;
    readonly sealedAt: number;
  };
  readonly certificate: Uint8Array;
  readonly audit: { readonly seq: number; readonly hash: string } | null;
};

/** Returns the offset of a zone from UTC at an instant, in minutes. */
export function zoneOffset(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(at);
  const [, sign, hours, minutes] =
    /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(
      parts.find((part) => part.type === 'timeZoneName')?.value ?? '',
    ) ?? [];
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' && offset !== 0 ? -offset : offset;
}

/** Returns counts about ink; the points themselves are not included. */
export function summariseInk(ink: Ink, file: PointFile): InkSummary {
  const points = ink.strokes.flatMap((stroke) => stroke.points);
  const first = Math.min(...points.map((point) => point.t));
  const last = Math.max(...points.map((point) => point.t));
  const durationMs = points.length === 0 ? 0 : Math.round(last - first);
  return {
    strokes: ink.strokes.length,
    points: points.length,
    durationMs,
    pointerTypes: [...new Set(ink.strokes.map((stroke) => stroke.pointerType))].sort(),
    pointsPerSecond: durationMs === 0 ? 0 : Math.round((points.length * 1000) / durationMs),
    pressureLevels: new Set(points.map((point) => Math.round(point.p * 255))).size,
    clears: ink.clears,
    undos: ink.undos,
    pointFileSha256: file.sha256,
    escrowKeyId: file.escrowKeyId,
  };
}

function signerOf(signer: SignedBy, parts: EvidenceParts, file: PointFile | null): EvidenceSigner {
  const isPatient = signer.role === 'patient';
  const { patient } = parts.data;
  const ink = signer.mark.how === 'typed' ? null : signer.mark.ink;
  if (ink !== null && file === null) throw new RangeError('drawn ink without its point file');
  return {
    role: signer.role,
    name: signer.name,
    capacity: signer.capacity ?? null,
    birthDateSha256: isPatient
      ? createHash('sha256').update(parts.salt).update(patient.geburtsdatum).digest('hex')
      : null,
    patid: isPatient ? patient.patid : null,
    how: signer.mark.how,
    witness: signer.mark.how === 'witnessed' ? signer.mark.witness : null,
    typedName: signer.mark.how === 'typed' ? signer.mark.name : null,
    ink: ink === null || file === null ? null : summariseInk(ink, file),
  };
}

const deviceOf = ({ device }: SubmitPayload, tabletId: string): Evidence['device'] => ({
  tabletId,
  appVersion: device.appVersion,
  userAgent: device.userAgent,
  screen: device.screen,
  isStandalone: device.standalone,
  wasOnline: device.online,
  clockOffsetMs: device.clockOffsetMs,
});

/** Builds evidence.json of one signing. @throws RangeError when ink has no point file */
export function buildEvidence(parts: EvidenceParts): Evidence {
  const { data, submit, presented, printed } = parts;
  const { reading } = submit;
  const certificate = certificateFacts(parts.certificate);
  // Printed languages, and those in which it was read.
  const languages = [
    ...new Set([...data.languages, ...languagesRead(languagesIn(data), submit.language, reading)]),
  ];
  return {
    v: 1,
    envelope: parts.envelope,
    document: {
      template: templateKey(data.template),
      title: data.title.de,
      languages,
      formRequirement: data.formRequirement.form,
      dataSha256: parts.dataSha256,
      presentedPdfSha256: sha256(presented.bytes),
      presentedBytes: presented.bytes.length,
      pages: presented.pages,
      ...(parts.isMadeAfter === true && { presentedAs: 'data' as const }),
      ...(printed && {
        printed: {
          sha256: sha256(printed.bytes),
          bytes: printed.bytes.length,
          pages: printed.pages,
          languages: [...printed.reading.languages],
          understood: [...printed.reading.understood],
        },
      }),
    },
    signers: submit.signers.map((signer, index) =>
      signerOf(signer, parts, parts.pointFiles[index] ?? null),
    ),
    ...(parts.parts &&
      parts.parts.length > 0 && {
        parts: parts.parts.map(({ submit: own, device, receivedAt, identification }) => ({
          roles: own.signers.map((one) => one.role),
          signedAt: own.signedAt,
          receivedAt,
          language: own.language,
          identification,
          declarations: own.declarations.map(({ id, value, at }) => ({ id, value, at })),
          reading: own.reading,
          device: deviceOf(own, device),
        })),
      }),
    identification: parts.identification,
    declarations: data.declarations.map((one) => {
      const answer = submit.declarations.find((given) => given.id === one.id);
      const words = languages.map((language) => one.text[language] ?? '').join('\n');
      return {
        id: one.id,
        textSha256: sha256(words),
        isRequired: one.required,
        value: answer?.value ?? false,
        at: answer?.at ?? null,
      };
    }),
    reading,
    conversation: parts.conversation,
    device: deviceOf(submit, parts.tabletId),
    times: {
      createdAt: parts.times.createdAt,
      presentedAt: reading.shownAt,
      signedAt: submit.signedAt,
      receivedAt: parts.times.receivedAt,
      sealedAt: parts.times.sealedAt,
      zone: data.zone,
      offsetMinutes: zoneOffset(submit.signedAt, data.zone),
    },
    renderer: presented.rendererInfo,
    seal: {
      certificateSha256: certificate.sha256,
      serialNumber: certificate.serialNumber,
      algorithm: 'ECDSA P-256 SHA-256',
      auditSeq: parts.audit?.seq ?? null,
      auditHash: parts.audit?.hash ?? null,
    },
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPrinted = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) && typeof value['sha256'] === 'string' && Number.isInteger(value['bytes']));

/** Checks whether parsed JSON is evidence of version 1, as far as the verifier relies on it. */
export function isEvidence(value: unknown): value is Evidence {
  if (
    !isRecord(value) ||
    value['v'] !== 1 ||
    !isRecord(value['document']) ||
    !isRecord(value['envelope']) ||
    !isRecord(value['times']) ||
    !Array.isArray(value['signers'])
  )
    return false;
  const { document, envelope, times, signers } = value as {
    document: Record<string, unknown>;
    envelope: Record<string, unknown>;
    times: Record<string, unknown>;
    signers: unknown[];
  };
  const texts = [
    document['title'],
    document['template'],
    document['presentedPdfSha256'],
    document['dataSha256'],
    envelope['id'],
    envelope['taskId'],
  ];
  return (
    texts.every((text) => typeof text === 'string') &&
    Number.isInteger(document['presentedBytes']) &&
    isPrinted(document['printed']) &&
    typeof times['signedAt'] === 'number' &&
    signers.every(
      (one) => isRecord(one) && typeof one['name'] === 'string' && typeof one['role'] === 'string',
    )
  );
}
