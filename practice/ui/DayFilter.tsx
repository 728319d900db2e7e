// A day of a filter as three fields: applied when it is a day of the calendar, removed when all
// three are empty.

import { useState } from 'react';
import { DayFields, dayOfParts, NO_DAY, type DayParts } from './DayFields.tsx';
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

/**
 * @param value `YYYY-MM-DD`, or empty for none; while the input is incomplete the previous day
 * stays in effect
 */
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
    // Changed externally, for example by the browser's back button.
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
