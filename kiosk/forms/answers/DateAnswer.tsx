/**
 * A date, moment or time of day as number fields, as precise as the question requires or the person
 * knows.
 */
import { useId } from 'react';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { DatePart, DateParts } from '../../ui/fields/dateParts.ts';
import { normalizeDigits } from '../../ui/fields/digits.ts';
import { DateFields } from '../../ui/fields/DateFields.tsx';
import { useKeyboardAttributes } from '../../ui/fields/keyboardContext.ts';
import { useTyped } from '../acts.ts';
import {
  clockOf,
  dateEntry,
  momentEntry,
  partsAsked,
  partsOf,
  timeEntry,
  wrongPart,
  type Clock,
} from './entries.ts';
import type { FieldProps } from './fields.ts';
import { useWords } from '../useWords.ts';

/** Labels of the three fields. */
function useDateLabels(): Readonly<Record<DatePart, string>> {
  const { t } = useWords();
  return { day: t('date.day'), month: t('date.month'), year: t('date.year') };
}

export function DateAnswer({
  node,
  value,
  onValue,
  draftKey,
  describedBy,
  isWrong,
  id,
}: FieldProps) {
  const { t } = useWords();
  const labels = useDateLabels();
  const asked = partsAsked(node);
  const [typed, setTyped] = useTyped(
    draftKey,
    value,
    (parts: DateParts) => dateEntry(parts, asked),
    partsOf,
    onValue,
  );
  return (
    <>
      {asked.isOpen && (
        <p className="k-hint" id={`${id}-open`}>
          <bdi>{t('date.open')}</bdi>
        </p>
      )}
      <DateFields
        id={id}
        describedBy={asked.isOpen ? `${describedBy} ${id}-open` : describedBy}
        labels={labels}
        parts={asked.parts}
        value={typed}
        onChange={setTyped}
        isWrong={isWrong}
        errorPart={wrongPart(typed, asked)}
      />
    </>
  );
}

export function TimeAnswer({ value, onValue, draftKey, describedBy, isWrong, id }: FieldProps) {
  const [typed, setTyped] = useTyped(draftKey, value, timeEntry, clockOf, onValue);
  return (
    <ClockFields
      id={id}
      describedBy={describedBy}
      isWrong={isWrong}
      value={typed}
      onChange={setTyped}
    />
  );
}

interface Moment {
  readonly parts: DateParts;
  readonly clock: Clock;
}

export function MomentAnswer({ value, onValue, draftKey, describedBy, isWrong, id }: FieldProps) {
  const { t } = useWords();
  const labels = useDateLabels();
  const write = (one: FhirValue | undefined): Moment => ({
    parts: partsOf(one),
    clock: clockOf(one),
  });
  const [typed, setTyped] = useTyped(
    draftKey,
    value,
    ({ parts, clock }: Moment) => momentEntry(parts, clock),
    write,
    onValue,
  );
  return (
    <>
      <DateFields
        id={id}
        describedBy={describedBy}
        labels={labels}
        value={typed.parts}
        isWrong={isWrong}
        onChange={(parts) => setTyped({ ...typed, parts })}
      />
      <p className="k-hint q-gap">
        <bdi>{t('time.open')}</bdi>
      </p>
      <ClockFields
        id={`${id}-clock`}
        describedBy={describedBy}
        isWrong={isWrong}
        value={typed.clock}
        onChange={(clock) => setTyped({ ...typed, clock })}
      />
    </>
  );
}

interface ClockFieldsProps {
  readonly id: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  readonly value: Clock;
  readonly onChange: (value: Clock) => void;
}

function ClockFields({ id, describedBy, isWrong, value, onChange }: ClockFieldsProps) {
  const { t } = useWords();
  const group = useId();
  const keyboard = useKeyboardAttributes('digits');
  const labels: Readonly<Record<keyof Clock, string>> = {
    hour: t('time.hour'),
    minute: t('time.minute'),
  };
  return (
    <div className="k-row k-date q-clock" dir="ltr">
      {(['hour', 'minute'] as const).map((part) => (
        <div key={part} className="k-date__part">
          <label className="k-sublabel" htmlFor={`${group}-${part}`}>
            {labels[part]}
          </label>
          <input
            {...keyboard}
            id={`${group}-${part}`}
            data-focus={part === 'hour' ? id : undefined}
            className="k-input k-input--digits"
            type="text"
            autoComplete="off"
            aria-invalid={isWrong || undefined}
            aria-describedby={describedBy}
            value={value[part]}
            onChange={(event) =>
              onChange({ ...value, [part]: normalizeDigits(event.target.value).slice(0, 2) })
            }
          />
        </div>
      ))}
    </div>
  );
}
