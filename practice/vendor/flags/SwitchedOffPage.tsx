// In place of a page whose feature is switched off: what it is, and how to go on.

import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { flagOf, type FlagKey } from '../../../shared/base/flags/flags.ts';
import { learnOff } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Page } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useFlagTexts } from './flag-texts.ts';

export function SwitchedOffPage({ flag }: { flag: FlagKey }) {
  const t = useFlagTexts(),
    words = flagOf(flag)[useLanguage() === 'de' ? 'de' : 'en'],
    { isBusy, failed, run } = useSubmit();
  return (
    <Page title={words.name}>
      <div className="p-narrow p-stack">
        {failed !== null && <ErrorNotice error={failed} />}
        <div role="status">
          <Empty>
            <Text fw={600}>{t('gate')}</Text>
            <Text size="sm">{t('gate.how')}</Text>
          </Empty>
        </div>
        <Group gap={8}>
          <Button variant="default" loading={isBusy} onClick={() => void run(learnOff)}>
            {t('gate.again')}
          </Button>
          <Button component={Link} to="/hilfe" variant="default">
            {t('gate.help')}
          </Button>
        </Group>
      </div>
    </Page>
  );
}
