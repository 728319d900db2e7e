// Tests of master data through a questionnaire on both databases: the record's values are sent with
// the task, changes come back as proposals, and unusual unconfirmed answers are marked.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../../tests/support/stores.ts';
import { extensionOfConfirmed } from '../../../../shared/forms/answers/master-answers.ts';
import type { Confirmed } from '../../../../shared/desk/master-data.ts';
import type {
  QuestionnaireResponse,
  ResponseItem,
} from '../../../../shared/forms/questionnaire/response-types.ts';
import type { TaskBody } from '../../../../shared/exchange/sync.ts';
import type { Store } from '../../../platform/db/store.ts';
import { readChanges } from '../../patient/read-changes.ts';
import { updatePatient } from '../../patient/store.ts';
import {
  answersTo,
  formDataOf,
  openWorld,
  sendForm,
  START,
  type Device,
  type World,
} from '../../sync/testing.ts';
import { answersOfTask } from './store.ts';

const at = '2026-11-20T09:00:00Z';
const text = (linkId: string, valueString: string): ResponseItem => ({
  linkId,
  answer: [{ valueString }],
});
const SAME = [
  text('vorname', 'Anna'),
  text('nachname', 'Weber'),
  { linkId: 'geburtsdatum', answer: [{ valueDate: '1958-03-12' }] },
];
const response = (
  person: ResponseItem[],
  contact: ResponseItem[],
  confirmed: Confirmed[] = [],
): QuestionnaireResponse => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  language: 'de',
  authored: at,
  ...(confirmed.length > 0 && { extension: confirmed.map(extensionOfConfirmed) }),
  item: [
    { linkId: 'seite.person', item: person },
    ...(contact.length > 0 ? [{ linkId: 'seite.kontakt', item: contact }] : []),
  ],
});

describe.each(STORES)('master data through a questionnaire on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
    await world.write((w) =>
      updatePatient(w, '1', { street: 'Rosenweg 1', email: 'anna@example.org' }),
    );
  });

  const send = (template = 'patientendaten@1', to = tablet): Promise<TaskBody> =>
    sendForm(world, to, template);
  const hand = async (
    body: TaskBody,
    answered: QuestionnaireResponse,
    when = START,
    from = tablet,
  ) => {
    const { verdicts } = await from.push(
      await from.op('task.answers', body, answersTo(body, answered, { at: when })),
    );
    expect(verdicts).toMatchObject([{ s: 'applied' }]);
    return (await answersOfTask(world.look(), body.taskId))!;
  };
  const open = async () =>
    (await readChanges(world.look(), '1')).open.map(({ field, before, after, confirmed }) => [
      field,
      before,
      after,
      confirmed,
    ]);
  const codes = (row: { problems: { key: string; code: string }[] }) =>
    row.problems.filter((one) => /^unconfirmed|birthdate/.test(one.code));

  it("[E3] the task contains the record's values for the form's fields only, none of them empty", async () => {
    expect(formDataOf(await send()).record).toEqual({
      firstName: 'Anna',
      lastName: 'Weber',
      geburtsdatum: '1958-03-12',
      street: 'Rosenweg 1',
      email: 'anna@example.org',
    });
    expect('record' in formDataOf(await send('schmerz@1', await world.tablet('Tablet 2')))).toBe(
      false,
    );
  });
  it('[V2] [V3] differences are proposed; unconfirmed ones are marked, and all answers are kept', async () => {
    const born = { linkId: 'geburtsdatum', answer: [{ valueDate: '1958-12-03' }] },
      person = [text('vorname', 'Anna'), text('nachname', 'Kaya'), born],
      mail = [text('email', 'ANNA@example.org')];
    expect(codes(await hand(await send(), response(person, mail)))).toEqual([
      { key: 'vorname', code: 'unconfirmed_V2' },
      { key: 'geburtsdatum', code: 'unconfirmed_V3' },
    ]);
    expect(await open()).toEqual([
      ['lastName', 'Weber', 'Kaya', null],
      ['geburtsdatum', '1958-03-12', '1958-12-03', null],
    ]);
    const yes: Confirmed[] = [
      { rule: 'V2', value: 'Anna Kaya', at },
      { rule: 'V3', value: '1958-12-03', at },
    ];
    expect(codes(await hand(await send(), response(person, mail, yes), START + 1000))).toEqual([]);
    expect(await open()).toEqual([
      ['lastName', 'Weber', 'Kaya', 'V2'],
      ['geburtsdatum', '1958-03-12', '1958-12-03', 'V3'],
    ]);
  });
  it('[V4] [V5] [V6] marks unusual birth dates and invalid e-mails; impossible dates are not proposed', async () => {
    await world.write((w) => updatePatient(w, '1', { email: '' }));
    const day = (valueDate: string) => [
      ...SAME.slice(0, 2),
      { linkId: 'geburtsdatum', answer: [{ valueDate }] },
    ];
    expect(codes(await hand(await send(), response(day('2026-10-01'), [])))).toEqual([
      { key: 'geburtsdatum', code: 'unconfirmed_V3' },
      { key: 'geburtsdatum', code: 'unconfirmed_V4' },
      { key: 'email', code: 'unconfirmed_V5' },
    ]);
    const future = await hand(
      await send(),
      response(day('2027-01-01'), [text('email', 'a@b.example')]),
      START + 1000,
    );
    expect(codes(future)).toContainEqual({ key: 'geburtsdatum', code: 'birthdate_invalid' });
    expect((await open()).map((one) => one[0])).toEqual(['email']);
  });
  it("unanswered fields remove nothing; an older tablet's hand-in counts the same", async () => {
    const row = await hand(await send(), response(SAME, []));
    expect([codes(row), await open()]).toEqual([[], []]);
  });
  it('answers that were given earlier and arrive later do not win', async () => {
    const other = await world.tablet('Tablet 2'),
      early = await send(),
      late = await send('patientendaten@1', other);
    await hand(late, response(SAME, [text('email', 'neu@example.org')]), START + 60_000, other);
    await hand(
      early,
      response(
        [...SAME.slice(0, 1), text('nachname', 'Kaya'), SAME[2]!],
        [text('email', 'alt@example.org')],
      ),
      START,
    );
    expect(await open()).toEqual([['email', 'anna@example.org', 'neu@example.org', null]]);
  });
});
