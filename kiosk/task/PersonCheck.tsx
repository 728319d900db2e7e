/**
 * Asks for the birth date before any personal data is shown, with a number pad and a plain exit for
 * the wrong person.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { DateFields } from '../ui/fields/DateFields.tsx';
import { useBirthCheck } from '../ui/fields/useBirthCheck.ts';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import './task.css';
import './person.css';

export interface PersonCheckProps {
  readonly header: ReactNode;
  /** Wrong dates so far; the third one ends this screen. */
  readonly misses: number;
  /** `YYYY-MM-DD` of a real day that is not in the future. */
  readonly onDay: (day: string) => void;
  readonly onWrongPerson: () => void;
  /** Milliseconds UTC; a birth date is never in the future. */
  readonly now?: number;
}

export function PersonCheck({ header, misses, onDay, onWrongPerson, now }: PersonCheckProps) {
  const { t } = useTranslation('task');
  const { parts, change, problem, submit } = useBirthCheck({ id: 'person', misses, onDay, now });
  return (
    <div className="task-check" data-wrong={problem !== null || undefined}>
      <Screen
        header={header}
        layout="split"
        question={<Question reason={<Why />}>{t('person.ask')}</Question>}
        footer={
          <Footer
            primary={
              <Button kind="primary" grow onPress={submit}>
                {t('next')}
              </Button>
            }
          />
        }
      >
        <DateFields
          id="person"
          legend={t('person.legend')}
          legendHidden
          labels={{ day: t('person.day'), month: t('person.month'), year: t('person.year') }}
          value={parts}
          onChange={change}
          error={
            problem &&
            `${t(`person.${problem.text}`)}${problem.text === 'other' && misses >= 2 ? ` ${t('person.lastTry')}` : ''}`
          }
          errorPart={problem?.part ?? null}
          pad={{ group: t('person.pad'), backspace: t('person.backspace') }}
          onEnter={submit}
        />
        <ActionTiles
          label={t('person.wrong')}
          actions={[
            { id: 'wrong', icon: 'close', label: t('person.wrong'), onPress: onWrongPerson },
          ]}
        />
        <p className="task-check__below">
          <Why />
        </p>
      </Screen>
    </div>
  );
}

/** Reason for asking; large text shows it below the pad, which must be in view. */
function Why() {
  const { t } = useTranslation('task');
  return (
    <>
      {t('person.why')} {t('person.child')}
    </>
  );
}
