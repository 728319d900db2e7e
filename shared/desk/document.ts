// The structured document that the tablet renders as HTML and the PDF prints: one source, so that
// the text shown is the text signed.

import { germanDay } from '../base/dates.ts';
import { visible } from '../base/visible.ts';
import type { Signer, SignerRole } from './mappe.ts';
import { isRepresented, noteFor } from './represented.ts';
import { withToothNames } from './tooth.ts';

/** A text in German (binding) and any number of further languages (BCP 47 tags). */
export type LocalText = { readonly de: string; readonly [language: string]: string };

/** A document to be read, and signed unless it is a notice; a questionnaire is answered. */
export type DocumentKind = 'consent' | 'notice' | 'plan' | 'questionnaire';

/**
 * Legal form: `schriftform` is § 126 BGB (hand or QES), `partner` is decided by a factoring
 * partner; `custody`: those who may consent are not present.
 */
export type Form = 'none' | 'textform' | 'schriftform' | 'partner' | 'custody';

export type FormRequirement = {
  readonly form: Form;
  readonly reason: LocalText;
  /** Paragraph or judgment that the reason is based on. */
  readonly source: string;
};

export type Block =
  | { readonly type: 'p'; readonly text: LocalText }
  | { readonly type: 'note'; readonly text: LocalText }
  | { readonly type: 'ul'; readonly items: readonly LocalText[] }
  | {
      readonly type: 'table';
      readonly caption: LocalText;
      readonly head: readonly LocalText[];
      readonly rows: readonly (readonly LocalText[])[];
    };

export type DocumentSection = {
  readonly id: string;
  readonly heading: LocalText;
  readonly body: readonly Block[];
};

export type DocumentDeclaration = {
  readonly id: string;
  readonly text: LocalText;
  readonly required: boolean;
  /** The same, spoken by a parent, guardian or carer for the patient. */
  readonly represented?: LocalText | undefined;
};

/**
 * Review of a translation: by no person, or confirmed by a member of the practice (ms UTC). Texts
 * that a practice wrote itself have none.
 */
export type Review =
  | { readonly by: 'machine' }
  | { readonly by: 'practice'; readonly name: string; readonly at: number };

/** A value that the practice fills in; its id is also the placeholder `{id}` in the texts. */
export type DocumentField = {
  readonly id: string;
  readonly label: LocalText;
  readonly required: boolean;
};

/** One numbered, immutable text of the catalogue. */
export type DocumentTemplate = {
  readonly id: string;
  readonly version: number;
  readonly kind: DocumentKind;
  readonly formRequirement: FormRequirement;
  /** A dentist must explain in person before the signature opens (§ 630e BGB). */
  readonly talk: boolean;
  readonly title: LocalText;
  readonly sections: readonly DocumentSection[];
  readonly declarations: readonly DocumentDeclaration[];
  readonly signerRoles: readonly SignerRole[];
  readonly fields: readonly DocumentField[];
  /** First day of use, YYYY-MM-DD. */
  readonly validFrom: string;
  readonly source: readonly string[];
  /** By language; set when the text is loaded, never part of a file. */
  readonly reviews?: Readonly<Record<string, Review>> | undefined;
};

export type DocumentPraxis = {
  readonly name: string;
  readonly anschrift: string;
  readonly telefon: string;
  readonly mail: string;
};
/** `geburtsdatum` is YYYY-MM-DD. */
export type DocumentPatient = {
  readonly name: string;
  readonly geburtsdatum: string;
  readonly patid: string;
  /** Set if known, for the word on the paper: „Patientin“ or „Patient“. */
  readonly gender?: 'female' | 'male' | undefined;
};
/** Returns the part of a patient's gender that changes a word on paper. */
export const spokenGender = (gender: string | null): Pick<DocumentPatient, 'gender'> =>
  gender === 'female' || gender === 'male' ? { gender } : {};

/**
 * The filled document: JSON-safe, without placeholders. It is shown, hashed and attached to the
 * PDF. `languages` are printed (German and at most the Mappe's); `available` can be read on the
 * tablet, because a patient may change the language while reading.
 */
