/** A question that takes several answers without a list: one field each, more by a button. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { Button } from '../../ui/Button.tsx';
import { useActs } from '../acts.ts';
import type { AnswerProps } from './ChoiceAnswer.tsx';
import { Field } from './Field.tsx';
import { useWords } from '../useWords.ts';

/** A field on the page; without a value it is not an answer yet. */
interface Slot {
  readonly id: number;
  readonly value: FhirValue | undefined;
}

const meant = (slots: readonly Slot[]): readonly FhirValue[] =>
  slots.flatMap((one) => (one.value === undefined ? [] : [one.value]));
// A photo may be long: the same object is the same answer.
const isSame = (a: readonly FhirValue[], b: readonly FhirValue[]): boolean =>
  a.length === b.length &&
  a.every((one, index) => one === b[index] || JSON.stringify(one) === JSON.stringify(b[index]));
const slotsFor = (values: readonly FhirValue[]): readonly Slot[] =>
  values.length === 0 ? [{ id: 0, value: undefined }] : values.map((value, id) => ({ id, value }));

export function Entries(props: AnswerProps & { readonly id: string }) {
  const { place, values } = props;
  const { t } = useWords();
  const acts = useActs();
  const [own, setSlots] = useState<readonly Slot[]>(() => slotsFor(values));
  const { key } = place;
  // A field that comes and goes with the page takes its unfinished typing along: nothing unseen may hold anybody up.
  useEffect(() => () => acts.forget(key), [acts, key]);
  // Changed from outside (undone, confirmed): the answers count, not the fields.
  const slots = isSame(meant(own), values) ? own : slotsFor(values);
  const latest = useRef(slots);
  useLayoutEffect(() => {
    latest.current = slots;
  });
  const put = (next: readonly Slot[]): void => {
    setSlots(next.length === 0 ? slotsFor([]) : next);
    acts.set(place, meant(next));
  };
  const keyOf = (slot: Slot): string => `${key}#${slot.id}`;
  const remove = (slot: Slot): void => {
    acts.keep(keyOf(slot), undefined, false);
    put(slots.filter((one) => one !== slot));
  };
  const hasRoom =
    slots.length < place.node.limits.maxOccurs && slots.every((one) => one.value !== undefined);
  return (
    <div className="q-entries">
      {slots.map((slot, index) => (
        <div key={slot.id} className="q-entry">
          <div className="q-entry__field">
            <Field
              {...props}
              node={place.node}
              id={`${props.id}-${slot.id}`}
              value={slot.value}
              draftKey={keyOf(slot)}
              // A photo comes later than its tap: the slots of now count.
              onValue={(value) =>
                put(latest.current.map((one) => (one.id === slot.id ? { ...one, value } : one)))
              }
            />
          </div>
          {slots.length > 1 && (
            <Button
              icon="clear"
              label={t('entries.remove', { number: index + 1 })}
              onPress={() => remove(slot)}
            >
              {t('remove')}
            </Button>
          )}
        </div>
      ))}
      {hasRoom && (
        <Button
          onPress={() =>
            setSlots([
              ...slots,
              { id: Math.max(...slots.map((one) => one.id)) + 1, value: undefined },
            ])
          }
        >
          {t('add')}
        </Button>
      )}
    </div>
  );
}
