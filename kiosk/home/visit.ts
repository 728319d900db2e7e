// State of one visit of a link: current screen and input; without React, so that every path can be
// tested without it.

import { CallError } from '../../shared/base/client.ts';
import type { HomeAnswers, HomeForm } from '../../shared/forms/task/home.schema.ts';
import { resolveLanguage, SPOKEN_LANGUAGES } from '../../shared/base/languages.ts';
import type { Ask, Confirmed } from '../../shared/desk/master-data.ts';
import type { Clock, Random } from '../../shared/base/ports.ts';
import type { FormState } from '../../shared/forms/questionnaire/state.ts';
import type { HomeCalls } from '../sync/home.ts';
import type { TextScale } from '../ui/comfort.ts';
import { EMPTY_DATE } from '../ui/fields/dateParts.ts';
import { birthOf, type BegunForm, type HomeDraft, type Person } from './draft.ts';
import { MISSES, type Found, type Keeper, type Kept } from './keeper.ts';
import { createSending, type SendState } from './sending.ts';

type Screen =
  | 'loading'
  | 'failed'
  | 'gone'
  | 'start'
  | 'person'
  | 'form'
  | 'handing'
  | 'sent'
  /** Birth date required; too many wrong ones; ended here; ended in another window. */
  | 'lock'
  | 'shut'
  | 'removed'
  | 'elsewhere';

export interface VisitState {
  readonly screen: Screen;
  /** Facts of the practice; `null` while unknown. */
  readonly praxis: HomeForm['praxis'] | null;
  /** Target of the link; `null` when it is invalid or expired. */
  readonly link: NonNullable<HomeForm['form']> | null;
  /** The form being answered. */
  readonly form: BegunForm | null;
  readonly language: string;
  readonly textScale: TextScale;
  /** Einfache Sprache. */
  readonly isPlain: boolean;
  /** Data stored on this device earlier. */
  readonly found: Found;
  readonly draft: HomeDraft | null;
  readonly isLasting: boolean;
  readonly isSaved: boolean;
  /** The disk refused the last write. */
  readonly hasTrouble: boolean;
  readonly misses: number;
  readonly sending: SendState | null;
  /** The answers as text for the person's copy; removed once the page locks. */
  readonly copy: string | null;
  /** A language could not be fetched. */
  readonly isLanguageMissing: boolean;
}

export interface Visit {
  get(): VisitState;
  subscribe(listener: () => void): () => void;
  start(): Promise<void>;
  speak(language: string): Promise<void>;
  scale(textScale: TextScale): void;
  plain(isPlain: boolean): void;
  /** Starts a new draft; the stored one is destroyed. */
  begin(): Promise<void>;
  /** „Weitermachen“. */
  resume(): Promise<void>;
  type(person: Person, isConfirmed: boolean): void;
  toForm(): Promise<void>;
  answer(state: FormState): void;
  /** Called when an unusual answer was confirmed (V2–V5). */
  confirm(ask: Pick<Ask, 'rule' | 'value'>): void;
  turn(page: number): void;
  handIn(answers: HomeAnswers, copy: string): Promise<void>;
  again(): void;
  /** Copy of submitted answers, after the birth date is entered again. */
  show(): void;
  /** After a correctable refusal. */
  mend(): void;
  lock(): void;
  unlock(day: string): Promise<void>;
  /** Deletes the draft (X9). */
  remove(): Promise<void>;
  /** Goes one screen back; false where there is none. */
  back(): boolean;
  /** All input is on the disk, if there is one. */
  flush(): Promise<void>;
}

export interface VisitDeps {
  calls: HomeCalls;
  clock: Clock;
  random: Random;
  /** Creates the keeper of this link with callbacks for disk events. */
  keeperOf: (on: { onSaved: () => void; onTrouble: () => void; onElsewhere: () => void }) => Keeper;
  isOnline: () => boolean;
  browser: readonly string[];
  parameters: Readonly<Record<string, string>>;
}

const EMPTY_PERSON: Person = { firstName: '', lastName: '', birth: EMPTY_DATE };

