// Selects a patient by name, birth date or number.

import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useDocumentsTexts } from './documents-texts.ts';
import { useLanguage } from '../../ui/texts.ts';

export function PatientFilter({
  label,
  onPick,
}: {
  label: string;
  onPick: (patient: FoundPatient) => void;
}) {
  const language = useLanguage();
  const t = useDocumentsTexts();
  const combobox = useCombobox();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 150);
  const found = useQuery({
    queryKey: ['patients', q],
    queryFn: () => callR4c<FoundPatient[]>(`/patient/search?q=${encodeURIComponent(q)}&limit=8`),
    enabled: q.length >= 2,
  });
  const pick = (patid: string): void => {
    const patient = found.data?.find((one) => one.patid === patid);
    if (!patient) return;
    setTyped('');
    combobox.closeDropdown();
    onPick(patient);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick} width="target" position="bottom-start">
      <Combobox.Target>
        <TextInput
          type="search"
          data-list-search
          label={label}
          placeholder={t('list.search')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          leftSection={
            found.isFetching ? (
              <Loader size={14} />
            ) : (
              <IconSearch size={16} stroke={1.75} aria-hidden />
            )
          }
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={q.length < 2}>
        <Combobox.Options aria-label={label}>
          {found.isError && <ErrorNotice error={found.error} />}
          {found.data?.length === 0 && <Combobox.Empty>{t('list.none')}</Combobox.Empty>}
          {found.data?.map((p) => (
            <Combobox.Option key={p.patid} value={p.patid}>
              <Text size="sm" fw={600} span>
                {p.name}
              </Text>{' '}
              <Text size="sm" span className="p-tabular">
                *{dayText(p.geburtsdatum, language)}
              </Text>
              <Text size="xs" c="inherit">
                {p.city}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
