// Summary of one patient's papers and questionnaires: signed, answered, and waiting.

import { AGREEMENT_TEMPLATE } from '../../../shared/papers/agreement.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { PersonPapers } from '../../../shared/papers/papers.schema.ts';
import type { TaskState } from '../../../shared/desk/task.ts';
import type { Look } from '../../platform/work.ts';
import type { MissingLinks } from './list-missing.ts';
import { answeredOf, isHere, SIGNED, tasksOf, UNSIGNED } from './store.ts';
import { outAgreements } from './store-agreements.ts';

type State = 'done' | 'missing' | null;
/** Withdrawn, declined or expired ones are neither present nor missing. */
const standOf = (state: TaskState): State =>
  SIGNED.includes(state) ? 'done' : UNSIGNED.includes(state) ? 'missing' : null;

/**
 * Lists the papers of a patient, newest first.
 * @throws AppError `not_found` for a number without a record here
 */
export async function papersOf(
  look: Look,
  links: Pick<MissingLinks, 'numbersOfAll'>,
  patid: string,
): Promise<PersonPapers> {
  if (!(await isHere(look, patid))) throw new AppError('not_found');
  const numbers = (await links.numbersOfAll(look, [patid])).get(patid) ?? [patid];
  const tasks = await tasksOf(look, numbers),
    answers = await answeredOf(look, numbers);
  const papers = tasks.flatMap((row) => {
    const stand = row.kind === 'document' ? standOf(row.state) : null;
    if (stand === null) return [];
    const { signers } = JSON.parse(row.data) as DocumentData,
      waitsFor =
        stand === 'done' || row.signed.length === 0 || row.state === 'paper'
          ? []
          : signers.filter((one) => !row.signed.includes(one.role)).map((one) => one.name);
    return [
      {
        id: row.taskId,
        template: row.template,
        title: row.title,
        stand,
        state: row.state,
        at: (stand === 'done' ? (row.submittedAt ?? row.filedAt) : null) ?? row.createdAt,
        waitsFor,
      },
    ];
  });
  const agreements = (await outAgreements(look, numbers)).map((row) => ({
    id: row.id,
    template: AGREEMENT_TEMPLATE,
    title: row.title,
    stand: 'missing' as const,
    state: 'paper' as const,
    at: row.at,
    waitsFor: [],
  }));
  const open = tasks.flatMap((row) =>
    row.kind === 'questionnaire' && standOf(row.state) === 'missing'
      ? [
          {
            id: row.taskId,
            form: row.template,
            title: row.title,
            stand: 'missing' as const,
            state: row.state,
            at: row.createdAt,
          },
        ]
      : [],
  );
  return {
    papers: [...papers, ...agreements].toSorted((a, b) => b.at - a.at),
    forms: [
      ...open,
      ...answers.map((row) => ({
        id: row.id,
        form: row.form,
        title: row.title,
        stand: 'done' as const,
        state: null,
        at: row.answeredAt,
      })),
    ].toSorted((a, b) => b.at - a.at),
  };
}
