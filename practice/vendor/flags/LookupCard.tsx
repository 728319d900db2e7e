// What counts for one practice now: each switch with its verdict and the reason.

import { Table, Text, Title } from '@mantine/core';
import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react';
import { useState } from 'react';
import { flagOf } from '../../../shared/base/flags/flags.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { PracticeSelect } from '../support/PracticeSelect.tsx';
import { useFlagsOf } from './flag-calls.ts';
import { useFlagTexts } from './flag-texts.ts';

export function LookupCard() {
  const t = useFlagTexts(),
    language = useLanguage() === 'de' ? 'de' : 'en',
    [cid, setCid] = useState<string | null>(null),
    found = useFlagsOf(cid);
  return (
    <section className="p-card p-stack" aria-labelledby="sw-lookup">
      <div>
        <Title order={2} id="sw-lookup">
          {t('lookup')}
        </Title>
        <Text size="sm">{t('lookupHint')}</Text>
      </div>
      <PracticeSelect
        label={t('practice')}
        hint={t('practiceHint')}
        value={cid}
        onChoose={setCid}
      />
      {cid !== null && found.isPending && <Loading />}
      {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <Table aria-label={found.data.practiceName}>
          <Table.Tbody>
            {found.data.items.map(({ key, isOn, by }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row">{flagOf(key)[language].name}</Table.Th>
                <Table.Td>
                  <StateWord
                    tone={isOn ? 'ok' : 'warn'}
                    icon={isOn ? IconToggleRight : IconToggleLeft}
                  >
                    {t(isOn ? 'On' : 'Off')}
                  </StateWord>
                </Table.Td>
                <Table.Td>{t(`ground.${by}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
