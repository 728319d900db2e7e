/** A repeating question without options: one field per answer, more by a button. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { Button } from '../../ui/Button.tsx';
import { useActs } from '../acts.ts';
import type { AnswerProps } from './answerProps.ts';
import { Field } from './Field.tsx';
import { useWords } from '../useWords.ts';

/** A field on the page; not an answer until it has a value. */
interface Slot {
  readonly id: number;
  readonly value: FhirValue | undefined;
}

const meant = (slots: readonly Slot[]): readonly FhirValue[] =>
  slots.flatMap((one) => (one.value === undefined ? [] : [one.value]));
// Compared by identity because a photo may be large.
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
  // An unmounted field drops its unfinished input, so that nothing invisible blocks the person.
  useEffect(() => () => acts.forget(key), [acts, key]);
  // Changed by undo or confirmation: the answers win over the fields.
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
              // A photo arrives later than its tap, so the current slots are read.
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
