// Rows of new tasks: a text resolved to a document, a form with the person's last answers and the
// declaration that is signed below them.

import { berlinDay, ZONE } from '../../../shared/base/dates.ts';
import { DAMAGED_TEXT } from '../../../shared/base/damaged-text.ts';
import { AppError } from '../../../shared/base/errors.ts';
import {
  cleanText,
  DocumentError,
  resolveDocument,
  templateKey,
  type DocumentData,
  type DocumentTemplate,
  type LocalText,
  spokenGender,
} from '../../../shared/desk/document.ts';
import {
  answersSigner,
  standingsFor,
  type Custody,
  type Standing,
} from '../../../shared/desk/mappe-family.ts';
import { fullName } from '../../../shared/desk/patient.ts';
import { ruledOutFor } from '../../../shared/forms/answers/ruled-out.ts';
import { formData, type FormRef } from '../../../shared/forms/task/form-task.ts';
import type { Work } from '../../platform/work.ts';
import type { PraxisFacts, TaskLinks } from './links.ts';
import { forCustody, signersFor } from './people.ts';
import type { PatientRow } from './store.ts';

/** One item of a Mappe, and the person it is about. */
export interface Place {
  patient: PatientRow;
  /** Its position in the request: errors name it. */
  at: number;
  /** A notice for every person of a family. */
  isForAll: boolean;
}
/** The text or form of an item. */
export type Chosen = Place &
  (
    | { template: DocumentTemplate; fields: Record<string, string>; replaces: string | null }
    | { form: FormRef & { title: LocalText; asksHealth: boolean }; isFull: boolean }
  );
interface TaskPlace extends Place {
  mappeId: string;
  position: number;
  praxis: PraxisFacts;
  language: string;
  standings: readonly Standing[];
  custody: Custody | undefined;
  /** A parent, guardian or carer acts for the person. */
  isForAnother: boolean;
}
type TaskInput = TaskPlace & Extract<Chosen, { template: unknown }>;
/** A row of a new task. */
export type NewTask = ReturnType<typeof taskRow> | Awaited<ReturnType<typeof formRow>>;

/** A paper must not name a person by the words that stand for a damaged name. */
function requireName({ firstName, lastName }: PatientRow): void {
  if ([firstName, lastName].includes(DAMAGED_TEXT)) throw new AppError('entry_damaged');
}
const fresh = (
  w: Work,
  taskId: string,
  t: TaskPlace,
  made: { canonical: { text: string; sha256: string }; talk: boolean },
) => ({
  taskId,
  mappeId: t.mappeId,
  position: t.position,
  patid: t.patient.patid,
  state: 'created' as const,
  stateAt: w.now,
  taskRev: 1,
  data: made.canonical.text,
  dataSha256: made.canonical.sha256,
  presentedPdfSha256: null,
  presentedBytes: null,
  boxes: null,
  renderer: null,
  page: 0,
  of: 0,
  talk: { needed: made.talk },
  read: null,
  attention: null,
  startedAt: null,
  submittedAt: null,
  filedAt: null,
  filedBy: null,
  export: 'none' as const,
  createdAt: w.now,
  confirms: null,
  replaces: null,
});

/**
 * Builds a questionnaire task, with the person's last answers and the record's values for its
 * questions.
 */
export async function formRow(
  w: Work,
  links: TaskLinks,
  t: TaskPlace & Extract<Chosen, { form: unknown }>,
) {
  requireName(t.patient);
  const taskId = w.newId(),
    { patient, praxis } = t,
    { asksHealth, ...form } = t.form,
    declaration = asksHealth ? await declarationFor(w, links, t, taskId) : undefined;
  const previous = t.isFull ? undefined : await links.lastAnswers(w, patient.patid, form.key),
    record = await links.knownFor(w, patient.patid, form.key),
    patientRead = await links.patientReadFor(w, patient, form.key),
    ruledOut = ruledOutFor(patient, berlinDay(w.now));
  const data = formData({
    form,
    praxis: {
      name: cleanText(praxis.name),
      anschrift: cleanText(praxis.anschrift),
      telefon: cleanText(praxis.telefon),
      mail: cleanText(praxis.mail),
    },
    patient: {
      name: cleanText(fullName(patient)),
      geburtsdatum: patient.geburtsdatum,
      patid: patient.patid,
      ...spokenGender(patient.gender),
    },
    language: t.language,
    taskId,
    createdAt: w.now,
    zone: ZONE,
    ...(previous && { previous }),
    ...(record && { record }),
    ...(patientRead && { patientRead }),
    ...(Object.keys(ruledOut).length > 0 && { ruledOut }),
    ...(declaration && { declaration }),
  });
  return {
    ...fresh(w, taskId, t, { canonical: links.canonicalDocument(data), talk: false }),
    kind: 'questionnaire' as const,
    template: form.key,
    title: data.title.de,
    formRequirement: data.formRequirement,
    confirms: previous?.id ?? null,
  };
}

/**
 * Fills in the declaration below the answers for the person who signs them; undefined where the
 * practice asks for no signature, or no one here may sign.
 */
async function declarationFor(
  w: Work,
  links: TaskLinks,
  { patient, praxis, language, standings }: TaskPlace,
  taskId: string,
): Promise<DocumentData | undefined> {
  const day = berlinDay(w.now),
    name = fullName(patient),
    key = praxis.signsAnswers ? links.declarationOn(day) : undefined;
  const signer = answersSigner(
    { name, geburtsdatum: patient.geburtsdatum },
    standingsFor(standings, patient.patid),
    day,
  );
  const template =
    key === undefined || !signer
      ? undefined
      : await links.findTemplate(w, key, [...praxis.languages, language]);
  if (!template || !signer) return undefined;
  return resolveDocument(template, {
    praxis,
    patient: {
      name,
      geburtsdatum: patient.geburtsdatum,
      patid: patient.patid,
      ...spokenGender(patient.gender),
    },
    fields: {},
    language,
    signers: [signer],
    taskId,
    createdAt: w.now,
    zone: ZONE,
  });
}

/** Builds the task of a text. @throws AppError validation */
export function taskRow(w: Work, links: TaskLinks, t: TaskInput) {
  requireName(t.patient);
  const taskId = w.newId(),
    { template, patient, praxis } = t;
  const resolvedData = resolved(t, () =>
    resolveDocument(template, {
      praxis: {
        name: praxis.name,
        anschrift: praxis.anschrift,
        telefon: praxis.telefon,
        mail: praxis.mail,
      },
      patient: {
        name: fullName(patient),
        geburtsdatum: patient.geburtsdatum,
        patid: patient.patid,
        ...spokenGender(patient.gender),
      },
      fields: t.fields,
      language: t.language,
      signers: signersFor(template, t.custody),
      isForAnother: template.kind === 'notice' && t.isForAnother,
      taskId,
      createdAt: w.now,
      zone: ZONE,
    }),
  );
  const data = forCustody(resolvedData, template, t.custody);
  const canonical = links.canonicalDocument(data);
  return {
    ...fresh(w, taskId, t, { canonical, talk: template.talk }),
    kind: template.kind === 'notice' ? ('notice' as const) : ('document' as const),
    template: templateKey(template),
    title: data.title.de,
    formRequirement: data.formRequirement,
    replaces: t.replaces,
  };
}

function resolved<T>(t: Pick<TaskInput, 'at'>, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof DocumentError)
      throw new AppError('validation', {
        fields: { [`items.${t.at}.fields.${error.detail}`]: error.code },
        cause: error,
      });
    throw error;
  }
}
