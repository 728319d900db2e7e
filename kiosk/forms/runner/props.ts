/** Props that an app passes to a questionnaire. */
import type { ReactNode } from 'react';
import type { Ask } from '../../../shared/desk/master-data.ts';
import type { Problem } from '../../../shared/forms/questionnaire/check.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import type { Fault } from '../../../shared/forms/questionnaire/expressions/scope.ts';
import type { FormState, Place } from '../../../shared/forms/questionnaire/state.ts';
import type { Computed } from '../../../shared/forms/questionnaire/view.ts';
import type { ListParts } from '../listParts.ts';
import type { Carry, Known, LoadPhoto, Previous, StorePhoto } from '../types.ts';

export interface QuestionnaireRunnerProps {
  readonly header: ReactNode;
  /** The header shows the progress: the page only says its number. */
  readonly hasBar?: boolean;
  readonly model: Model;
  readonly state: FormState;
  /** Results of the form's expressions; questions that depend on a missing result are not asked. */
  readonly computed?: Computed;
  /** Values and rules that could not be computed: the review page states that there are some. */
  readonly faults?: readonly Fault[];
  /** Expressions of the newest answers are still being computed: the page is not left until then. */
  readonly isComputing?: boolean;
  /** The person has a record in the practice, of which formulas know something. */
  readonly hasRecord?: boolean;
  /** Problems of the form's own rules, by item key. */
  readonly rules?: readonly Problem[];
  /** Language of the questions, BCP 47; the surrounding texts follow the app. */
  readonly language: string;
  /** Use Leichte Sprache where the form has it. */
  readonly plain: boolean;
  /** 0-based page to open at; the number of pages or more opens the review page. */
  readonly startAt: number;
  readonly isSaved: boolean;
  /** A dialog or cover is over the page: nothing is read aloud. */
  readonly isPaused: boolean;
  readonly previous?: Previous;
  /** The known answers are shown as one list first: „Das haben wir notiert“. */
  readonly list?: ListParts;
  /** Adds untouched earlier answers; the review page shows exactly the submitted answers. */
  readonly carry?: Carry;
  /** Item keys touched before the form was opened again. */
  readonly opened?: readonly string[];
  /** Called when an item with an earlier answer is touched for the first time. */
  readonly onOpen?: (key: string) => void;
  /**
   * Values from the practice's record: shown for confirmation, with extra confirmation of unusual
   * answers.
   */
  readonly known?: Known;
  /** Called when an unusual answer was confirmed. */
  readonly onAsked?: (ask: Ask) => void;
  readonly storePhoto?: StorePhoto;
  readonly loadPhoto?: LoadPhoto;
  readonly onState: (next: FormState) => void;
  /** 0-based page on the screen; the number of pages means the review page. */
  readonly onPage: (index: number, of: number) => void;
  /** Called when „Stimmt noch“ was pressed for an item; its answer is in the state. */
  readonly onConfirm?: (place: Place) => void;
  /**
   * Called on submission; not submitted where the answers with their photos exceed the size limit.
   */
  readonly onDone: () => 'too_large' | undefined;
  readonly onBack?: () => void;
  /**
   * Where the browser has its own history, „Zurück“ navigates back in it, and the browser notifies
   * the listener.
   */
  readonly way?: { readonly back: () => void; readonly listen: (goBack: () => void) => () => void };
  /** Extra content of the review page and label of its button, where it is the last page of all. */
  readonly end?: { readonly before: ReactNode; readonly word: ReactNode };
}
