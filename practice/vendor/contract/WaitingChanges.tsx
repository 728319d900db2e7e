// Changes of account and invoice details that wait, for administrators: the owners can stop them.

import './contract.css';
import { Text, Title } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import type { HeldChange } from '../../../shared/vendor/contract/held-change.schema.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useContractTexts } from './contract-texts.ts';

export function WaitingChanges({ changes }: { changes: readonly HeldChange[] }) {
  const t = useContractTexts(),
    language = useLanguage(),
    open = changes.filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) return null;
  return (
    <section className="p-card p-stack" aria-labelledby="c-waiting">
      <Title order={2} id="c-waiting">
        {t('waiting')}
      </Title>
      <Text size="sm">{t('waiting.hint')}</Text>
      <ul className="c-rows">
        {open.map((one) => (
          <li key={one.id}>
            <div className="c-who">
              <Text fw={600}>{`${t(`details.${one.kind}`)}: ${one.what}`}</Text>
              <Text size="sm" c="dimmed">
                {t('waiting.by', { name: one.name, at: showInstant(one.at, language) })}
                {one.needsReader && one.confirmedAt === null && ` · ${t('waiting.reader')}`}
              </Text>
            </div>
            <StateWord tone="warn" icon={IconHourglass}>
              {t('waiting.due', { at: showInstant(one.dueAt, language) })}
            </StateWord>
          </li>
        ))}
      </ul>
    </section>
  );
}
