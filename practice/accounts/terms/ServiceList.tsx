// Services next to Molar that can get personal data: the vendor's further processors, and what the
// practice or its operator chooses, with whether it is set up here.

import { Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { SERVICES } from '../../../catalog/terms/services.ts';
import type { ServiceId } from '../../../shared/accounts/terms.schema.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useTermsTexts } from './terms-texts.ts';

export function ServiceList({ inUse }: { inUse: readonly ServiceId[] }) {
  const t = useTermsTexts(),
    language = useLanguage() === 'de' ? 'de' : 'en';
  return (
    <section className="p-card p-stack" aria-labelledby="t-services">
      <Title order={3} id="t-services">
        {t('services')}
      </Title>
      <Text size="sm">{t('services.notice')}</Text>
      {(['vendor', 'operator'] as const).map((side) => (
        <div key={side}>
          <Text fw={600}>{t(`services.${side}`)}</Text>
          <ul className="t-services">
            {SERVICES.filter((one) => one.side === side).map(({ id, name, task, data }) => (
              <li key={id}>
                <strong>{name[language]}</strong>{' '}
                <StateWord
                  tone={inUse.includes(id) ? 'info' : 'off'}
                  icon={inUse.includes(id) ? IconCircleCheck : IconCircle}
                >
                  {t(inUse.includes(id) ? 'services.on' : 'services.off')}
                </StateWord>
                <Text size="sm">
                  {task[language]}: {data[language]}
                </Text>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
