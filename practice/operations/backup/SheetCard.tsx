// Card of the recovery sheet: which one is valid, and the way to a new one.

import { Button, Text, Title } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useBackupTexts } from './backup-texts.ts';
import { SheetSteps } from './SheetSteps.tsx';
import { useLanguage } from '../../ui/texts.ts';

export function SheetCard({ sheet }: { sheet: NonNullable<BackupStatus['details']>['sheet'] }) {
  const language = useLanguage();
  const t = useBackupTexts();
  const ui = useUiTexts();
  const [isMaking, setMaking] = useState(false);
  return (
    <section
      className="p-card p-stack b-anchor"
      id="blatt"
      tabIndex={-1}
      aria-labelledby="sheet-title"
    >
      <Title order={2} id="sheet-title">
        {t('sheet.title')}
      </Title>
      {isMaking ? (
        <SheetSteps
          isRenewal={sheet !== null}
          cancelLabel={ui('cancel')}
          onCancel={() => setMaking(false)}
          onDone={() => setMaking(false)}
        />
      ) : (
        <>
          {sheet === null ? (
            <Notice tone="bad">{t('sheet.none')}</Notice>
          ) : (
            <Notice tone="ok">
              {t('sheet.of', { day: dayText(berlinDay(sheet.createdAt), language) })}{' '}
              {t('sheet.fingerprint')} <span className="b-mono">{sheet.fingerprint}</span>
            </Notice>
          )}
          {sheet !== null && <Text className="p-small p-muted">{t('sheet.compare')}</Text>}
          <div>
            <Button
              variant={sheet === null ? 'filled' : 'default'}
              leftSection={<IconFileCertificate size={18} stroke={1.75} aria-hidden />}
              onClick={() => setMaking(true)}
            >
              {t(sheet === null ? 'sheet.make' : 'sheet.renew')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
