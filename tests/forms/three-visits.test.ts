/**
 * Three visits of one person: the items that the tablet shows and submits, and the answers that the
 * practice reads, from the first version of the form to the second.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueForms } from '../../server/desk/forms/library/catalogue-forms.ts';
import { practiceForms } from '../../server/desk/forms/library/form-library.ts';
import { readCard } from '../../server/desk/forms/answers/read-chair.ts';
import { answersOfTask } from '../../server/desk/forms/answers/store.ts';
import type { Store } from '../../server/platform/db/store.ts';
import {
  answersTo,
  formDataOf,
  openWorld,
  sendForm,
  START,
  type Device,
  type World,
} from '../../server/desk/sync/testing.ts';
import { responseIn } from '../../kiosk/app/effects/response.ts';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { modelOf, NO, YES, type Model, type Node } from '../../shared/forms/questionnaire/model.ts';
import { unconfirmedSince } from '../../shared/forms/answers/origin.ts';
import { bareValue, occurrencesOf } from '../../shared/forms/questionnaire/pairs.ts';
import type { QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import { germanText, previousOf } from '../../shared/forms/answers/revisit.ts';
import {
  newState,
  placeOf,
  setAnswers,
  type FormState,
} from '../../shared/forms/questionnaire/state.ts';
import { carryUntouched, takenBackAt } from '../../shared/forms/answers/untouched.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import type { TaskBody } from '../../shared/exchange/sync.ts';
import { openTestStore, STORES } from '../support/stores.ts';

/** Of the catalogue alone: no form of a practice is judged. */
const LIBRARY = practiceForms(catalogueForms(), {
  known: () => undefined,
  ask: () => Promise.resolve(undefined),
  learn: () => undefined,
});

const DAY = 86_400_000;
const text = (valueString: string): FhirValue => ({ valueString }),
  yes: FhirValue = { valueCoding: YES };

