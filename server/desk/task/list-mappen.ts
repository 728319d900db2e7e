// Lists of Mappen and tasks: the board's Mappen, the ledger of tasks without a proven end, the
// texts to choose from.

import { findTemplate } from '../../../catalog/consent/catalogue.ts';
import { languagesOfText } from '../../../catalog/consent/languages.ts';
import { findForm } from '../../../catalog/forms/catalogue.ts';
import type { BoardMappe, BoardTask } from '../../../shared/exchange/board.ts';
import { listName } from '../../../shared/desk/patient.ts';
import { berlinDay, berlinInstant } from '../../../shared/base/dates.ts';
import { templateKey, type DocumentTemplate } from '../../../shared/desk/document.ts';
import { ANSWER_SIGNERS } from '../../../shared/desk/mappe-family.ts';
import { mappeState } from '../../../shared/desk/mappe.ts';
import type { SignerState } from '../../../shared/papers/signers.ts';
import { withStandIns } from '../../platform/db/cells/cells.ts';
import type { Look } from '../../platform/work.ts';
import type { TaskLinks } from './links.ts';
import { ENTRY_DAMAGED } from './move-task.ts';
import { statesByTask } from './parts.ts';
import { isBeingRead } from './read-paper.ts';
import {
  answersOf,
  boardRows,
  filesOf,
  openTasks,
  patientsOf,
  type ListedTask,
  type MappeRow,
  type PatientRow,
} from './store.ts';

const LIMIT = 500;

interface TaskFacts {
  files: Map<string, string>;
  answers: Map<string, string>;
  signers: Map<string, SignerState[]>;
}
function boardTask(t: ListedTask, { files, answers, signers: states }: TaskFacts): BoardTask {
  const fileId = files.get(t.taskId),
    answersId = answers.get(t.taskId),
    signers = states.get(t.taskId),
    by =
      t.state === 'declined' && signers ? t.read?.by?.map((one) => one.name).join(', ') : undefined;
  const { needed, doneByName, doneAt } = t.talk;
  return {
    taskId: t.taskId,
    patid: t.patid,
    position: t.position,
    title: t.title,
    kind: t.kind,
    template: t.template,
    state: t.state,
    stateAt: t.stateAt,
    formRequirement: t.formRequirement,
    page: t.page,
    of: t.of,
    talk: {
      needed,
      ...(doneByName !== undefined && { doneBy: doneByName }),
      ...(doneAt !== undefined && { doneAt }),
    },
    ...(fileId !== undefined && { fileId }),
    ...(answersId !== undefined && { answersId }),
    ...(t.state === 'paper' && {
      reading: t.read !== null ? 'done' : isBeingRead(t) ? 'running' : 'none',
    }),
    ...(signers && { signers }),
    ...(by !== undefined && { declinedBy: by }),
    ...(t.readIn && { readIn: t.readIn }),
    ...(t.attention !== null && { attention: t.attention }),
  };
}
function boardMappe(
  m: MappeRow,
  tasks: ListedTask[],
  patients: Map<string, PatientRow>,
  facts: TaskFacts,
): BoardMappe {
  return {
    mappeId: m.id,
    state: mappeState(tasks.map((t) => t.state)),
    patients: m.patids.flatMap((id) => {
      const p = patients.get(id);
      return p ? [{ patid: p.patid, name: listName(p), geburtsdatum: p.geburtsdatum }] : [];
    }),
    signers: m.signers,
    language: m.language,
    textScale: m.textScale,
    identifiedBy: m.identifiedBy && {
      method: m.identifiedBy.method,
      by: m.identifiedBy.byName,
      at: m.identifiedBy.at,
    },
    tabletId: m.tabletId,
    createdAt: m.createdAt,
    closesAt: m.closesAt,
    undoUntil: m.undoUntil,
    wantsPaperCopy: m.paperCopyWishedAt !== null && m.paperCopyDoneAt === null,
    wrongPersonAt: m.wrongPersonAt,
    tasks: tasks.map((t) => boardTask(t, facts)),
  };
}

