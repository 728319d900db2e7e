/**
 * A questionnaire as a task: the data sent to the tablet in addition to the form, and the data it
 * returns.
 */

import type {
  DocumentData,
  DocumentPatient,
  DocumentPraxis,
  LocalText,
} from '../../desk/document.ts';
import type { UnmatchedPerson } from './home.ts';
import type { PatientRead } from '../answers/patient-variable.ts';
import type { RuledOut } from '../answers/ruled-out.ts';
import type { Confirmed, Said } from '../../desk/master-data.ts';
import type { FormState } from '../questionnaire/state.ts';
import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';

/**
 * Reference to the form: its key (`anamnese-erwachsene@1`), the hash of its numbered file, and the
 * languages of the task.
 */
export interface FormRef {
  readonly key: string;
  readonly url: string;
  readonly version: string;
  readonly sha256: string;
  readonly languages: readonly string[];
}
/** Earlier answers of the same person, with their day (YYYY-MM-DD). */
export interface PreviousResponse {
  readonly id: string;
  readonly day: string;
  readonly response: QuestionnaireResponse;
}

/**
 * Shown and hashed like a document; its text is the form, which is sent separately. With signers,
 * the answers are signed: `sections` then hold the declaration below them.
 */
export type FormData = DocumentData & {
  readonly form: FormRef;
  readonly previous?: PreviousResponse;
  /** Answers known from the record: shown for confirmation. */
  readonly record?: Said;
  /** What the form's formulas read of the record. */
  readonly patientRead?: PatientRead;
  /** Why questions are not asked of this person, by what is ruled out (`pregnancy`). */
  readonly ruledOut?: RuledOut;
};

/** Checks whether the answers to this form are signed. */
export const areAnswersSigned = ({ signers }: Pick<FormData, 'signers'>): boolean =>
  signers.length > 0;

/** Checks whether a task's data is that of a questionnaire. */
export const isFormData = (data: DocumentData): data is FormData => 'form' in data;

export interface FormDataInput {
  readonly form: FormRef & { readonly title: LocalText };
  readonly praxis: DocumentPraxis;
  readonly patient: DocumentPatient;
  readonly taskId: string;
  readonly createdAt: number;
  readonly zone: string;
  /** Of the Mappe. */
  readonly language: string;
  readonly previous?: PreviousResponse;
  readonly record?: Said;
  readonly patientRead?: PatientRead;
  readonly ruledOut?: RuledOut;
  /** The declaration that is signed with the answers, filled in for its signer. */
  readonly declaration?: DocumentData;
}

/** Builds the data of a questionnaire's task: a document without text. */
export function formData(input: FormDataInput): FormData {
  const { title, ...form } = input.form,
    { declaration } = input,
    [id = '', version = '1'] = form.key.split('@');
  return {
    v: 1,
    template: {
      id,
      version: Number(version),
      kind: 'questionnaire',
      talk: false,
      source: declaration?.template.source ?? [],
    },
    formRequirement: declaration?.formRequirement ?? {
      form: 'none',
      reason: { de: '' },
      source: '',
    },
    languages:
      input.language !== 'de' && form.languages.includes(input.language)
        ? ['de', input.language]
        : ['de'],
    available: form.languages,
    ...(declaration?.reviews && { reviews: declaration.reviews }),
    title,
    sections: declaration?.sections ?? [],
    declarations: [],
    signers: declaration?.signers ?? [],
    fields: [],
    praxis: input.praxis,
    patient: input.patient,
    taskId: input.taskId,
    createdAt: input.createdAt,
    zone: input.zone,
    form,
    ...(input.previous && { previous: input.previous }),
    ...(input.record && { record: input.record }),
    ...(input.patientRead && { patientRead: input.patientRead }),
    ...(input.ruledOut && { ruledOut: input.ruledOut }),
  };
}

/** Content of a questionnaire draft in addition to the page: everything typed, shown or not. */
export interface FormDraft {
  readonly state: FormState;
  readonly confirmed: readonly string[];
  /** Places whose earlier answer the person edited: an empty one was cleared. */
  readonly opened?: readonly string[];
  /** Staff member who wrote down answers, by place. */
  readonly recorded?: Readonly<Record<string, string>>;
  /** Confirmed unusual answers (V2–V5). */
  readonly asked?: readonly Confirmed[];
  /** In a Mappe of several people: the copied address and its owner, or that it differs. */
  readonly address?:
    | {
        readonly patid: string;
        readonly name: string;
        readonly address: Readonly<Record<string, string>>;
      }
    | 'other';
}

/** Payload (schema 1) of `task.answers`. */
export interface AnswersPayload {
  taskId: string;
  dataSha256: string;
  form: { key: string; sha256: string };
  language: string;
  at: number;
  response: QuestionnaireResponse;
  device: {
    userAgent: string;
    screen: string;
    standalone: boolean;
    online: boolean;
    clockOffsetMs: number;
    appVersion: string;
  };
  /** As received with the task. */
  origin?: string;
}

/**
 * Payload (schema 1) of `blank.answers`: a form begun on the tablet itself. `taskId` is the
 * tablet's own id of it. `response.status` is `completed`, or `stopped` if it was abandoned: with
 * the answers until then.
 */
export interface BlankPayload extends Omit<AnswersPayload, 'dataSha256' | 'origin'> {
  person: UnmatchedPerson;
}
