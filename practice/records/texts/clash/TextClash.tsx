// Two people changed the same consent text: both texts, and what is to count.

import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { DocumentTemplate } from '../../../../shared/desk/document.ts';
import { DraftClash } from '../../../ui/saving/clash/DraftClash.tsx';
import type { History, Saving } from '../../../ui/saving/use-drafting.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useTextsTexts } from '../texts-texts.ts';
import { getText, importText, useRefresh } from '../use-texts.ts';
import { TEXT_SHAPE } from './text-shape.ts';
import { describeText } from './text-words.ts';

export function TextClash({
  textKey,
  template,
  saving,
  history,
}: {
  textKey: string;
  template: DocumentTemplate;
  saving: Saving<DocumentTemplate>;
  history: Pick<History<DocumentTemplate>, 'join'>;
}) {
  const t = useTextsTexts(),
    language = useLanguage(),
    go = useNavigate(),
    refresh = useRefresh(),
    describe = useMemo(() => describeText(t, language), [t, language]);
  return (
    <DraftClash
      id={`text ${textKey}`}
      mine={template}
      met={saving.met}
      shape={TEXT_SHAPE}
      describe={describe}
      load={async () => {
        const { rev, state, template: value, changedByName, changedAt } = await getText(textKey);
        return { rev, value, isOver: state !== 'draft', byName: changedByName, at: changedAt };
      }}
      copy={async (id, mine) => {
        const { key } = await importText(id, new Blob([JSON.stringify(mine)]));
        await refresh();
        return key;
      }}
      onJoin={(stored, next, each) => {
        history.join(each, next);
        saving.settle(stored, next);
      }}
      onEnded={() => {
        saving.drop();
        void refresh(textKey);
      }}
      onOpen={(key) => void go(`/texte/${key}`)}
    />
  );
}
