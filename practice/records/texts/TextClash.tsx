// Two people changed the same consent text: both texts, and what is to count.

import { v7 as uuidv7 } from 'uuid';
import type { DocumentTemplate } from '../../../shared/desk/document.ts';
import { useClashTexts } from '../../ui/saving/clash/clash-texts.ts';
import { Clash } from '../../ui/saving/clash/Clash.tsx';
import type { Saving } from '../../ui/saving/use-drafting.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { everyText } from './edit.ts';
import { getText, importText, useRefresh } from './use-texts.ts';

const placesOf = (template: DocumentTemplate) =>
  everyText(template).flatMap(({ key, text }) =>
    Object.entries(text).map(([language, words]) => ({ key: `${key} ${language}`, words })),
  );

export function TextClash({
  textKey,
  template,
  saving,
  onChange,
}: {
  textKey: string;
  template: DocumentTemplate;
  saving: Saving<DocumentTemplate>;
  onChange: (next: DocumentTemplate) => void;
}) {
  const t = useClashTexts(),
    refresh = useRefresh();
  return (
    <Clash
      id={`text ${textKey}`}
      mine={template}
      places={placesOf}
      load={async () => {
        const { rev, state, template: value, changedByName, changedAt } = await getText(textKey);
        return { rev, value, isOver: state !== 'draft', byName: changedByName, at: changedAt };
      }}
      onMine={(stored) => {
        saving.rebase(stored);
        saving.flush().catch(() => undefined);
      }}
      onOther={(stored) => {
        saving.rebase(stored);
        onChange(stored.value);
        if (stored.isOver) void refresh(textKey);
      }}
      onCopy={(stored) => {
        importText(uuidv7(), new Blob([JSON.stringify(template)]))
          .then(async () => {
            saving.rebase(stored);
            onChange(stored.value);
            await refresh(textKey);
            say(t('copied'));
          })
          .catch(sayError);
      }}
    />
  );
}
