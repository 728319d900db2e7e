// The sections of the settings form about hours: of the day, and of updates.

import { Chip, Group, Input, TextInput, Title } from '@mantine/core';
import { WEEKDAYS } from '../../../shared/accounts/update-window.ts';
import { useLanguage } from '../../ui/texts.ts';
import { weekdayName } from '../../ui/wording/weekdays.ts';
import { timeOf } from './settings-diff.ts';
import { fieldOf, textField, TIME_FIELD, type FieldsProps } from './settings-field.ts';
import { useSettingsTexts } from './settings-texts.ts';

/** Closing time and opening hours. */
export function DayFields(props: FieldsProps) {
  const t = useSettingsTexts();
  const { draft, isOwner, set, wrong } = props;
  return (
    <>
      <Title order={2} mt={8}>
        {t('day')}
      </Title>
      <TextInput
        label={t('closingTime')}
        description={t('closingHint')}
        w={120}
        {...TIME_FIELD}
        classNames={{ root: 's-hint' }}
        {...textField(props, 'closingTime')}
        onBlur={() => set({ closingTime: timeOf(draft.closingTime) })}
      />
      <Input.Wrapper
        {...fieldOf('openingHours')}
        description={t('hoursHint')}
        descriptionProps={{ mt: 4 }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={wrong('openingHours')}
      >
        <HoursFields
          label={t('open')}
          hours={draft.openingHours}
          isOwner={isOwner}
          onChange={(openingHours) => set({ openingHours })}
        />
      </Input.Wrapper>
    </>
  );
}

/** Begin and end of some hours. */
function HoursFields<T extends { from: string; to: string }>({
  label,
  hours,
  isOwner,
  onChange,
}: {
  label: string;
  hours: T;
  isOwner: boolean;
  onChange: (hours: T) => void;
}) {
  const t = useSettingsTexts();
  return (
    <Group gap={12} align="flex-end">
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          label={end === 'from' ? label : t('close')}
          w={120}
          {...TIME_FIELD}
          readOnly={!isOwner}
          value={hours[end]}
          onBlur={() => onChange({ ...hours, [end]: timeOf(hours[end]) })}
          onChange={(event) => onChange({ ...hours, [end]: event.currentTarget.value })}
        />
      ))}
    </Group>
  );
}

/** Weekdays and hours in which the server may be updated. */
export function UpdateFields({ draft, isOwner, set, wrong }: FieldsProps) {
  const t = useSettingsTexts(),
    language = useLanguage();
  const { updateWindow } = draft;
  return (
    <>
      <Title order={2} mt={8}>
        {t('update')}
      </Title>
      <Input.Wrapper
        {...fieldOf('updateWindow')}
        label={t('updateDays')}
        labelElement="div"
        description={t('updateHint')}
        descriptionProps={{ mt: 4 }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={wrong('updateWindow')}
      >
        <Chip.Group
          multiple
          value={updateWindow.days.map(String)}
          onChange={(days) =>
            set({ updateWindow: { ...updateWindow, days: days.map(Number).sort((a, b) => a - b) } })
          }
        >
          <Group gap={8} py={4} role="group" aria-label={t('updateDays')}>
            {WEEKDAYS.map((day) => (
              <Chip key={day} value={String(day)} variant="outline" disabled={!isOwner}>
                {weekdayName(day, language)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <HoursFields
          label={t('updateFrom')}
          hours={updateWindow}
          isOwner={isOwner}
          onChange={(window) => set({ updateWindow: window })}
        />
      </Input.Wrapper>
    </>
  );
}
