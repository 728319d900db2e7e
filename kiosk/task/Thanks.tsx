/**
 * The thank-you page: confirmation, next steps, open tasks; the texts follow the tablet's posture.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Posture } from '../../shared/desk/tablet.ts';
import { Button } from '../ui/Button.tsx';
import { CheckTile } from '../ui/fields/ChoiceTiles.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import './task.css';
import '../ui/result.css';

export interface ThanksProps {
  readonly header?: ReactNode;
  readonly posture: Posture;
  /** Deaf people cannot be called: "wir kommen zu Ihnen". */
  readonly isDeaf?: boolean;
  /** A document of this Mappe is printed and signed by hand. */
  readonly hasPaper: boolean;
  /** The talk precedes a signature, or questions are open. */
  readonly hasTalk: boolean;
  /** The person did not consent to a document. */
  readonly hasDeclined?: boolean;
  /** The person chose to pay the practice directly. */
  readonly paysDirectly?: boolean;
  /** Others sign a document of this Mappe on their own devices: until then it is not valid. */
  readonly isParted?: boolean;
  /** Something was signed, so that a copy can be offered. */
  readonly hasSigned: boolean;
  readonly wantsCopy: boolean;
  readonly onCopy: (isWished: boolean) => void;
  /** Calls the team: answers are handed in, and staff add what was forgotten. */
  readonly onMore: () => void;
  readonly onDone: () => void;
}

export function Thanks(props: ThanksProps) {
  const { t } = useTranslation('task');
  // A desk tablet stays where it is, like one on the wall.
  const where =
    props.posture === 'hand'
      ? t('thanks.hand')
      : props.isDeaf
        ? t('thanks.come')
        : t('thanks.wall');
  return (
    <Screen
      header={props.header}
      footer={
        <Footer
          primary={
            <Button kind="primary" grow onPress={props.onDone}>
              {t('thanks.done')}
            </Button>
          }
        />
      }
    >
      <div className="k-result">
        <div className="task-big task-big--ok" aria-hidden="true">
          <Icon name="ok" />
        </div>
        <div role="status">
          <Question hero>{t('thanks.title')}</Question>
        </div>
        <p className="task-lead">{where}</p>
        {props.hasPaper && <Notice kind="info" title={t('thanks.paper')} />}
        {props.isParted && (
          <Notice kind="info" title={t('thanks.part')}>
            {t('thanks.partBody')}
          </Notice>
        )}
        {props.hasDeclined && (
          <Notice kind="info" title={t('thanks.declined')}>
            {t('noted.declined.body')}
          </Notice>
        )}
        {props.paysDirectly && (
          <Notice kind="info" title={t('noted.direct.title')}>
            {t('noted.direct.body')}
          </Notice>
        )}
        {props.hasTalk && <Notice kind="info" title={t('thanks.talk')} />}
        {props.hasSigned && (
          <CheckTile
            label={t('thanks.copyWish')}
            hint={t(props.isParted ? 'thanks.copyLater' : 'thanks.copyHint')}
            checked={props.wantsCopy}
            onChange={props.onCopy}
          />
        )}
        <div className="task-more">
          <p>{t('thanks.change')}</p>
          <Button icon="speech" onPress={props.onMore}>
            {t('thanks.more')}
          </Button>
        </div>
      </div>
    </Screen>
  );
}
