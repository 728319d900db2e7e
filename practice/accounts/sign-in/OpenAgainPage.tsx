// Page of a mail's link without its secret: after a reload, or in another browser.

import { Text } from '@mantine/core';
import { useAuthTexts } from './auth-texts.ts';
import { LinkSheet, ToSignIn } from './LinkSheet.tsx';

export function OpenAgainPage() {
  const t = useAuthTexts();
  return (
    <LinkSheet title={t('openAgain.title')}>
      <Text>{t('openAgain.text')}</Text>
      <Text c="dimmed">{t('openAgain.used')}</Text>
      <ToSignIn />
    </LinkSheet>
  );
}
