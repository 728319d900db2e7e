/** Actions of an item: one stable object, so that a keystroke renders only its own item again. */
import { createContext, useContext, useState } from 'react';
import type { Attachment, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import type { Option } from '../../shared/forms/questionnaire/model.ts';
import type { Place } from '../../shared/forms/questionnaire/state.ts';
import type { Entry } from './answers/entries.ts';
import type { LoadPhoto, StorePhoto } from './types.ts';

export interface Acts {
  set(place: Place, values: readonly FhirValue[]): void;
  /**
   * As `set`, for a field that shows its typed text itself: the rest of the page can render later.
   */
  type(place: Place, values: readonly FhirValue[]): void;
  toggle(place: Place, option: Option): void;
  /** Adds a card to a repeating group. */
  add(place: Place): void;
  remove(place: Place, id: number): void;
  /** „Stimmt noch“: takes over the answers of the last visit. */
  confirm(place: Place): void;
  /** „Hat sich geändert“: shows the empty question. */
  reopen(place: Place): void;
  /**
   * Text typed in a field that is not (yet) an answer; it survives turning the page, and blocks
   * `Weiter` while unfinished.
   */
  keep(key: string, draft: unknown, isUnfinished: boolean): void;
  draft(key: string): unknown;
  /** Drops the unfinished input of the fields below a key. */
  forget(key: string): void;
  storePhoto(): StorePhoto | undefined;
  loadPhoto(): LoadPhoto | undefined;
  /**
   * Bytes that photos may still have together.
   * @param instead the one whose place a new one takes
   */
  photoRoom(instead: Attachment | undefined): number;
}

export const ActsContext = createContext<Acts | null>(null);
export function useActs(): Acts {
  const acts = useContext(ActsContext);
  if (acts === null) throw new Error('An item stands outside a questionnaire.');
  return acts;
}

const isSame = (a: FhirValue | undefined, b: FhirValue | undefined): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
const meantBy = (entry: Entry): FhirValue | undefined =>
  typeof entry === 'string' ? undefined : entry.value;
const NOTHING = Symbol('nothing');

/**
 * Returns the text of a field that is not always a value (half a date, „12,“). Shows the typed text
 * as long as it means the current value, or that value is still the one typed over; shows the value
 * when it was changed elsewhere.
 * @param read parses the typed text
 * @param write formats a value
 */
export function useTyped<Typed>(
  key: string,
  value: FhirValue | undefined,
  read: (typed: Typed) => Entry,
  write: (value: FhirValue | undefined) => Typed,
  onValue: (value: FhirValue | undefined) => void,
): readonly [Typed, (typed: Typed) => void] {
  const acts = useActs();
  /** `over`: the value that was typed over, until the page renders the typed one. */
  const [{ typed, over }, setTyped] = useState<{
    readonly typed: Typed;
    readonly over: FhirValue | typeof NOTHING | undefined;
  }>(() => ({ typed: (acts.draft(key) as Typed | undefined) ?? write(value), over: NOTHING }));
  const isMeant = isSame(meantBy(read(typed)), value);
  const shown = isMeant || value === over ? typed : write(value);
  // The same value may be set again later by the app: then it wins.
  if (over !== NOTHING && (isMeant || value !== over)) setTyped({ typed, over: NOTHING });
  const change = (next: Typed): void => {
    const entry = read(next),
      meant = meantBy(entry);
    setTyped({ typed: next, over: isSame(meant, value) ? NOTHING : value });
    onValue(meant);
    acts.keep(key, next, entry === 'unfinished');
  };
  return [shown, change];
}
