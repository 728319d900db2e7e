// Review of one translation of a shipped text: made by a machine, or confirmed by a member of the
// practice with name and day; both can be changed here.

import { Button } from '@mantine/core';
import { IconCircleCheck, IconLanguage } from '@tabler/icons-react';
import { momentText } from '../../../shared/base/dates.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import type { TextView, TranslationView } from '../../../shared/papers/texts.schema.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useTextsTexts } from './texts-texts.ts';
import { confirmTranslation, unconfirmTranslation, useRefresh } from './use-texts.ts';

interface Props {
  view: Pick<TextView, 'key'>;
  translation: TranslationView;
}

/** The state of a translation and the button that changes it. */
export function TranslationReview({ view: { key }, translation }: Props) {
  const t = useTextsTexts(),
    screen = useLanguage(),
    refresh = useRefresh(),
    { isBusy, run } = useSubmit();
  const { language, sha256, review } = translation,
    name = languageName(language, screen);
  const takeBack = async (): Promise<void> => {
    await unconfirmTranslation(key, language);
    await refresh(key);
  };
  const confirm = (): void =>
    void run(async () => {
      await confirmTranslation(key, { language, sha256 });
      await refresh(key);
      sayWithUndo(t('review.confirmed', { language: name }), takeBack);
    }, sayError);
  return (
    <div className="p-stack">
      <div className="p-row">
        {review.by === 'machine' ? (
          <StateWord tone="warn" icon={IconLanguage}>
            {t('review.machine')}
          </StateWord>
        ) : (
          <StateWord tone="ok" icon={IconCircleCheck}>
            {t('review.practice', { name: review.name, time: momentText(review.at, screen) })}
          </StateWord>
        )}
        {review.by === 'machine' ? (
          <Button loading={isBusy} onClick={confirm}>
            {t('review.confirm', { language: name })}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={isBusy}
            onClick={() =>
              void run(async () => {
                await takeBack();
                say(t('review.takenBack'));
              }, sayError)
            }
          >
            {t('review.takeBack')}
          </Button>
        )}
      </div>
      <p className="p-muted tx-lead">{t('review.what')}</p>
    </div>
  );
}
