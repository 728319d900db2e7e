// A filed paper as a FHIR R4 transaction (4.0.1): person, form and answers or consent, the document
// itself and its provenance. Pure; every request is idempotent.

import { recordsOf } from '../../../../shared/forms/answers/extract-definitions.ts';
import type { OptionalField, RequiredField } from '../../../../shared/desk/master-fields.ts';
import { patientElements, type CarriedField } from '../../../../shared/records/field-exchange.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { extractedFrom, searchOf, SYSTEMS, uuidOf, type Resource } from './fhir-extracted.ts';
import { withLanguageOfWords } from './written-in.ts';

export interface BundleInput {
  readonly praxis: {
    readonly name: string;
    readonly anschrift: string;
    readonly telefon: string;
    readonly mail: string;
  };
  readonly task: {
    readonly taskId: string;
    readonly kind: string;
    readonly template: string;
    readonly title: string;
    readonly data: string;
    readonly filedBy: string | null;
  };
  readonly person: { readonly patid: string } & Readonly<Record<RequiredField, string>> &
    Readonly<Record<OptionalField & CarriedField, string | null>>;
  /** When it was filed, ms. */
  readonly at: number;
  readonly pdf: Uint8Array | null;
  /** Hex; hash of the sealed document as stored, null if the PDF was made for the hand-over. */
  readonly pdfSha256: string | null;
  readonly answers:
    | {
        readonly questionnaire: Questionnaire | null;
        readonly response: QuestionnaireResponse;
        readonly answersId: string;
        readonly answeredAt: number;
      }
    | undefined;
  readonly signers: readonly { readonly name: string; readonly role: string }[];
  readonly signedAt: number | null;
  /** Absent: a valid consent to treatment. */
  readonly consent?: ConsentStanding;
  /** The sealed receipt of a withdrawal. */
  readonly receipt?: Receipt | null;
}
interface Receipt {
  readonly withdrawalId: string;
  readonly pdf: Uint8Array;
  /** When the withdrawal was declared, ms. */
  readonly at: number;
}
/** The state of a consent: withdrawn is `inactive`, voided is `entered-in-error`. */
export interface ConsentStanding {
  readonly status: 'active' | 'inactive' | 'entered-in-error';
  /** Otherwise it is about data: a photo, a recall, a billing company. */
  readonly isTreatment: boolean;
  /** Texts of refused and withdrawn declarations. */
  readonly refused: readonly string[];
}
export interface Bundle {
  readonly resourceType: 'Bundle';
  readonly type: 'transaction';
  readonly timestamp: string;
  readonly entry: readonly {
    readonly fullUrl: string;
    readonly resource: Resource;
    readonly request: EntryRequest;
  }[];
}
type EntryRequest =
  | { readonly method: 'PUT'; readonly url: string }
  | { readonly method: 'POST'; readonly url: string; readonly ifNoneExist: string };

const instant = (at: number): string => new Date(at).toISOString();
const CHARS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
export function base64Of(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const n = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out +=
      (CHARS[n >> 18] ?? '') +
      (CHARS[(n >> 12) & 63] ?? '') +
      (i + 1 < bytes.length ? (CHARS[(n >> 6) & 63] ?? '') : '=') +
      (i + 2 < bytes.length ? (CHARS[n & 63] ?? '') : '=');
  }
  return out;
}

/** Omits unknown values: an empty string is no value in FHIR. */
const known = <T extends Readonly<Record<string, unknown>>>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  ) as Partial<T>;

const isVoidedIn = (standing: ConsentStanding | undefined): boolean =>
  standing?.status === 'entered-in-error';

/** The person; what a form says of the patient completes the record and never replaces it. */
const patientOf = ({ person, answers, consent }: BundleInput): Resource => ({
  // What voided answers say may be about another person.
  ...(!isVoidedIn(consent) &&
    answers?.questionnaire &&
    recordsOf(answers.questionnaire, answers.response).find(
      (one) => one.resource.resourceType === 'Patient',
    )?.resource),
  resourceType: 'Patient',
  identifier: [{ system: SYSTEMS.patid, value: person.patid }],
  ...patientElements(person),
});

const TREATED: ConsentStanding = { status: 'active', isTreatment: true, refused: [] };
/** Signed consent; scope and category of the published value sets (HL7 v4.0.1). */
function consentOf(input: BundleInput, patient: string, document: string | undefined): Resource {
  const { status, isTreatment, refused } = input.consent ?? TREATED;
  return {
    resourceType: 'Consent',
    status,
    identifier: [{ system: SYSTEMS.task, value: input.task.taskId }],
    scope: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/consentscope',
          code: isTreatment ? 'treatment' : 'patient-privacy',
        },
      ],
    },
    category: [
      { coding: [{ system: 'http://loinc.org', code: '59284-0' }], text: input.task.title },
    ],
    patient: { reference: patient },
    dateTime: instant(input.signedAt ?? input.at),
    ...known({ performer: input.signers.map((one) => ({ display: one.name })) }),
    organization: [{ display: input.praxis.name }],
    // The signed text, by its version in the catalogue.
    policy: [{ uri: `urn:molar:text:${input.task.template}` }],
    ...(document !== undefined && { sourceReference: { reference: document } }),
    // R4: the root rule has no type, nested rules have one.
    ...(refused.length > 0 && {
      provision: { provision: refused.map((text) => ({ type: 'deny', code: [{ text }] })) },
    }),
  };
}

const attachmentOf = (title: string, at: number, pdf: Uint8Array) => ({
  attachment: {
    contentType: 'application/pdf',
    language: 'de',
    title,
    creation: instant(at),
    size: pdf.length,
    data: base64Of(pdf),
  },
});

