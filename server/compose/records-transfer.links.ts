// Binds the exchange with the practice software to the slices it needs: patients, appointments,
// tasks, answers and stored files.

import { cardOf, criticalLines } from '../../shared/forms/answers/chair-card.ts';
import { languageName } from '../../shared/base/language-names.ts';
import { listName } from '../../shared/desk/patient.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { answersSheet } from '../desk/forms/answers/answers-sheet.ts';
import type { PracticeLibrary } from '../desk/forms/answers/library.ts';
import { readAnswers, type ReadAnswers } from '../desk/forms/answers/read-answers.ts';
import { usersOf } from './accounts.links.ts';
import type { Deps } from './deps.ts';
import type { ExportDeps } from '../records/transfer/export-task.job.ts';
import type { AnswersPaper, DoctosyncLinks } from '../records/transfer/links.ts';
import { answersIdOf } from '../records/transfer/store.ts';
import { mayUseFolder } from '../records/transfer/exchange-folder.ts';
import { createWatcher, type Watcher } from '../records/transfer/watch.ts';
import { noteArrival } from '../desk/patient/arrivals.ts';
import { dropOnlineTermin, putOnlineTermin } from '../desk/patient/put-appointment.ts';
import { listPatids, resolvePatient } from '../desk/patient/read-patient.ts';
import { findAlike } from '../desk/patient/store.ts';
import { takePerson } from '../desk/patient/take-person.ts';
import { readPraxisFacts } from '../accounts/settings/read-settings.ts';
import { findTablet } from '../desk/tablet/store.ts';
import { exportKey, setExport } from '../desk/task/move-task.ts';
import type { Look } from '../platform/work.ts';

/** Returns the critical answers for a dentist, one per line; empty if the form is unknown. */
function findingsOf({ row, questionnaire }: ReadAnswers): string[] {
  return questionnaire
    ? criticalLines(
        cardOf([{ answersId: row.id, model: modelOf(questionnaire), response: row.response }], []),
      )
    : [];
}

async function answersPaper(
  d: Deps,
  forms: PracticeLibrary,
  look: Look,
  answersId: string,
): Promise<AnswersPaper> {
  const read = await readAnswers(look, forms(look), listPatids, answersId),
    { row, questionnaire, notes } = read,
    person = await resolvePatient(look, row.patid),
    people = await usersOf(look);
  const { bytes } = await d.renderer.renderAnswers(
    answersSheet({
      id: row.id,
      title: row.title,
      form: row.form,
      language: row.language,
      languageName: languageName(row.language, 'de'),
      answeredAt: row.answeredAt,
      printedAt: look.now,
      praxis: await readPraxisFacts(look),
      patient: {
        name: person ? listName(person) : row.patid,
        geburtsdatum: person?.geburtsdatum ?? '',
        patid: row.patid,
      },
      recordedBy: row.recordedBy === null ? null : (people.get(row.recordedBy) ?? ''),
      tablet: row.tabletId === null ? null : ((await findTablet(look, row.tabletId))?.name ?? null),
      questionnaire,
      response: row.response,
      additions: notes.map(({ byId, ...note }) => ({ ...note, by: people.get(byId ?? '') ?? '' })),
      problems: row.problems.length,
    }),
  );
  return {
    bytes,
    findings: findingsOf(read),
    questionnaire,
    response: row.response,
    answersId,
    answeredAt: row.answeredAt,
  };
}

export interface HandOver {
  /** Renders one set of answers as a printable sheet. */
  answersOf: (look: Look, answersId: string) => Promise<AnswersPaper>;
  links: DoctosyncLinks;
  watcher: Watcher;
  /** Dependencies of the job that hands a signed paper over. */
  exporting: ExportDeps;
}
export function createHandOver(d: Deps, forms: PracticeLibrary): HandOver {
  const links: DoctosyncLinks = {
    takePerson,
    noteArrival,
    setExport,
    exportKey,
    putTermin: putOnlineTermin,
    dropTermin: dropOnlineTermin,
    person: resolvePatient,
    alike: findAlike,
    praxis: readPraxisFacts,
    async file(cid, sha256) {
      const keys = await d.keys(cid);
      return d.blobs.get(cid, sha256, { keyId: keys.blobKeyId, key: keys.blobKey });
    },
    async answers(look, taskId) {
      const answersId = await answersIdOf(look, taskId);
      return answersId === undefined ? undefined : answersPaper(d, forms, look, answersId);
    },
    async nameOf(look) {
      const people = new Map([...(await usersOf(look))].map(([id, name]) => [`user:${id}`, name]));
      return (actor) => people.get(actor?.split('@')[0] ?? '') ?? '';
    },
  };
  const host = { store: d.store, base: d.exchangeBase };
  const mayUse = (cid: string, folder: string): Promise<boolean> => mayUseFolder(host, cid, folder);
  return {
    answersOf: (look, answersId) => answersPaper(d, forms, look, answersId),
    links,
    watcher: createWatcher({
      store: d.store,
      workshop: d.workshop,
      links,
      log: d.log,
      now: d.now,
      base: d.exchangeBase,
    }),
    exporting: { workshop: d.workshop, links, mayUse },
  };
}
