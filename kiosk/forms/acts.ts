/** What an item can do: one object that never changes, so that a keystroke draws nothing but its own item again. */
import { createContext, useContext, useState } from 'react';
import type { Attachment, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import type { Option } from '../../shared/forms/questionnaire/model.ts';
import type { Place } from '../../shared/forms/questionnaire/state.ts';
import type { Entry } from './answers/entries.ts';
import type { LoadPhoto, StorePhoto } from './types.ts';

export interface Acts {
  set(place: Place, values: readonly FhirValue[]): void;
  /** As `set`, by a field that shows by itself what is typed in it: the rest of the page need not be drawn before that letter. */
  type(place: Place, values: readonly FhirValue[]): void;
  toggle(place: Place, option: Option): void;
  /** One more card of a repeating group. */
  add(place: Place): void;
  remove(place: Place, id: number): void;
  /** „Stimmt noch“: the answers of last time count today. */
  confirm(place: Place): void;
  /** „Hat sich geändert“: shows the empty question. */
  reopen(place: Place): void;
  /** What was typed in a field and is no answer (yet); it survives turning the page, and holds up `Weiter` while unfinished. */
  keep(key: string, draft: unknown, isUnfinished: boolean): void;
  draft(key: string): unknown;
  /** Drops what was typed into the fields below a key and was no answer. */
  forget(key: string): void;
  storePhoto(): StorePhoto | undefined;
  loadPhoto(): LoadPhoto | undefined;
  /** Bytes that photos may still have together. @param instead the one whose place a new one takes */
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
 * Text in a field that is not always a value (half a date, „12,“). Shows what was typed as long as it means the value that counts, or that value
 * is still the one that was typed over; when it was changed from outside, shows the value.
 * @param read what the typed text means
 * @param write how a value is typed
 */
export function useTyped<Typed>(
  key: string,
  value: FhirValue | undefined,
  read: (typed: Typed) => Entry,
  write: (value: FhirValue | undefined) => Typed,
  onValue: (value: FhirValue | undefined) => void,
): readonly [Typed, (typed: Typed) => void] {
  const acts = useActs();
  /** `over`: the value that was typed over, until the page comes back with what was meant. */
  const [{ typed, over }, setTyped] = useState<{
    readonly typed: Typed;
    readonly over: FhirValue | typeof NOTHING | undefined;
  }>(() => ({ typed: (acts.draft(key) as Typed | undefined) ?? write(value), over: NOTHING }));
  const isMeant = isSame(meantBy(read(typed)), value);
  const shown = isMeant || value === over ? typed : write(value);
  // The same value may come again later, from outside: then it counts.
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
