// The owner's list of what the vendor did with the contract; nothing where nothing was done.

import { Title } from '@mantine/core';
import { useActs } from './contract-calls.ts';
import { ActList } from './ActList.tsx';
import { useContractTexts } from './contract-texts.ts';

export function ActsCard() {
  const t = useContractTexts(),
    acts = useActs();
  if (!acts.data || acts.data.items.length === 0) return null;
  return (
    <section className="p-card p-stack" aria-labelledby="c-acts">
      <Title order={2} id="c-acts">
        {t('acts.ofVendor')}
      </Title>
      <ActList acts={acts.data.items} />
    </section>
  );
}
