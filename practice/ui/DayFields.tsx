// A birth date as three number fields Tag / Monat / Jahr; Arabic and Persian digits are accepted
// and normalised.

import { Group, Input, TextInput } from '@mantine/core';
import { dayOf } from '../../shared/base/dates.ts';
import { useUiTexts } from './ErrorNotice.tsx';

export interface DayParts {
  day: string;
  month: string;
  year: string;
}
export const NO_DAY: DayParts = { day: '', month: '', year: '' };

/** Converts typed digits to Western ones and drops everything else. */
export function digitsOf(typed: string): string {
  return typed
    .replace(/[٠-٩]/g, (c) => String(c.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (c) => String(c.charCodeAt(0) - 0x06f0))
    .replace(/\D/g, '');
}

/** Returns `YYYY-MM-DD`, or `undefined` while incomplete or not a day of the calendar. */
export function dayOfParts(parts: DayParts): string | undefined {
  if (parts.day === '' || parts.month === '' || parts.year.length !== 4) return undefined;
  return dayOf(Number(parts.year), Number(parts.month), Number(parts.day));
}

/** How the fields look; in a filter bar they are small and their label is not shown. */
export interface DayLook {
  readonly label: string;
  readonly description?: string;
  readonly size?: 'xs' | 'sm';
  readonly isLabelHidden?: boolean;
  readonly isReadOnly?: boolean;
  readonly wrapperProps?: Record<string, unknown>;
}
interface Props extends DayLook {
  value: DayParts;
  onChange: (parts: DayParts) => void;
  error?: string | undefined;
  /** The focus left all three fields. */
  onLeave?: () => void;
}
const WIDTHS = { sm: [64, 72, 88], xs: [46, 52, 64] } as const;

export function DayFields({
  label,
  description,
  size = 'sm',
  isLabelHidden = false,
  isReadOnly = false,
  wrapperProps,
  value,
  onChange,
  error,
  onLeave,
}: Props) {
  const t = useUiTexts();
  const change =
    (name: keyof DayParts, length: number) =>
    (event: { currentTarget: HTMLInputElement }): void => {
      const field = event.currentTarget;
      const digits = digitsOf(field.value).slice(0, length);
      onChange({ ...value, [name]: digits });
      if (digits.length < length) return;
      const fields = [...(field.closest('[role="group"]')?.querySelectorAll('input') ?? [])];
      fields[fields.indexOf(field) + 1]?.focus();
    };
  const common = {
    inputMode: 'numeric',
    autoComplete: 'off',
    'aria-invalid': error !== undefined,
    size,
    readOnly: isReadOnly,
  } as const;
  const [dayWidth, monthWidth, yearWidth] = WIDTHS[size];
  return (
    <Input.Wrapper
      label={isLabelHidden ? undefined : label}
      description={description}
      error={error}
      labelElement="div"
      size={size}
      {...wrapperProps}
    >
      <Group
        gap={size === 'xs' ? 4 : 8}
        wrap="nowrap"
        role="group"
        aria-label={label}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.();
        }}
        {...(isLabelHidden && { title: label })}
      >
        <TextInput
          {...common}
          w={dayWidth}
          placeholder={t('day')}
          aria-label={t('day')}
          value={value.day}
          onChange={change('day', 2)}
        />
        <TextInput
          {...common}
          w={monthWidth}
          placeholder={t('month')}
          aria-label={t('month')}
          value={value.month}
          onChange={change('month', 2)}
        />
        <TextInput
          {...common}
          w={yearWidth}
          placeholder={t('year')}
          aria-label={t('year')}
          value={value.year}
          onChange={change('year', 4)}
        />
      </Group>
    </Input.Wrapper>
  );
}
