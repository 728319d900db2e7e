// A day of a filter as three fields: it counts when it is a day of the calendar, and no longer when all three are empty.

import { useState } from 'react';
import { DayFields, dayOfParts, NO_DAY, type DayParts } from './DayFields.tsx';
import { useUiTexts } from './ErrorNotice.tsx';

/** `YYYY-MM-DD` as three fields show it. */
function partsOf(day: string): DayParts {
  const [year = '', month = '', of = ''] = day.split('-');
  return day === '' ? NO_DAY : { day: of, month, year };
}
const isEmpty = ({ day, month, year }: DayParts): boolean =>
  day === '' && month === '' && year === '';
const isFull = ({ day, month, year }: DayParts): boolean =>
  day !== '' && month !== '' && year.length === 4;

/** @param value `YYYY-MM-DD`, or empty for none; while something else is typed the day before it counts on */
export function DayFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  const t = useUiTexts();
  const [typed, setTyped] = useState(() => partsOf(value)),
    [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // Changed from outside, for example by the way back of the browser.
    if ((dayOfParts(typed) ?? '') !== value) setTyped(partsOf(value));
  }
  const change = (parts: DayParts): void => {
    setTyped(parts);
    const day = isEmpty(parts) ? '' : dayOfParts(parts);
    if (day !== undefined && day !== value) onChange(day);
  };
  return (
    <DayFields
      label={label}
      value={typed}
      onChange={change}
      error={isFull(typed) && dayOfParts(typed) === undefined ? t('noDay') : undefined}
    />
  );
}
