/** Staff chooses a cached blank form and the language it is filled in; works offline. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlankRef } from '../../shared/forms/task/blank.ts';
import { listLanguages } from '../../shared/base/languages.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceTiles } from '../ui/fields/ChoiceTiles.tsx';
import { LanguageList } from '../ui/LanguageList.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import './blank.css';

export interface BlankChoiceProps {
  readonly header: ReactNode;
  /** Null while loading. */
  readonly forms: readonly BlankRef[] | null;
  readonly chosen: string | null;
  readonly language: string;
  /** Language of the screen, for the names of the forms. */
  readonly spoken: string;
  /** Reason why no form can be started here. */
  readonly obstacle: 'leaseOver' | 'trouble' | null;
  readonly onForm: (key: string) => void;
  readonly onLanguage: (code: string) => void;
  readonly onNext: () => void;
  readonly onClose: () => void;
}

export function BlankChoice(props: BlankChoiceProps) {
  const { t } = useTranslation('blank');
  const { forms, chosen, obstacle } = props;
  const form = forms?.find((one) => one.key === chosen);
  const isReady = obstacle === null && form !== undefined;
  return (
    <Screen
      header={props.header}
      pageKey="blank-choice"
      question={<Question reason={t('staff.reason')}>{t('staff.title')}</Question>}
      footer={
        <Footer
          back={
            <Button icon="close" onPress={props.onClose}>
              {t('staff.close')}
            </Button>
          }
          primary={
            isReady && (
              <Button kind="primary" grow iconEnd="forward" onPress={props.onNext}>
                {t('staff.next')}
              </Button>
            )
          }
        />
      }
    >
      {obstacle !== null && (
        <Notice kind="warn" title={t(`staff.${obstacle}`)}>
          {obstacle === 'leaseOver' && t('staff.leaseOverWhy')}
        </Notice>
      )}
      {obstacle === null && forms?.length === 0 && (
        <Notice kind="info" title={t('staff.none')}>
          {t('staff.noneWhy')}
        </Notice>
      )}
      {obstacle === null && forms !== null && forms.length > 0 && (
        <ChoiceTiles
          legend={t('staff.form')}
          value={chosen}
          onChoose={props.onForm}
          choices={forms.map((one) => ({
            value: one.key,
            label: one.title[props.spoken] ?? one.title.de,
          }))}
        />
      )}
      {isReady && form.languages.length > 1 && (
        <div className="blank-languages">
          <h2 className="k-label">{t('staff.language')}</h2>
          <LanguageList
            languages={listLanguages(form.languages)}
            current={props.language}
            label={t('staff.language')}
            onChoose={props.onLanguage}
          />
        </div>
      )}
      {isReady && <p className="k-hint">{t('staff.handOver')}</p>}
    </Screen>
  );
}
