// A day and a time of day in Berlin, typed: native fields follow the language of the browser, not of
// the app.

import { Group, TextInput } from '@mantine/core';
import { berlinDay, berlinInstant, berlinTime } from '../../../shared/base/dates.ts';
import { DayField } from '../../ui/DayField.tsx';
import { useComplianceTexts } from './compliance-texts.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A moment as typed: the day is YYYY-MM-DD or empty while it is not a day. */
export interface TypedMoment {
  readonly day: string;
  readonly time: string;
}
export const momentOf = (at: number | null): TypedMoment =>
  at === null ? { day: '', time: '' } : { day: berlinDay(at), time: berlinTime(at) };
/** Null while it is no whole moment. */
export const instantOf = ({ day, time }: TypedMoment): number | null =>
  day === '' || !TIME.test(time) ? null : berlinInstant(day, time);
/** Whether a part is typed that makes no moment: it would be lost when stored. */
export const isHalf = (moment: TypedMoment): boolean =>
  instantOf(moment) === null && (moment.day !== '' || moment.time !== '');

export function MomentField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: TypedMoment;
  error: string | undefined;
  onChange: (value: TypedMoment) => void;
}) {
  const t = useComplianceTexts();
  return (
    <Group gap={8} align="flex-end">
      <DayField
        label={label}
        value={value.day}
        error={error}
        onChange={(day) => onChange({ ...value, day })}
      />
      <TextInput
        w={88}
        label={t('form.time')}
        placeholder="14:30"
        maxLength={5}
        autoComplete="off"
        value={value.time}
        error={error !== undefined}
        onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
      />
    </Group>
  );
}
