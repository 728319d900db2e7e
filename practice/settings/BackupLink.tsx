// The way from the settings to the backup.

import { Button, Text, Title } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSettingsTexts } from './settings-texts.ts';

export function BackupLink() {
  const t = useSettingsTexts();
  return (
    <section className="p-card p-stack" aria-labelledby="backup-title">
      <Title order={2} id="backup-title">{t('backup.title')}</Title>
      <Text>{t('backup.what')}</Text>
      <div><Button component={Link} to="/einstellungen/sicherung" variant="default" leftSection={<IconDeviceFloppy size={18} stroke={1.75} aria-hidden />}>{t('backup.open')}</Button></div>
    </section>
  );
}
