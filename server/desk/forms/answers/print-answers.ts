// One set of answers as a printable sheet, and as the paper that other programs get.

import { cardOf, criticalLines } from '../../../../shared/forms/answers/chair-card.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import type { AnswersPage } from '../../../paper/pdf/answers.ts';
import type { Renderer } from '../../../paper/pdf/renderer.ts';
import type { Look, Work } from '../../../platform/work.ts';
import { answersSheet } from './answers-sheet.ts';
import type { PracticeLibrary } from './library.ts';
import { readAnswers, type ReadAnswers } from './read-answers.ts';

export interface SheetDeps {
  /** Name of the practice on paper. */
  praxis(look: Look): Promise<{
    name: string;
    anschrift: string;
    telefon: string;
    mail: string;
    logo: string;
  }>;
  /** Name as in lists, and birth date. */
  patient(look: Look, patid: string): Promise<{ name: string; geburtsdatum: string } | undefined>;
  tabletName(look: Look, tabletId: string): Promise<string | undefined>;
  /** Staff of the practice. */
  people(look: Look): Promise<readonly { id: string; name: string }[]>;
}
export interface PrintDeps extends SheetDeps {
  renderer: Pick<Renderer, 'renderAnswers'>;
  forms: PracticeLibrary;
  /** Returns every number of a person. */
  numbersOf(source: Look | Work, patid: string): Promise<string[]>;
}

/** Returns names of staff by id; former staff have an empty name. */
export async function namesOf(
  { people }: Pick<SheetDeps, 'people'>,
  look: Look,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string> {
  if (ids.every((id) => id === null)) return () => '';
  const names = new Map((await people(look)).map((one) => [one.id, one.name]));
  return (id) => (id === null ? '' : (names.get(id) ?? ''));
}

/** Builds the sheet of one set of answers. */
export async function pageOf(
  deps: SheetDeps,
  look: Look,
  { row, questionnaire, notes }: ReadAnswers,
): Promise<AnswersPage> {
  const who = await deps.patient(look, row.patid),
    nameOf = await namesOf(deps, look, [row.recordedBy, ...notes.map((one) => one.byId)]);
  return answersSheet({
    id: row.id,
    title: row.title,
    form: row.form,
    language: row.language,
    languageName: languageName(row.language, 'de'),
    answeredAt: row.answeredAt,
    printedAt: look.now,
    praxis: await deps.praxis(look),
    patient: {
      name: who?.name ?? row.patid,
      geburtsdatum: who?.geburtsdatum ?? '',
      patid: row.patid,
    },
    recordedBy: row.recordedBy === null ? null : nameOf(row.recordedBy),
    tablet: row.tabletId === null ? null : ((await deps.tabletName(look, row.tabletId)) ?? null),
    questionnaire,
    response: row.response,
    additions: notes.map(({ byId, ...note }) => ({ ...note, by: nameOf(byId) })),
    problems: row.problems.length,
  });
}

/** Returns the critical answers for a dentist, one per line; empty if the form is unknown. */
function findingsOf({ row, questionnaire }: ReadAnswers): string[] {
  return questionnaire
    ? criticalLines(
        cardOf(
          [
            {
              answersId: row.id,
              model: modelOf(questionnaire),
              response: row.response,
              language: row.language,
            },
          ],
          [],
        ),
      )
    : [];
}

/** Prints one set of answers. @throws AppError not_found */
export async function printAnswers(deps: PrintDeps, look: Look, answersId: string) {
  const read = await readAnswers(look, deps.forms(look), deps.numbersOf, answersId),
    { row, questionnaire } = read;
  const { bytes } = await deps.renderer.renderAnswers(await pageOf(deps, look, read));
  return {
    bytes,
    findings: findingsOf(read),
    questionnaire,
    response: row.response,
    answersId,
    answeredAt: row.answeredAt,
  };
}
