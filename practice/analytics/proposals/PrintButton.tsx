// Prints a page of proposals.

import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useBillingTexts } from './proposals-texts.ts';

export function PrintButton() {
  const t = useBillingTexts();
  return (
    <Button
      variant="default"
      className="p-noprint"
      leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
      onClick={() => print()}
    >
      {t('drucken')}
    </Button>
  );
}