export type DocumentData = {
  readonly v: 1;
  readonly template: {
    readonly id: string;
    readonly version: number;
    readonly kind: DocumentKind;
    readonly talk: boolean;
    readonly source: readonly string[];
  };
  readonly formRequirement: FormRequirement;
  readonly languages: readonly string[];
  readonly available: readonly string[];
  /** By language; without an entry the practice wrote the text, or it was stored earlier. */
  readonly reviews?: Readonly<Record<string, Review>> | undefined;
  readonly title: LocalText;
  readonly sections: readonly DocumentSection[];
  readonly declarations: readonly DocumentDeclaration[];
  readonly signers: readonly Signer[];
  readonly fields: readonly {
    readonly id: string;
    readonly label: LocalText;
    readonly value: string;
  }[];
  readonly praxis: DocumentPraxis;
  readonly patient: DocumentPatient;
  readonly taskId: string;
  /** UTC instant (ms since 1970) and the zone in which it is printed. */
  readonly createdAt: number;
  readonly zone: string;
};

export type DocumentInput = {
  readonly praxis: DocumentPraxis;
  readonly patient: DocumentPatient;
  readonly fields: Readonly<Record<string, string>>;
  readonly language: string;
  readonly signers: readonly Signer[];
  /** A notice is read by a representative of the patient. */
  readonly isForAnother?: boolean | undefined;
  readonly taskId: string;
  readonly createdAt: number;
  readonly zone: string;
};

/**
 * Thrown by `resolveDocument`; `detail` names the placeholder, field or language, never a value.
 */
export class DocumentError extends Error {
  readonly code:
    | 'document_placeholder_unknown'
    | 'document_field_missing'
    | 'document_field_unknown'
    | 'document_language_incomplete';
  readonly detail: string;
  constructor(code: DocumentError['code'], detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'DocumentError';
    this.code = code;
    this.detail = detail;
  }
}

/** Placeholders that every template may use undeclared. */
export const BUILTIN_PLACEHOLDERS = [
  'praxis',
  'anschrift',
  'telefon',
  'mail',
  'kontakt',
  'patient',
  'geburtsdatum',
] as const;

const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** Returns the names of the placeholders in a text, in order. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
}

/** Returns the name of a template in evidence, footer and columns: `extraktion@1`. */
export function templateKey(template: { readonly id: string; readonly version: number }): string {
  return `${template.id}@${template.version}`;
}

const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * Strips a text to the characters allowed in a document: visible ones and line ends. A
 * bidirectional override inside a name could make the page read differently from the data that is
 * hashed.
 */
export function cleanText(text: string): string {
  return visible(text.replace(/\r\n?|[\t\u2028\u2029]/g, ' ').replace(CONTROL, '')).trim();
}

/** Returns the languages in which every text of the template exists; `de` always comes first. */
export function languagesOf(template: DocumentTemplate): string[] {
  return Object.keys(template.title).sort((a, b) =>
    a === 'de' ? -1 : b === 'de' ? 1 : a.localeCompare(b),
  );
}

/**
 * Fills a template for one patient. Values are data: a brace or markup in a name stays a brace.
 * @throws DocumentError when a placeholder has no value, a required field is empty, a field is not
 * declared, or a text misses the language.
 */
export function resolveDocument(template: DocumentTemplate, input: DocumentInput): DocumentData {
  const available = languagesOf(template);
  const languages =
    input.language !== 'de' && available.includes(input.language) ? ['de', input.language] : ['de'];
  const own = fieldValues(template, input);
  const praxis = {
    name: cleanText(input.praxis.name),
    anschrift: cleanText(input.praxis.anschrift),
    telefon: cleanText(input.praxis.telefon),
    mail: cleanText(input.praxis.mail),
  };
  const patient = {
    name: cleanText(input.patient.name),
    geburtsdatum: input.patient.geburtsdatum,
    patid: cleanText(input.patient.patid),
  };
  // A placeholder of the house wins over a field of the same name.
  const values = new Map([...own, ...builtins(praxis, patient)]),
    { local, block, partly } = wording(available, values, template.fields),
    isSignedForAnother = isRepresented(input.signers);
  const note =
    isSignedForAnother || input.isForAnother === true
      ? [{ type: 'note' as const, text: partly(noteFor(template.kind)) }]
      : [];
  return {
    v: 1,
    template: {
      id: template.id,
      version: template.version,
      kind: template.kind,
      talk: template.talk,
      source: template.source,
    },
    formRequirement: {
      form: template.formRequirement.form,
      reason: partly(template.formRequirement.reason),
      source: template.formRequirement.source,
    },
    languages,
    available,
    ...(template.reviews && {
      reviews: Object.fromEntries(
        Object.entries(template.reviews).filter(([language]) => available.includes(language)),
      ),
    }),
    title: local(template.title),
    sections: template.sections.map((section, at) => ({
      id: section.id,
      heading: local(section.heading),
      body: [...(at === 0 ? note : []), ...section.body.map(block)],
    })),
    declarations: template.declarations.map((one) => ({
      id: one.id,
      text: local((isSignedForAnother && one.represented) || one.text),
      required: one.required,
    })),
    signers: input.signers.map((signer) => ({
      role: signer.role,
      name: cleanText(signer.name),
      ...(signer.capacity ? { capacity: cleanText(signer.capacity) } : {}),
    })),
    fields: template.fields.map((field) => ({
      id: field.id,
      label: local(field.label),
      value: values.get(field.id) ?? '',
    })),
    praxis,
    patient,
    taskId: input.taskId,
    createdAt: input.createdAt,
    zone: input.zone,
  };
}

