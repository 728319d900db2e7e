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
const isNoDay = (parts: DayParts): boolean => isFull(parts) && dayOfParts(parts) === undefined;

interface Props extends DayLook {
  /** `YYYY-MM-DD`, or empty for none. */
  value: string;
  onChange: (day: string) => void;
}

/** A day of a filter: while the input is incomplete the previous day stays in effect. */
export function DayFilter({ value, onChange, ...look }: Props) {
  const t = useUiTexts(),
    [typed, setTyped] = useTyped(value);
  return (
    <DayFields
      {...look}
      value={typed}
      error={isNoDay(typed) ? t('noDay') : undefined}
      onChange={(parts) => {
        setTyped(parts);
        const day = isEmpty(parts) ? '' : dayOfParts(parts);
        if (day !== undefined && day !== value) onChange(day);
      }}
    />
  );
}

/** A day of a form: while the input is incomplete there is none. */
export function DayField({
  value,
  onChange,
  error,
  ...look
}: Props & { error?: string | undefined }) {
  const t = useUiTexts(),
    [typed, setTyped] = useTyped(value);
  return (
    <DayFields
      {...look}
      value={typed}
      error={isNoDay(typed) ? t('noDay') : error}
      onChange={(parts) => {
        setTyped(parts);
        const day = dayOfParts(parts) ?? '';
        if (day !== value) onChange(day);
      }}
    />
  );
}