function documentOf(input: BundleInput, pdf: Uint8Array, patient: string): Resource {
  return {
    resourceType: 'DocumentReference',
    status: isVoidedIn(input.consent) ? 'entered-in-error' : 'current',
    docStatus: 'final',
    identifier: [{ system: SYSTEMS.task, value: input.task.taskId }],
    type: { text: input.task.title },
    subject: { reference: patient },
    date: instant(input.at),
    description: input.task.title,
    custodian: { display: input.praxis.name },
    content: [attachmentOf(input.task.title, input.signedAt ?? input.at, pdf)],
  };
}

/** The receipt of a withdrawal is a document of its own that refers to the paper. */
function receiptOf(
  input: BundleInput,
  { withdrawalId, pdf, at }: Receipt,
  patient: string,
  document: string | undefined,
): Resource {
  const title = `Widerruf: ${input.task.title}`;
  return {
    resourceType: 'DocumentReference',
    status: 'current',
    docStatus: 'final',
    identifier: [{ system: SYSTEMS.withdrawal, value: withdrawalId }],
    type: { text: title },
    subject: { reference: patient },
    date: instant(at),
    description: title,
    custodian: { display: input.praxis.name },
    ...(document !== undefined && {
      relatesTo: [{ code: 'appends', target: { reference: document } }],
    }),
    content: [attachmentOf(title, at, pdf)],
  };
}

/** Who made the entries, and from which file. */
function provenanceOf(input: BundleInput, about: readonly string[], patient: string): Resource {
  const { task } = input;
  return {
    resourceType: 'Provenance',
    target: about.map((reference) => ({ reference })),
    recorded: instant(input.at),
    ...known({ occurredDateTime: input.signedAt === null ? null : instant(input.signedAt) }),
    agent: [
      ...(input.signers.length > 0
        ? input.signers.map((one) => ({ type: { text: one.role }, who: { display: one.name } }))
        : [{ type: { text: 'author' }, who: { reference: patient } }]),
      {
        type: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
              code: 'custodian',
            },
          ],
        },
        who: { display: input.praxis.name },
      },
    ],
    entity: [
      {
        role: 'source',
        what: {
          identifier: { system: SYSTEMS.task, value: task.taskId },
          ...known({ display: input.pdfSha256 === null ? null : `sha256:${input.pdfSha256}` }),
        },
      },
    ],
  };
}

/**
 * Builds the FHIR bundle of a person.
 * @returns one transaction; entries reference each other by the bundle's own ids. Repeating it
 * changes nothing: the person is created once, the rest is updated
 */
export function fhirBundle(input: BundleInput): Bundle {
  const { task, answers } = input,
    id = (part: number): string => uuidOf(task.taskId, part),
    patient = id(1),
    isConsent = task.kind === 'document' && answers === undefined,
    isVoided = isVoidedIn(input.consent);
  const document = input.pdf === null ? undefined : id(2),
    ofTask = (kind: string): string => `${kind}?${searchOf(SYSTEMS.task, task.taskId)}`;
  const entry: { fullUrl: string; resource: Resource; request: EntryRequest }[] = [];
  const add = (fullUrl: string, resource: Resource, url: string): void => {
    entry.push({ fullUrl, resource, request: { method: 'PUT', url } });
  };
  // Created if it is missing: an update would replace the receiver's richer record.
  entry.push({
    fullUrl: patient,
    resource: patientOf(input),
    request: {
      method: 'POST',
      url: 'Patient',
      ifNoneExist: searchOf(SYSTEMS.patid, input.person.patid),
    },
  });
  const about: string[] = [];
  if (answers) {
    const { questionnaire, response } = answers;
    if (questionnaire)
      add(
        id(3),
        questionnaire as unknown as Resource,
        `Questionnaire?${new URLSearchParams({
          url: questionnaire.url ?? `urn:molar:questionnaire:${task.template}`,
          version: questionnaire.version ?? '1',
        })}`,
      );
    add(
      id(4),
      {
        ...(withLanguageOfWords(response, questionnaire) as unknown as Resource),
        identifier: { system: SYSTEMS.answers, value: answers.answersId },
        subject: { reference: patient },
        source: { reference: patient },
        ...(isVoided && { status: 'entered-in-error' }),
      },
      `QuestionnaireResponse?${searchOf(SYSTEMS.answers, answers.answersId)}`,
    );
    about.push(id(4));
    if (questionnaire)
      for (const one of extractedFrom(
        task.taskId,
        { ...answers, questionnaire },
        patient,
        id(4),
        isVoided,
      )) {
        add(one.fullUrl, one.resource, one.url);
        about.push(one.fullUrl);
      }
  }
  if (document !== undefined && input.pdf) {
    add(document, documentOf(input, input.pdf, patient), ofTask('DocumentReference'));
    about.push(document);
  }
  if (input.receipt) {
    const { withdrawalId } = input.receipt;
    add(
      id(7),
      receiptOf(input, input.receipt, patient, document),
      `DocumentReference?${searchOf(SYSTEMS.withdrawal, withdrawalId)}`,
    );
    about.push(id(7));
  }
  if (isConsent) {
    add(id(5), consentOf(input, patient, document), ofTask('Consent'));
    about.push(id(5));
  }
  if (about.length > 0) {
    add(
      id(6),
      provenanceOf(input, about, patient),
      // No search finds a Provenance by our identifiers, so it has an id of its own.
      `Provenance/${id(6).slice('urn:uuid:'.length)}`,
    );
  }
  return { resourceType: 'Bundle', type: 'transaction', timestamp: instant(input.at), entry };
}
