// Takes in answers that belong to no task: of somebody at home, or of a blank form that staff began on a tablet. They wait in the tray, unless an invitation says whose they are.

import { createHash } from 'node:crypto';
import {
  fitsInvited,
  type UnmatchedOrigin,
  type UnmatchedPerson,
} from '../../../../shared/forms/task/home.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response.ts';
import type { Work } from '../../../platform/work.ts';
import { problemsIn } from '../answers/accept-answers.ts';
import { hasPhotos } from '../answers/clean-photos.job.ts';
import { fileUnmatched, type FilingDeps } from './file-unmatched.ts';
import type { PracticeLibrary } from '../answers/library.ts';
import { withMarks } from '../answers/tell-record.ts';
import { findUnmatched, insertUnmatched } from './unmatched-store.ts';

export interface NewUnmatched {
  /** Made where the answers were given; the same one again changes nothing. */
  id: string;
  origin: UnmatchedOrigin;
  /** As it was typed; may belong to nobody whom the practice knows. */
  person: UnmatchedPerson;
  form: { key: string; sha256: string };
  language: string;
  response: QuestionnaireResponse;
  /** When it was finished on the device (ms); one that lies ahead counts as now. */
  at: number;
  /** Of a blank form on a tablet: which one, and who of the practice wrote it down where it was not the person. */
  tabletId?: string | undefined;
  recordedBy?: string | undefined;
  /** Of a link: which one, and whom it was for. */
  homeId?: string | undefined;
  invitedPatid?: string | undefined;
}
export interface UnmatchedDeps extends FilingDeps {
  forms: PracticeLibrary;
}

/** The same hand-in, sent again as it was, has the same hash; rows keep it, so that it stays hashed as it is written. */
const digestOf = ({ person, form, language, at, response }: NewUnmatched): string =>
  createHash('sha256')
    .update(JSON.stringify([person, form, language, at, response]))
    .digest('hex');

/**
 * Inside the unit of work that judges them. Answers are never refused for what is in them: what the form's rules miss is named for staff.
 * @returns when they were first received (ms); 'conflict' when the id is known with other answers
 */
export async function takeUnmatched(
  w: Work,
  deps: UnmatchedDeps,
  input: NewUnmatched,
): Promise<{ receivedAt: number } | 'conflict'> {
  const sha256 = digestOf(input);
  const again = async (): Promise<{ receivedAt: number } | 'conflict' | undefined> => {
    const known = await findUnmatched(w, input.id);
    return (
      known &&
      (known.sha256 === sha256 && known.origin === input.origin
        ? { receivedAt: known.receivedAt }
        : 'conflict')
    );
  };
  const before = await again();
  if (before) return before;
  const forms = deps.forms(w),
    form = await forms.find(input.form.key),
    isOther = form !== undefined && form.sha256 !== input.form.sha256;
  const problems = [
    ...(isOther ? [{ key: '', code: 'form_changed' }] : []),
    ...withMarks(
      await problemsIn(forms, input),
      await deps.marks(w, { patid: null, form: input.form.key, response: input.response }),
    ),
  ];
  const { person, response } = input;
  const row = {
    id: input.id,
    origin: input.origin,
    homeId: input.homeId ?? null,
    tabletId: input.tabletId ?? null,
    recordedBy: input.recordedBy ?? null,
    firstName: person.firstName,
    lastName: person.lastName,
    geburtsdatum: person.geburtsdatum,
    form: input.form.key,
    formSha256: input.form.sha256,
    title: form?.title.de ?? input.form.key,
    language: input.language,
    response,
    sha256,
    answeredAt: Math.min(input.at, w.now),
    receivedAt: w.now,
    problems,
    state: 'open' as const,
    patid: null,
    answersId: null,
    decidedAt: null,
    decidedBy: null,
    reason: null,
  };
  if (!(await insertUnmatched(w, row))) return (await again()) ?? 'conflict';
  await w.audit(
    'unmatched.taken',
    {
      unmatchedId: input.id,
      origin: input.origin,
      form: input.form.key,
      problems: problems.length,
      ...(input.homeId !== undefined && { homeId: input.homeId }),
    },
    input.invitedPatid,
  );
  const record =
    input.invitedPatid === undefined ? undefined : await deps.record(w, input.invitedPatid);
  const answersId =
    record && fitsInvited(person, record)
      ? await fileUnmatched(w, deps, { ...row, cid: w.cid }, record.patid, {
          by: 'system',
          isFitted: true,
          confirmed: false,
        })
      : undefined;
  if (answersId === undefined && hasPhotos(response))
    await w.job('clean-photos', `photos:${input.id}`, { unmatchedId: input.id });
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { receivedAt: w.now };
}