describe.each(STORES)('three visits on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    world = await openWorld(store);
    tablet = await world.tablet();
  });
  afterAll(() => drop());

  const set = (
    model: Model,
    state: FormState,
    linkId: string,
    ...values: FhirValue[]
  ): FormState => {
    const node = model.byLinkId.get(linkId);
    if (!node) throw new Error(linkId);
    return setAnswers(state, placeOf(node, []), values);
  };
  /** „Nein“, or „nichts davon“: every visit answers the required items. */
  const harmless = ({ options }: Node): FhirValue =>
    options.find((one) => one.isExclusive)?.value ?? { valueCoding: NO };
  /** Returns the earlier answers that the tablet offers, as `linkId: words (day)`. */
  const offered = (body: TaskBody, ...linkIds: string[]): string[] => {
    const model = modelOf(JSON.parse(body.form ?? '') as Questionnaire),
      { previous } = formDataOf(body),
      last = previous && previousOf(model, previous.response, previous.day);
    return linkIds.map((linkId) => {
      const node = model.byLinkId.get(linkId),
        place = node && placeOf(node, []);
      return `${linkId}: ${place && last ? `${last.answersAt(place).map(germanText).join()} (${last.dayAt(place)})` : '–'}`;
    });
  };
  /**
   * Simulates one visit as a tablet does it: required items, and `answers`; the places in `opened`
   * were opened for editing.
   */
  async function visit(
    form: string,
    days: number,
    answers: Readonly<Record<string, readonly FhirValue[]>> = {},
    opened: readonly string[] = [],
    isOld = false,
  ): Promise<{ body: TaskBody; response: QuestionnaireResponse }> {
    world.clock.now = START + days * DAY;
    const body = await sendForm(world, tablet, form),
      data = formDataOf(body),
      model = modelOf(JSON.parse(body.form ?? '') as Questionnaire);
    const last = data.previous && previousOf(model, data.previous.response, data.previous.day);
    let state = last?.start ?? newState(model);
    for (const node of model.nodes)
      if (node.isQuestion && node.isRequired)
        state = set(model, state, node.linkId, harmless(node));
    for (const [linkId, values] of Object.entries(answers))
      state = set(model, state, linkId, ...values);
    const taken = new Set(opened),
      carried = last && !isOld ? carryUntouched(model, state, last, { opened: taken }) : undefined;
    const response = responseIn(
      { body, data },
      {
        model,
        state: carried?.state ?? state,
        since: carried?.since,
        takenBack: last && takenBackAt(model, state, last, taken),
        status: 'completed',
        opId: crypto.randomUUID(),
        language: 'de',
        now: world.clock.now,
        tabletId: tablet.id,
      },
    );
    expect(
      (
        await tablet.push(
          await tablet.op('task.answers', body, answersTo(body, response, { at: world.clock.now })),
        )
      ).verdicts,
    ).toMatchObject([{ s: 'applied' }]);
    expect(await answersOfTask(world.look(), body.taskId)).toMatchObject({
      response,
      problems: [],
    });
    return { body, response };
  }
  const told = (response: QuestionnaireResponse, ...linkIds: string[]): string[] =>
    occurrencesOf(response)
      .filter((one) => linkIds.includes(one.linkId))
      .flatMap((one) =>
        one.answers.map((answer) =>
          `${one.linkId}: ${germanText(bareValue(answer))} ${unconfirmedSince(answer) ?? ''}`.trim(),
        ),
      );
  const changes = async (): Promise<string[]> =>
    (await readCard(world.look(), LIBRARY(world.look()), ['1'], () => '')).changes.map((one) =>
      `${one.what} ${one.after ?? one.before} ${one.since ?? ''}`.trim(),
    );

  test('an untouched artificial joint survives to the third visit, and the chair screen shows it', async () => {
    await visit('anamnese-erwachsene@1', 0, {
      gelenk: [yes],
      'gelenk.wo': [text('Hüfte')],
      hausarzt: [text('Dr. Alt')],
      roentgen: [text('2019')],
    });
    const second = await visit('anamnese-erwachsene@2', 100, { hausarzt: [text('Dr. Neu')] }, [
      'roentgen',
    ]);
    expect(offered(second.body, 'gelenk', 'gelenk.wo', 'hausarzt')).toEqual([
      'gelenk: Ja (2026-11-20)',
      'gelenk.wo: Hüfte (2026-11-20)',
      'hausarzt: Dr. Alt (2026-11-20)',
    ]);
    expect(told(second.response, 'gelenk', 'gelenk.wo', 'hausarzt', 'roentgen')).toEqual([
      'hausarzt: Dr. Neu',
      'gelenk: Ja 2026-11-20',
      'gelenk.wo: Hüfte 2026-11-20',
    ]);
    expect(await changes()).toEqual([
      'changed Dr. Neu',
      'removed 2019',
      'unconfirmed Ja 2026-11-20',
      'unconfirmed Hüfte 2026-11-20',
    ]);

    // A tablet with an older program submits the touched answers; the other earlier answers are
    // offered again.
    const third = await visit('anamnese-erwachsene@2', 200, {}, [], true);
    expect(offered(third.body, 'gelenk', 'gelenk.wo', 'hausarzt', 'roentgen')).toEqual([
      'gelenk: Ja (2026-11-20)',
      'gelenk.wo: Hüfte (2026-11-20)',
      'hausarzt: Dr. Neu (2027-02-28)',
      'roentgen:  (2027-02-28)',
    ]);
    expect(told(third.response, 'gelenk')).toEqual([]);
    expect(await changes()).toEqual([
      'unconfirmed Dr. Neu 2027-02-28',
      'unconfirmed Ja 2026-11-20',
      'unconfirmed Hüfte 2026-11-20',
    ]);

    const fourth = await visit('anamnese-erwachsene@2', 300, { gelenk: [yes] });
    expect(told(fourth.response, 'gelenk', 'gelenk.wo', 'hausarzt', 'roentgen')).toEqual([
      'hausarzt: Dr. Neu 2027-02-28',
      'gelenk: Ja',
      'gelenk.wo: Hüfte 2026-11-20',
    ]);
    const fifth = await visit('anamnese-erwachsene@2', 400, { gelenk: [{ valueCoding: NO }] });
    expect(told(fifth.response, 'gelenk', 'gelenk.wo')).toEqual(['gelenk: Nein']);
    expect(
      offered((await visit('anamnese-erwachsene@2', 500)).body, 'gelenk', 'gelenk.wo'),
    ).toEqual(['gelenk: Nein (2027-12-25)', 'gelenk.wo:  (2027-12-25)']);
  });

  test('an untouched personal answer proposes nothing for the record', async () => {
    await visit('patientendaten@1', 600, {
      vorname: [text('Anna')],
      nachname: [text('Weber')],
      geburtsdatum: [{ valueDate: '1958-03-12' }],
      mobil: [text('0171 5550000')],
      email: [text('anna@example.org')],
    });
    const open = async () =>
      (await world.look().db.find(world.look().t.masterChange))
        .map((one) => `${one.field} ${one.state}`)
        .sort();
    const first = await open();
    expect(first).toEqual(['email open', 'mobile open']);
    await world.write((w) => w.tx.update(w.t.masterChange, { state: 'declined' }, { patid: '1' }));
    const { response } = await visit('patientendaten@1', 700, {
      vorname: [text('Anna')],
      nachname: [text('Weber')],
      geburtsdatum: [{ valueDate: '1958-03-12' }],
    });
    expect(told(response, 'mobil', 'email')).toEqual([
      'mobil: 0171 5550000 2028-07-12',
      'email: anna@example.org 2028-07-12',
    ]);
    expect(await open()).toEqual(['email declined', 'mobile declined']);
  });
});