export function createVisit({
  calls,
  clock,
  random,
  keeperOf,
  isOnline,
  browser,
  parameters,
}: VisitDeps): Visit {
  const listeners = new Set<() => void>();
  const keeper = keeperOf({
    onSaved: () => put({ isSaved: true, hasTrouble: false }),
    onTrouble: () => put({ hasTrouble: true, isSaved: false }),
    onElsewhere: () => {
      sending.stop();
      put({ screen: 'elsewhere', draft: null, copy: null });
    },
  });
  let state: VisitState = {
    screen: 'loading',
    praxis: null,
    link: null,
    form: null,
    language: resolveLanguage({ browser, available: SPOKEN_LANGUAGES }),
    textScale: 100,
    isPlain: false,
    found: { kind: 'none' },
    draft: null,
    isLasting: keeper.isLasting,
    isSaved: false,
    hasTrouble: false,
    misses: 0,
    sending: null,
    copy: null,
    isLanguageMissing: false,
  };
  function put(change: Partial<VisitState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  /** Changes the draft; stored from the first page of the form on. */
  const edit = (change: Partial<HomeDraft>, isKept = true): void => {
    if (!state.draft) return;
    const draft = { ...state.draft, ...change };
    put({ draft, ...(isKept && { isSaved: false }) });
    if (isKept) keeper.save(draft);
  };
  /** Adds this confirmation; the same question about another value is asked again. */
  const askedWith = ({ rule, value }: Pick<Ask, 'rule' | 'value'>): readonly Confirmed[] => {
    const asked = state.draft?.asked ?? [];
    return asked.some((one) => one.rule === rule && one.value === value)
      ? asked
      : [
          ...asked.filter((one) => one.rule !== rule),
          { rule, value, at: new Date(clock.now()).toISOString() },
        ];
  };
  const sending = createSending({
    calls,
    clock,
    random,
    isOnline,
    onState: (next) => {
      said(next);
    },
  });
  const said = (next: SendState): void => {
    put({ sending: next });
    if (next.kind !== 'sent') return;
    // The server has the answers: nothing remains on this device.
    put({ screen: 'sent', draft: null });
    keeper.remove().catch(() => undefined);
  };

  const read = async (language: string): Promise<void> => {
    const answer = await calls.read(language);
    put({ praxis: answer.praxis, link: answer.form });
  };
  /**
   * Whether the user is known to be the person: false after the page was idle while answers were
   * being sent.
   */
  let isSure = true;
  /** The questions were opened: everything is stored from here on. */
  let isBegun = false;
  /** Asks for the birth date; decrypted data leaves memory. */
  const cover = (): void => {
    put({ screen: 'lock' });
    const letGo = (): void => {
      if (keeper.isLasting && state.screen === 'lock' && !state.hasTrouble)
        put({ draft: null, form: null });
    };
    keeper.flush().then(letGo, () => undefined);
  };
  const begunOf = (link: NonNullable<HomeForm['form']>): BegunForm | null =>
    link.questionnaire
      ? { key: link.key, sha256: link.sha256, questionnaire: link.questionnaire }
      : null;
  const opened = ({ draft, form }: Kept): void => {
    isBegun = true;
    put({
      draft,
      form,
      language: draft.language,
      textScale: draft.textScale,
      isPlain: draft.isPlain,
      isSaved: true,
    });
  };
  const send = (): void => {
    if (!state.draft?.handed) return;
    put({ screen: 'handing', sending: { kind: 'sending' } });
    sending.send(state.draft.handed.answers);
  };

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    async start() {
      put({ screen: 'loading' });
      const found = await keeper.look().catch((): Found => ({ kind: 'none' }));
      put({ found });
      if (found.kind === 'kept' && found.isHandedIn) {
        // Submitted answers are sent first; the texts of the form are not needed for that.
        const kept = await keeper.open();
        if (kept?.draft.handed) {
          opened(kept);
          isSure = !found.isLocked && found.misses === 0;
          put({ misses: found.misses, ...(isSure && { copy: kept.draft.handed.copy }) });
          read(state.language).catch(() => undefined);
          send();
          return;
        }
      }
      try {
        await read(state.language);
      } catch (error) {
        const isWrong =
          error instanceof CallError &&
          (error.code === 'not_found' ||
            error.code === 'validation' ||
            error.code === 'link_invalid');
        put({ screen: isWrong ? 'gone' : 'failed' });
        return;
      }
      const { link } = state;
      if (!link) {
        put({ screen: 'gone' });
        return;
      }
      // An invitation has the language it was created in; an open link uses the reader's.
      const language = resolveLanguage({
        practice: link.isOnce ? link.language : null,
        browser: [...browser, link.language],
        available: link.languages,
      });
      if (language !== state.language) {
        await read(language).catch(() => undefined);
        put({ language });
      }
      put({ screen: found.kind === 'shut' ? 'shut' : 'start' });
    },
    async speak(language) {
      put({ isLanguageMissing: false });
      try {
        await read(language);
      } catch {
        put({ isLanguageMissing: true });
        return;
      }
      const fresh = state.link && begunOf(state.link);
      // The same version in another language; a newer one does not replace a form being answered.
      if (state.form && fresh && fresh.key === state.form.key && fresh.sha256 === state.form.sha256)
        put({ form: fresh });
      put({ language });
      if (state.draft) edit({ language }, isBegun);
    },
    scale(textScale) {
      put({ textScale });
      if (state.draft) edit({ textScale }, isBegun);
    },
    plain(isPlain) {
      put({ isPlain });
      if (state.draft) edit({ isPlain }, isBegun);
    },
    async begin() {
      await keeper.remove().catch(() => undefined);
      isBegun = false;
      isSure = true;
      const form = state.link && begunOf(state.link);
      if (!form) {
        put({ screen: 'failed' });
        return;
      }
      put({
        screen: 'person',
        form,
        found: { kind: 'none' },
        misses: 0,
        sending: null,
        copy: null,
        draft: {
          id: random.id(),
          language: state.language,
          textScale: state.textScale,
          isPlain: state.isPlain,
          person: EMPTY_PERSON,
          isConfirmed: false,
          asked: [],
          parameters,
          state: null,
          page: 0,
          handed: null,
        },
      });
    },
    async resume() {
      // Still here from before going back to the start.
      if (state.draft) {
        put({ screen: isBegun ? 'form' : 'person' });
        return;
      }
      const found = await keeper.look();
      if (found.kind !== 'kept') {
        put({ screen: found.kind === 'shut' ? 'shut' : 'start', found });
        return;
      }
      const kept = await keeper.open();
      if (!kept) {
        put({ screen: 'shut', found });
        return;
      }
      if (found.isLocked || found.misses > 0) {
        put({
          screen: 'lock',
          misses: found.misses,
          found,
          language: kept.draft.language,
          textScale: kept.draft.textScale,
          isPlain: kept.draft.isPlain,
        });
        return;
      }
      opened(kept);
      put({ screen: 'form' });
    },
    type: (person, isConfirmed) =>
      edit(
        {
          person,
          isConfirmed,
          ...(isConfirmed && { asked: askedWith({ rule: 'V4', value: birthOf(person) ?? '' }) }),
        },
        isBegun,
      ),
    async toForm() {
      const { draft, form } = state;
      if (!draft || !form) return;
      put({ screen: 'form' });
      const isNew = !isBegun;
      isBegun = true;
      if (isNew) await keeper.begin({ draft, form }).catch(() => put({ hasTrouble: true }));
      else keeper.save(draft);
    },
    answer: (next) => edit({ state: next }),
    confirm: (ask) => edit({ asked: askedWith(ask) }),
    turn: (page) => edit({ page }),
    async handIn(answers, copy) {
      edit({ handed: { answers, copy } });
      put({ screen: 'handing', copy, sending: { kind: 'sending' } });
      // Stored first, then sent: nothing is lost on the way.
      await keeper.flush().catch(() => undefined);
      send();
    },
    again: () => sending.again(),
    show() {
      // Limits the attempts to the wrong birth dates a draft survives.
      if (state.screen === 'handing' && state.copy === null && state.misses < MISSES) cover();
    },
    mend() {
      const { sending: last } = state;
      if (last?.kind !== 'refused') return;
      edit({ handed: null });
      if (!isSure) {
        put({ sending: null, copy: null });
        cover();
        return;
      }
      put({ screen: last.why === 'person' ? 'person' : 'form', sending: null, copy: null });
    },
    lock() {
      const { screen, draft } = state;
      if (screen === 'sent' || screen === 'handing') {
        isSure = false;
        put({ copy: null });
        return;
      }
      if ((screen !== 'person' && screen !== 'form' && screen !== 'start') || !draft) return;
      // Before the questions nothing is stored, and no health data was entered.
      if (!isBegun || birthOf(draft.person) === null) {
        put({ screen: 'start', draft: null });
        return;
      }
      cover();
    },
    async unlock(day) {
      const kept =
        state.draft && state.form ? { draft: state.draft, form: state.form } : await keeper.open();
      if (!kept) {
        put({ screen: 'shut' });
        return;
      }
      if (birthOf(kept.draft.person) === day) {
        await keeper.forgive().catch(() => undefined);
        isSure = true;
        opened(kept);
        const { handed } = kept.draft;
        put({
          misses: 0,
          ...(handed ? { screen: 'handing', copy: handed.copy } : { screen: 'form' }),
        });
        return;
      }
      const misses = await keeper.miss().catch(() => state.misses + 1);
      // Submitted answers continue to be sent.
      put(
        misses >= MISSES
          ? { screen: kept.draft.handed ? 'handing' : 'shut', misses, draft: null, form: null }
          : { misses },
      );
    },
    async remove() {
      sending.stop();
      put({ screen: 'removed', draft: null, copy: null, sending: null, found: { kind: 'none' } });
      await keeper.remove();
    },
    back() {
      const { screen } = state;
      if (screen === 'form') {
        put({ screen: 'person' });
        return true;
      }
      if (screen === 'person') {
        put({ screen: 'start' });
        return true;
      }
      return false;
    },
    flush: () => keeper.flush(),
  };
}
