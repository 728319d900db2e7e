// Two people changed the same consent text: both texts, and what is to count.

import type { DocumentTemplate } from '../../../shared/desk/document.ts';
import { DraftClash } from '../../ui/saving/clash/DraftClash.tsx';
import type { Saving } from '../../ui/saving/use-drafting.ts';
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
  const refresh = useRefresh();
  return (
    <DraftClash
      id={`text ${textKey}`}
      mine={template}
      places={placesOf}
      saving={saving}
      load={async () => {
        const { rev, state, template: value, changedByName, changedAt } = await getText(textKey);
        return { rev, value, isOver: state !== 'draft', byName: changedByName, at: changedAt };
      }}
      copy={importText}
      onChange={onChange}
      onSettled={() => refresh(textKey)}
    />
  );
}
