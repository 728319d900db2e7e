// Test fixture of a visit of a link: a manual clock, a scripted server, a device with or without a
// disk.

import { CallError } from '../../shared/base/client.ts';
import type { HomeAnswers, HomeForm } from '../../shared/forms/task/home.schema.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import type { HomeCalls } from '../sync/home.ts';
import { openCabinet, type Cabinet } from './cabinet.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import { createVisit } from './visit/visit.ts';
import type { Visit } from './visit/visitState.ts';

const ITEMS: QuestionnaireItem[] = [{ linkId: 'grund', type: 'string', text: 'Warum kommen Sie?' }];
export const questionnaireOf = (item: QuestionnaireItem[] = ITEMS): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'urn:test',
  version: '1',
  language: 'de',
  title: 'Test',
  item,
});
export const BIRTH = { day: '12', month: '3', year: '1988' };
const SHA = 'a'.repeat(64);

export const homeForm = (more: Partial<NonNullable<HomeForm['form']>> = {}): HomeForm => ({
  praxis: {
    name: 'Praxis Muster',
    anschrift: 'Weg 1, 12345 Ort',
    telefon: '030 1234',
    mail: 'praxis@example.org',
  },
  form: {
    key: 'test@1',
    sha256: SHA,
    title: { de: 'Fragen', en: 'Questions' },
    languages: ['de', 'en'],
    minutes: 3,
    language: 'de',
    expiresAt: null,
    isOnce: false,
    questionnaire: questionnaireOf(),
    ...more,
  },
});

/** A manual clock. */
export function handClock(start = Date.UTC(2026, 0, 5, 9)) {
  let now = start;
  const timers = new Set<{ at: number; work: () => void }>();
  return {
    now: () => now,
    mono: () => now,
    after(ms: number, work: () => void) {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Advances the clock and runs due timers. */
    async pass(ms: number): Promise<void> {
      now += ms;
      for (const timer of [...timers].filter((one) => one.at <= now)) {
        timers.delete(timer);
        timer.work();
      }
      await settle();
    },
  };
}
/** Settles microtasks, WebCrypto and the database. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++)
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
}

export interface Hand {
  readonly visit: Visit;
  readonly keeper: Keeper;
  readonly clock: ReturnType<typeof handClock>;
  /** Submissions received by the server. */
  readonly handed: HomeAnswers[];
  /** Sets the server's responses from here on. */
  answer: {
    read: (language: string) => Promise<HomeForm>;
    handIn: HomeCalls['handIn'];
  };
  isOnline: boolean;
}

let drafts = 0;
const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** The device: its disk outlives every visit. */
export async function device(options: { hasDisk?: boolean } = {}): Promise<{
  cabinet: Cabinet | null;
  open: (more?: {
    clock?: ReturnType<typeof handClock>;
    parameters?: Record<string, string>;
    browser?: string[];
    read?: Hand['answer']['read'];
    handIn?: Hand['answer']['handIn'];
  }) => Promise<Hand>;
}> {
  const cabinet = options.hasDisk === false ? null : await openCabinet(indexedDB, crypto.subtle);
  // A database for each device, because links differ per person.
  const id = `link-${++drafts}`;
  return {
    cabinet,
    async open({
      clock = handClock(),
      parameters = {},
      browser = ['de'],
      read = () => Promise.resolve(homeForm()),
      handIn = () => Promise.resolve(),
    } = {}) {
      let kept: Keeper | undefined;
      const hand: { -readonly [K in keyof Hand]: Hand[K] } = {
        handed: [],
        isOnline: true,
        clock,
        answer: { read, handIn },
      } as unknown as Hand;
      hand.visit = createVisit({
        calls: {
          read: (language) => hand.answer.read(language),
          handIn: (answers, onPhotos) => {
            hand.handed.push(answers);
            return hand.answer.handIn(answers, onPhotos);
          },
        },
        clock,
        random: { id: () => uuid(++drafts), unit: () => 0, hex128: () => '0'.repeat(32) },
        isOnline: () => hand.isOnline,
        browser,
        parameters,
        keeperOf: (on) =>
          (kept = createKeeper({ cabinet, subtle: crypto.subtle, id, clock, ...on })),
      });
      hand.keeper = kept as unknown as Keeper;
      await hand.visit.start();
      return hand;
    },
  };
}

/** Goes from the first page into the questions, with one answer given. */
export async function fillIn({ visit, clock }: Hand, answer = 'Zahnweh'): Promise<void> {
  await visit.begin();
  visit.type({ firstName: 'Ayşe', lastName: 'Yılmaz', birth: BIRTH }, false);
  await visit.toForm();
  visit.answer({
    ...newState(modelOf(questionnaireOf())),
    answers: { grund: [{ valueString: answer }] },
  });
  await clock.pass(400);
}
/** The page's submission. */
export const answersOf = ({ visit, clock }: Hand): HomeAnswers => ({
  id: visit.get().draft?.id ?? '',
  person: { firstName: 'Ayşe', lastName: 'Yılmaz', geburtsdatum: '1988-03-12' },
  form: { key: 'test@1', sha256: SHA },
  language: 'de',
  at: clock.now(),
  response: {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    item: [{ linkId: 'grund', answer: [{ valueString: 'Zahnweh' }] }],
  },
});
/** A refusing server, and an unreachable one. */
export const refusal =
  (
    status: number,
    code: CallError['code'],
    rest: ConstructorParameters<typeof CallError>[3] = {},
  ) =>
  () =>
    Promise.reject(new CallError(status, code, 'no', rest));
export const offline = (): Promise<never> =>
  Promise.reject(new CallError(0, 'network', 'No connection.'));