/** Marks damaged tasks, and every task of a damaged Mappe, instead of losing the whole list. */
function withoutDamage(rows: { mappen: MappeRow[]; tasks: ListedTask[] }): typeof rows {
  const damaged = new Set<string>();
  const mappen = rows.mappen.map((mappe) => {
    const { row, isDamaged } = withStandIns(mappe, { signers: [] });
    if (isDamaged) damaged.add(row.id);
    return row;
  });
  return { mappen, tasks: rows.tasks.map((task) => markDamaged(task, damaged)) };
}
function markDamaged(task: ListedTask, damaged: ReadonlySet<string>): ListedTask {
  const { row, isDamaged } = withStandIns(task, { read: null });
  return isDamaged || damaged.has(row.mappeId) ? { ...row, attention: ENTRY_DAMAGED } : row;
}

/** Returns Mappen of today and everything older without a proven end, oldest first. */
export async function listBoardMappen(look: Look): Promise<BoardMappe[]> {
  const { mappen, tasks } = withoutDamage(
    await boardRows(look, berlinInstant(berlinDay(look.now), '00:00'), LIMIT),
  );
  const filed = tasks.filter((t) => t.state === 'filed');
  const [patients, files, answers, signers] = await Promise.all([
    patientsOf(look, [...new Set(mappen.flatMap((m) => m.patids))]),
    filesOf(
      look,
      filed.map((t) => t.taskId),
    ),
    answersOf(
      look,
      filed.filter((t) => t.kind === 'questionnaire').map((t) => t.taskId),
    ),
    statesByTask(look, tasks, mappen),
  ]);
  const byMappe = new Map<string, ListedTask[]>();
  for (const t of tasks) byMappe.set(t.mappeId, [...(byMappe.get(t.mappeId) ?? []), t]);
  return mappen
    .map((m) => boardMappe(m, byMappe.get(m.id) ?? [], patients, { files, answers, signers }))
    .filter((m) => m.tasks.length > 0);
}

/** Returns the ledger: each task without a proven end, oldest first (a view, no table). */
export async function listLedger(look: Look): Promise<
  {
    taskId: string;
    mappeId: string;
    patid: string;
    state: ListedTask['state'];
    stateAt: number;
    attention: string | null;
  }[]
> {
  return (await openTasks(look, LIMIT)).map(
    ({ taskId, mappeId, patid, state, stateAt, attention }) => ({
      taskId,
      mappeId,
      patid,
      state,
      stateAt,
      attention,
    }),
  );
}

/** Returns the choices for staff: questionnaires first, in the order in which they are asked. */
export function listTemplates(
  templates: readonly DocumentTemplate[],
  forms: Awaited<ReturnType<TaskLinks['formsInUse']>>,
  signsAnswers: boolean,
) {
  const questionnaires = forms.map((f) => ({
    id: f.id,
    version: f.version,
    kind: 'questionnaire' as const,
    title: { ...f.title },
    formRequirement: { form: 'none' as const, reason: { de: '' }, source: '' },
    talk: false,
    fields: [],
    // The panel asks who signs; where no one is named, the answers are taken unsigned.
    signerRoles: signsAnswers && f.asksHealth ? [...ANSWER_SIGNERS] : [],
    languages: [...f.languages],
    isOwn: findForm(f.key) === undefined,
  }));
  return [
    ...questionnaires,
    ...templates.map((t) => ({
      id: t.id,
      version: t.version,
      kind: t.kind,
      title: { ...t.title },
      formRequirement: {
        form: t.formRequirement.form,
        reason: { ...t.formRequirement.reason },
        source: t.formRequirement.source,
      },
      talk: t.talk,
      fields: t.fields.map((f) => ({ id: f.id, label: { ...f.label }, required: f.required })),
      signerRoles: [...t.signerRoles],
      languages: languagesOfText(t),
      isOwn: findTemplate(templateKey(t)) === undefined,
    })),
  ];
}
