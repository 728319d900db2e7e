/** End of a text: three equal tiles, because asking and refusing are results and not errors. */
import { useTranslation } from 'react-i18next';
import type { ReadIn } from '../../shared/papers/reading.ts';
import { ActionTiles } from '../ui/fields/ChoiceTiles.tsx';
import { Notice } from '../ui/Notice.tsx';

export type ReadingChoice = 'none' | 'question' | 'declined';

export interface ReadingEndProps {
  readonly isNotice: boolean;
  /**
   * Not agreeing means paying the practice directly: both are offered side by side in their own
   * wording.
   */
  readonly isBilling: boolean;
  /**
   * The text is shown in another language than chosen: the agreement says how it was understood.
   */
  readonly by?: ReadIn['by'] | undefined;
  /** Sections marked as not understood. */
  readonly unclear: number;
  readonly onDecide: (choice: ReadingChoice) => void;
}

const NO_QUESTIONS = { self: 'end.understood', interpreter: 'end.translated' } as const;

export function ReadingEnd({ isNotice, isBilling, by, unclear, onDecide }: ReadingEndProps) {
  const { t } = useTranslation('documents');
  const declined = isBilling
    ? {
        id: 'declined',
        icon: 'document' as const,
        label: t('end.direct'),
        hint: t('end.directHint'),
        onPress: () => onDecide('declined'),
      }
    : {
        id: 'declined',
        icon: 'close' as const,
        label: t('end.declined'),
        onPress: () => onDecide('declined'),
      };
  return (
    <div className="doc-end">
      <h2>{t('end.title')}</h2>
      {isNotice ? (
        <p>{t('end.notice')}</p>
      ) : (
        <>
          {unclear > 0 && <Notice kind="info" title={t('end.unclear', { count: unclear })} />}
          <ActionTiles
            label={t('end.label')}
            actions={[
              {
                id: 'none',
                icon: 'check',
                label: isBilling ? t('end.accept') : t(by ? NO_QUESTIONS[by] : 'end.none'),
                onPress: () => onDecide('none'),
              },
              ...(isBilling ? [declined] : []),
              {
                id: 'question',
                icon: 'question',
                label: t('end.question'),
                hint: t('end.questionHint'),
                onPress: () => onDecide('question'),
              },
              ...(isBilling ? [] : [declined]),
            ]}
          />
        </>
      )}
    </div>
  );
}
