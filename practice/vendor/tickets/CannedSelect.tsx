// Chooses a canned answer; its text is added to what is written.

import { NativeSelect } from '@mantine/core';
import { useCannedTexts } from './ticket-calls.ts';
import { useTicketTexts } from './ticket-texts.ts';

export function CannedSelect({ onChoose }: { onChoose: (text: string) => void }) {
  const t = useTicketTexts(),
    texts = useCannedTexts().data?.items ?? [];
  if (texts.length === 0) return null;
  return (
    <NativeSelect
      label={t('canned.insert')}
      value=""
      data={[
        { value: '', label: t('canned.choose') },
        ...texts.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      onChange={(event) => {
        const chosen = texts.find(({ id }) => id === event.currentTarget.value);
        if (chosen) onChoose(chosen.text);
      }}
    />
  );
}
