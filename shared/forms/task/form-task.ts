/** A questionnaire as a task: what the tablet is told beside the form itself, and what it hands back. */

import type {
  DocumentData,
  DocumentPatient,
  DocumentPraxis,
  LocalText,
} from '../../desk/document.ts';
import type { UnmatchedPerson } from './home.ts';
import type { Confirmed, Said } from '../../desk/master-data.ts';
import type { FormState } from '../questionnaire/state.ts';
import type { QuestionnaireResponse } from '../questionnaire/response.ts';

/** Which form: its key (`anamnese-erwachsene@1`), the hash of its numbered file, and the languages that travel with the task. */
export interface FormRef {
  readonly key: string;
  readonly url: string;
  readonly version: string;
  readonly sha256: string;
  readonly languages: readonly string[];
}
/** What the same person answered before, with the day (YYYY-MM-DD) of it. */
export interface PreviousResponse {
  readonly id: string;
  readonly day: string;
  readonly response: QuestionnaireResponse;
}

/** Shown and hashed like a document; its text is the form, which travels beside it. */
export type FormData = DocumentData & {
  readonly form: FormRef;
  readonly previous?: PreviousResponse;
  /** What the record says of what the form asks: shown to be confirmed. */ readonly record?: Said;
};

/** Whether a task's data is a questionnaire's. */
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
}

/** The data of a questionnaire's task: a document without a text of its own. */
export function formData(input: FormDataInput): FormData {
  const { title, ...form } = input.form,
    [id = '', version = '1'] = form.key.split('@');
  return {
    v: 1,
    template: { id, version: Number(version), kind: 'questionnaire', talk: false, source: [] },
    formRequirement: { form: 'none', reason: { de: '' }, source: '' },
    languages:
      input.language !== 'de' && form.languages.includes(input.language)
        ? ['de', input.language]
        : ['de'],
    available: form.languages,
    title,
    sections: [],
    declarations: [],
    signers: [],
    fields: [],
    praxis: input.praxis,
    patient: input.patient,
    taskId: input.taskId,
    createdAt: input.createdAt,
    zone: input.zone,
    form,
    ...(input.previous && { previous: input.previous }),
    ...(input.record && { record: input.record }),
  };
}

/** What a draft of a questionnaire holds beside the page: everything typed, shown or not. */
export interface FormDraft {
  readonly state: FormState;
  readonly confirmed: readonly string[];
  /** Places with an earlier answer that the person took up: what stands empty there was cleared. */ readonly opened?: readonly string[];
  /** Who of the team wrote answers down, by place. */ readonly recorded?: Readonly<
    Record<string, string>
  >;
  /** What was asked because it is unusual (V2–V5), and confirmed. */ readonly asked?: readonly Confirmed[];
  /** In a Mappe of several people: the address that was taken over and from whom, or that it is another. */ readonly address?:
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
  /** As the task brought it. */
  origin?: string;
}

/**
 * Payload (schema 1) of `blank.answers`: a form that was begun on the tablet itself. `taskId` is the tablet's own id of it.
 * `response.status` is `completed`, or `stopped` where it was left: what was answered until then.
 */
export interface BlankPayload extends Omit<AnswersPayload, 'dataSha256' | 'origin'> {
  person: UnmatchedPerson;
}
