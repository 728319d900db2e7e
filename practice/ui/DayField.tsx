// A day as three fields, next to native ones nowhere: those follow the language of the browser, not
// of the app.

import { useState } from 'react';
import { DayFields, dayOfParts, NO_DAY, type DayLook, type DayParts } from './DayFields.tsx';
import { useUiTexts } from './ErrorNotice.tsx';

/** Splits `YYYY-MM-DD` into three fields. */
function partsOf(day: string): DayParts {
  const [year = '', month = '', of = ''] = day.split('-');
  return day === '' ? NO_DAY : { day: of, month, year };
}
const isEmpty = ({ day, month, year }: DayParts): boolean =>
  day === '' && month === '' && year === '';
const isFull = ({ day, month, year }: DayParts): boolean =>
  day !== '' && month !== '' && year.length === 4;

/** The typed parts of a day, and those of a value that something else changed. */
function useTyped(value: string): [DayParts, (parts: DayParts) => void] {
  const [typed, setTyped] = useState(() => partsOf(value)),
    [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // Changed externally, for example by the browser's back button.
    if ((dayOfParts(typed) ?? '') !== value) setTyped(partsOf(value));
  }
  return [typed, setTyped];
}

interface Props extends DayLook {
  /** `YYYY-MM-DD`, or empty for none. */
  value: string;
  onChange: (day: string) => void;
}
interface TypedProps extends Props {
  error?: string | undefined;
  /** Returns the day that the typed parts mean; undefined keeps the previous one. */
  dayOf: (parts: DayParts) => string | undefined;
}
function TypedDay({ value, onChange, error, dayOf, ...look }: TypedProps) {
  const t = useUiTexts(),
    [typed, setTyped] = useTyped(value),
    [isLeft, setLeft] = useState(false);
  // A day that is left half typed is not stored: it must not look as if it were.
  const isNoDay = !isEmpty(typed) && (isFull(typed) || isLeft) && dayOfParts(typed) === undefined;
  return (
    <DayFields
      {...look}
      value={typed}
      error={isNoDay ? t(isFull(typed) ? 'noDay' : 'halfDay') : error}
      onLeave={() => setLeft(true)}
      onChange={(parts) => {
        setTyped(parts);
        setLeft(false);
        const day = dayOf(parts);
        if (day !== undefined && day !== value) onChange(day);
      }}
    />
  );
}

/** A day of a filter: while the input is incomplete the previous day stays in effect. */
export const DayFilter = (props: Props) => (
  <TypedDay {...props} dayOf={(parts) => (isEmpty(parts) ? '' : dayOfParts(parts))} />
);

/** A day of a form: while the input is incomplete there is none. */
export const DayField = (props: Props & { error?: string | undefined }) => (
  <TypedDay {...props} dayOf={(parts) => dayOfParts(parts) ?? ''} />
);
