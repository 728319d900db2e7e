// Finds a patient by name or birth date; arrows move, Enter selects – also an Enter pressed before
// the answer.

import { Badge, Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { dayText } from '../../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../../shared/desk/patient.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useBoardTexts } from '../board-texts.ts';
import { SHORTEST, useFoundPatients } from '../../patient/use-found-patients.ts';
import { usePrivacy } from '../privacy.tsx';
import { useLanguage } from '../../../ui/texts.ts';

interface Props {
  onPick: (patient: FoundPatient) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
  label: string;
  withKey?: boolean;
  without?: string;
}

export function PatientSearch({ onPick, inputRef, label, withKey = false, without }: Props) {
  const t = useBoardTexts();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState('');
  const { q, found, rows, isSettled } = useFoundPatients(typed, { without });
  const [isEntered, setEntered] = useState(false);

  const pick = (patid: string): void => {
    const patient = rows.find((p) => p.patid === patid);
    if (!patient) return;
    setTyped('');
    combobox.closeDropdown();
    onPick(patient);
  };
  /**
   * A single person is selected; of several the first is highlighted, and the next Enter selects
   * it.
   */
  const enter = useEffectEvent((): void => {
    setEntered(false);
    if (rows.length === 1 && rows[0]) pick(rows[0].patid);
    else if (rows.length > 1) combobox.selectFirstOption();
  });
  useEffect(() => {
    if (isEntered && isSettled) enter();
  }, [isEntered, isSettled]);

  return (
    <Combobox store={combobox} onOptionSubmit={pick} position="bottom-start" width={420}>
      <Combobox.Target>
        <TextInput
          {...(inputRef && { ref: inputRef })}
          className="e-search"
          type="search"
          aria-label={label}
          placeholder={label}
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
          {...(withKey && {
            rightSection: (
              <kbd className="e-key" aria-hidden>
                /
              </kbd>
            ),
          })}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEntered(false);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => typed !== '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1) {
              event.preventDefault();
              setEntered(true);
            }
            if (event.key === 'Escape' && !combobox.dropdownOpened) event.currentTarget.blur();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed === ''}>
        <Combobox.Options aria-label={label} mah={420} style={{ overflowY: 'auto' }}>
          {found.isError && (
            <div className="p-gap">
              <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
            </div>
          )}
          {!found.isError && rows.length === 0 && (
            <Combobox.Empty>
              {q.length < SHORTEST
                ? t('search.more')
                : found.isPending
                  ? t('search.hint')
                  : t('search.none')}
            </Combobox.Empty>
          )}
          {rows.map((p) => (
            <PatientOption key={p.patid} patient={p} />
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** A found patient, with the data that distinguishes namesakes. */
function PatientOption({ patient }: { patient: FoundPatient }) {
  const privacy = usePrivacy(),
    language = useLanguage(),
    t = useBoardTexts();
  return (
    <Combobox.Option value={patient.patid}>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <div>
          <Text size="sm" fw={600} span>
            {privacy.name(patient.name)}
          </Text>{' '}
          <Text size="sm" span c="inherit" className="p-tabular">
            {privacy.isPrivate ? '' : `*${dayText(patient.geburtsdatum, language)}`}
          </Text>
          <Text size="xs" c="inherit">
            {patient.city}
          </Text>
        </div>
        <Group gap={4}>
          {patient.sameName && (
            <Badge color="warn" variant="light" tt="none">
              {t('search.sameName')}
            </Badge>
          )}
          {patient.herkunft === 'hand' && (
            <Badge color="info" variant="light" tt="none">
              {t('search.hand')}
            </Badge>
          )}
        </Group>
      </Group>
    </Combobox.Option>
  );
}
