// „Weitere Person in dieser Mappe“: people with the same address or number, one press each; others
// by search.

import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { dayText } from '../../../../shared/base/dates.ts';
import { MOST_PEOPLE } from '../../../../shared/desk/mappe-family.ts';
import { fullName } from '../../../../shared/desk/patient.ts';
import { useBoardTexts } from '../board-texts.ts';
import type { FamilyPerson } from './family-rules.ts';
import { getFamily, getPatient } from './patients.ts';
import { PatientSearch } from './PatientSearch.tsx';
import { usePrivacy } from '../privacy.tsx';
import { useAct } from '../board-actions.ts';
import { useLanguage } from '../../../ui/texts.ts';

interface Props {
  people: readonly FamilyPerson[];
  onAdd: (person: FamilyPerson) => void;
  onRemove: (patid: string) => void;
}

export function SendFamily({ people, onAdd, onRemove }: Props) {
  const language = useLanguage();
  const t = useBoardTexts(),
    privacy = usePrivacy(),
    { isBusy, run } = useAct(),
    [first, ...others] = people;
  // Without an answer no one is suggested; the search still works.
  const near = useQuery({
    queryKey: ['family', first?.patid],
    queryFn: () => getFamily(first?.patid ?? ''),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const offered = (near.data ?? []).filter((one) => !people.some((p) => p.patid === one.patid));
  const add = (patid: string): void => {
    void run(async () => {
      const found = await getPatient(patid);
      // A number may have been merged into that of a person already in the Mappe.
      if (!people.some((one) => one.patid === found.patid))
        onAdd({ patid: found.patid, name: fullName(found), geburtsdatum: found.geburtsdatum });
    });
  };
  const label = (name: string, geburtsdatum: string): string =>
    `${privacy.name(name)}${privacy.isPrivate ? '' : ` *${dayText(geburtsdatum, language)}`}`;
  return (
    <section className="e-family" aria-labelledby="send-family">
      <Text fw={600} id="send-family">
        {t('send.family')}
      </Text>
      {others.map((one) => (
        <Group key={one.patid} justify="space-between" gap={8} wrap="nowrap">
          <span>{label(one.name, one.geburtsdatum)}</span>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconUserMinus size={16} aria-hidden />}
            aria-label={t('send.family.remove', { name: privacy.name(one.name) })}
            onClick={() => onRemove(one.patid)}
          >
            {t('send.family.out')}
          </Button>
        </Group>
      ))}
      {people.length < MOST_PEOPLE && (
        <>
          {offered.length > 0 && (
            <Group gap={8}>
              {offered.map((one) => (
                <Button
                  key={one.patid}
                  size="xs"
                  variant="default"
                  disabled={isBusy}
                  leftSection={<IconUserPlus size={16} aria-hidden />}
                  onClick={() => add(one.patid)}
                >
                  {t(one.why === 'address' ? 'send.family.address' : 'send.family.phone', {
                    person: label(one.name, one.geburtsdatum),
                  })}
                </Button>
              ))}
            </Group>
          )}
          <PatientSearch
            label={t('send.family.search')}
            onPick={(found) => add(found.patid)}
            {...(first && { without: first.patid })}
          />
        </>
      )}
    </section>
  );
}
