/** State and methods of one visit of a link, and what a visit needs from outside. */

import { resolveLanguage, SPOKEN_LANGUAGES } from '../../../shared/base/languages.ts';
import type { Clock, Random } from '../../../shared/base/ports.ts';
import type { Ask } from '../../../shared/desk/master-data.ts';
import type { FormState } from '../../../shared/forms/questionnaire/state.ts';
import type { HomeAnswers, HomeForm } from '../../../shared/forms/task/home.schema.ts';
import type { HomeCalls } from '../../sync/home.ts';
import type { TextScale } from '../../ui/comfort.ts';
import type { BegunForm, HomeDraft, Person } from '../draft.ts';
import type { Found, Keeper } from '../keeper.ts';
import type { SendState } from '../sending.ts';

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

/** Steps before a draft is open. */
export interface Opening {
  start(): Promise<void>;
  speak(language: string): Promise<void>;
  /** Starts a new draft; the stored one is destroyed. */
  begin(): Promise<void>;
  /** „Weitermachen“. */
  resume(): Promise<void>;
}

/** Changes of the open draft. */
export interface Editing {
  scale(textScale: TextScale): void;
  plain(isPlain: boolean): void;
  type(person: Person, isConfirmed: boolean): void;
  toForm(): Promise<void>;
  answer(state: FormState): void;
  /** Called when an unusual answer was confirmed (V2–V5). */
  confirm(ask: Pick<Ask, 'rule' | 'value'>): void;
  turn(page: number): void;
}

/** Steps of submitted answers. */
export interface Handing {
  handIn(answers: HomeAnswers, copy: string): Promise<void>;
  again(): void;
  /** Copy of submitted answers, after the birth date is entered again. */
  show(): void;
  /** After a correctable refusal. */
  mend(): void;
}

export interface Locking {
  lock(): void;
  unlock(day: string): Promise<void>;
}

export interface Visit extends Opening, Editing, Handing, Locking {
  get(): VisitState;
  subscribe(listener: () => void): () => void;
  /** Deletes the draft (X9). */
  remove(): Promise<void>;
  /** Goes one screen back; false where there is none. */
  back(): boolean;
  /** All input is on the disk, if there is one. */
  flush(): Promise<void>;
}

export interface VisitDeps {
  calls: Pick<HomeCalls, 'read' | 'handIn'>;
  clock: Clock;
  random: Random;
  /** Creates the keeper of this link with callbacks for disk events. */
  keeperOf: (on: { onSaved: () => void; onTrouble: () => void; onElsewhere: () => void }) => Keeper;
  isOnline: () => boolean;
  browser: readonly string[];
  parameters: Readonly<Record<string, string>>;
}

/** Returns the state of a page just opened. */
export const firstVisitState = (browser: readonly string[], isLasting: boolean): VisitState => ({
  screen: 'loading',
  praxis: null,
  link: null,
  form: null,
  language: resolveLanguage({ browser, available: SPOKEN_LANGUAGES }),
  textScale: 100,
  isPlain: false,
  found: { kind: 'none' },
  draft: null,
  isLasting,
  isSaved: false,
  hasTrouble: false,
  misses: 0,
  sending: null,
  copy: null,
  isLanguageMissing: false,
});
