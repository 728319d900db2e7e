/**
 * Reading preferences: text size, Ruhige Hand, language and a note to the team; everything is
 * optional.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listLanguages } from '../../shared/base/languages.ts';
import type { TextScale } from '../../shared/desk/mappe.ts';
import { Button } from '../ui/Button.tsx';
import { CheckTile } from '../ui/fields/ChoiceTiles.tsx';
import { LanguageList } from '../ui/LanguageList.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import { TextSizeMenu } from '../ui/TextSizeMenu.tsx';
import { plainOf, type PlainChoice } from './plain.ts';
import './task.css';

const NEEDS = ['hearing', 'deaf', 'sight', 'walking', 'fear'] as const;
type Need = (typeof NEEDS)[number];

export interface ComfortProps {
  readonly header: ReactNode;
  readonly textScale: TextScale;
  readonly isCalm: boolean;
  readonly onComfort: (choice: { readonly textScale: TextScale; readonly isCalm: boolean }) => void;
  /** Rendered only where the questionnaire has plain language. */
  readonly plain?: PlainChoice | undefined;
  readonly languages: readonly string[];
  readonly language: string;
  readonly onLanguage: (code: string) => void;
  /** Rendered only where the team really receives it. */
  readonly needs?: {
    readonly chosen: readonly Need[];
    readonly onChange: (needs: readonly Need[]) => void;
  };
  readonly onNext: () => void;
}

export function Comfort(props: ComfortProps) {
  const { needs } = props;
  const { t } = useTranslation('task');
  return (
    <Screen
      header={props.header}
      layout="split"
      question={<Question reason={t('comfort.reason')}>{t('comfort.ask')}</Question>}
      footer={
        <Footer
          primary={
            <Button kind="primary" grow iconEnd="forward" onPress={props.onNext}>
              {t('next')}
            </Button>
          }
        />
      }
    >
      <TextSizeMenu
        value={props.textScale}
        calm={props.isCalm}
        onChange={(textScale) => props.onComfort({ textScale, isCalm: props.isCalm })}
        onCalmChange={(isCalm) => props.onComfort({ textScale: props.textScale, isCalm })}
        plain={plainOf(props.plain, t)}
        labels={{ size: t('size.label'), calm: t('size.calm'), calmHint: t('size.calmHint') }}
      />
      <p className="task-sample">{t('comfort.sample')}</p>
      {props.languages.length > 1 && (
        <LanguageList
          languages={listLanguages(props.languages)}
          current={props.language}
          label={t('language.label')}
          onChoose={props.onLanguage}
        />
      )}
      {needs && (
        <div className="task-needs" role="group" aria-labelledby="comfort-needs">
          <h2 id="comfort-needs">{t('comfort.needs')}</h2>
          {NEEDS.map((need) => (
            <CheckTile
              key={need}
              label={t(`comfort.need.${need}`)}
              checked={needs.chosen.includes(need)}
              onChange={(isChosen) =>
                needs.onChange(
                  isChosen ? [...needs.chosen, need] : needs.chosen.filter((one) => one !== need),
                )
              }
            />
          ))}
        </div>
      )}
    </Screen>
  );
}
