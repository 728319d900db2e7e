// Multi-select menu: a button with the number selected, behind it a list of checkboxes, with a
// search where it is long.

import { Button, Checkbox, Popover, ScrollArea, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnalyticsTexts } from './report-kit-texts.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
}
/** From this length on a search field is shown. */
const LONG = 8;

export function PickMenu({
  label,
  choices,
  chosen,
  onChange,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const t = useAnalyticsTexts(),
    [search, setSearch] = useState('');
  const shown = choices.filter(({ name }) =>
    name.toLocaleLowerCase('de').includes(search.trim().toLocaleLowerCase('de')),
  );
  const toggle = (id: string): void =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Popover
      position="bottom-start"
      width={280}
      trapFocus
      returnFocus
      onClose={() => setSearch('')}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className="a-pick"
          data-active={chosen.length > 0}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {chosen.length === 0 ? label : t('pick.some', { label, n: chosen.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {choices.length > LONG && (
          <TextInput
            size="xs"
            mb={8}
            aria-label={t('pick.search', { label })}
            placeholder={t('pick.search', { label })}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <ScrollArea.Autosize mah={320}>
          <div className="a-ticks">
            {shown.map(({ id, name }) => (
              <Checkbox
                key={id}
                size="sm"
                label={name}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
            ))}
            {shown.length === 0 && <span className="p-muted">{t('pick.none')}</span>}
          </div>
        </ScrollArea.Autosize>
        {chosen.length > 0 && (
          <Button size="xs" variant="subtle" mt={8} onClick={() => onChange([])}>
            {t('pick.clear')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