/** Values of the fields that a template declares. @throws DocumentError */
function fieldValues(
  { fields }: DocumentTemplate,
  input: DocumentInput,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const id of Object.keys(input.fields)) {
    if (!fields.some((field) => field.id === id))
      throw new DocumentError('document_field_unknown', id);
  }
  for (const field of fields) {
    const value = cleanText(input.fields[field.id] ?? '');
    if (field.required && value === '') throw new DocumentError('document_field_missing', field.id);
    values.set(field.id, value === '' ? '–' : value);
  }
  return values;
}

/** Values of the placeholders that every template may use. */
function builtins(
  praxis: DocumentData['praxis'],
  patient: DocumentData['patient'],
): [(typeof BUILTIN_PLACEHOLDERS)[number], string][] {
  return [
    ['praxis', praxis.name],
    ['anschrift', praxis.anschrift],
    ['telefon', praxis.telefon],
    ['mail', praxis.mail],
    // A practice may have no mail address yet: then no sentence may contain a gap.
    [
      'kontakt',
      [praxis.telefon, praxis.mail].filter((one) => one !== '').join(' · ') ||
        praxis.anschrift ||
        praxis.name,
    ],
    ['patient', patient.name],
    ['geburtsdatum', germanDay(patient.geburtsdatum)],
  ];
}

/**
 * Returns functions that fill texts and blocks in all languages.
 * @param available languages of the template, `de` first
 */
function wording(
  available: readonly string[],
  values: ReadonlyMap<string, string>,
  fields: DocumentTemplate['fields'],
): {
  local: (text: LocalText) => LocalText;
  block: (part: Block) => Block;
  /** Words of the house that need not exist in every language of the text. */
  partly: (text: LocalText) => LocalText;
} {
  const fill = (text: string, language: string): string =>
    text.replace(PLACEHOLDER, (_, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new DocumentError('document_placeholder_unknown', name);
      // A bare number means nothing to the person who signs for this tooth.
      const field = fields.find((one) => one.id === name);
      return field ? withToothNames(field.label.de, value, language) : value;
    });
  const local = (text: LocalText): LocalText => {
    const out: { de: string; [language: string]: string } = { de: fill(text.de, 'de') };
    for (const language of available.slice(1)) {
      const foreign = text[language];
      if (foreign === undefined) throw new DocumentError('document_language_incomplete', language);
      out[language] = fill(foreign, language);
    }
    return out;
  };
  const partly = (text: LocalText): LocalText => ({
    de: fill(text.de, 'de'),
    ...Object.fromEntries(
      available.slice(1).flatMap((language) => {
        const foreign = text[language];
        return foreign === undefined ? [] : [[language, fill(foreign, language)] as const];
      }),
    ),
  });
  const block = (part: Block): Block => {
    if (part.type === 'ul') return { type: 'ul', items: part.items.map(local) };
    if (part.type === 'table')
      return {
        type: 'table',
        caption: local(part.caption),
        head: part.head.map(local),
        rows: part.rows.map((row) => row.map(local)),
      };
    return { type: part.type, text: local(part.text) };
  };
  return { local, block, partly };
}

/**
 * Returns the form requirements (Formpflicht): ink on a tablet is not Schriftform (§§ 126, 126a
 * BGB; OLG München 19 U 771/12), and a factoring partner may require paper (§ 10 Abs. 6 GOZ). Both
 * are printed, with reason and source.
 */
export function mayBeSignedByFinger(
  requirement: FormRequirement,
):
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: LocalText; readonly source: string } {
  if (requirement.form === 'none' || requirement.form === 'textform') return { ok: true };
  return { ok: false, reason: requirement.reason, source: requirement.source };
}
