/** Page of a takeover code (R7): opening it consumes nothing, one press takes the tasks over. */
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { ReactNode } from 'react';
import { Footer, Question, Screen } from '../ui/Screen.tsx';
import './takeover.css';

/**
 * `over`: used or expired. `wrong`: of no practice here. `finished`: nothing left to do. `busy`:
 * this device has something else open. `none`: no code in the address.
 */
export type TakeoverProblem =
  | 'over'
  | 'wrong'
  | 'finished'
  | 'offline'
  | 'insecure'
  | 'busy'
  | 'rate'
  | 'none';
export interface TakeoverPageProps {
  /** Bar with the name of the practice. */
  readonly header?: ReactNode;
  /** Practice that shows the code; null until it is known. */
  readonly sender: { readonly name: string; readonly phone: string } | null;
  readonly problem: TakeoverProblem | null;
  readonly isBusy: boolean;
  readonly onGo: () => void;
}

export function TakeoverPage({ header, sender, problem, isBusy, onGo }: TakeoverPageProps) {
  const { t } = useTranslation('takeover');
  const again = (
    <Footer
      primary={
        <Button kind="primary" grow busy={isBusy} onPress={onGo}>
          {problem === 'offline' ? t('page.again') : t('page.go')}
        </Button>
      }
    />
  );
  if (problem === null) {
    return (
      <Screen header={header} pageKey="go" footer={again}>
        <Question reason={t('page.why')}>{t('page.title')}</Question>
        {sender && <Sender {...sender} />}
        {isBusy && <p role="status">{t('page.working')}</p>}
      </Screen>
    );
  }
  if (problem === 'none')
    return (
      <Screen header={header} pageKey="none">
        <Question reason={t('none.body')}>{t('none.title')}</Question>
      </Screen>
    );
  return (
    <Screen header={header} pageKey={problem} {...(problem === 'offline' && { footer: again })}>
      <Question>{problem === 'offline' ? t('page.title') : t('guest.unsent')}</Question>
      <Notice
        kind={problem === 'offline' ? 'offline' : 'warn'}
        live
        title={t(`problem.${problem}`)}
      >
        <p>
          {problem === 'finished' || problem === 'insecure'
            ? t('problem.desk')
            : problem === 'offline'
              ? t('problem.safe')
              : t('problem.new')}
        </p>
      </Notice>
      {sender && <Sender {...sender} />}
    </Screen>
  );
}

/** The practice whose code this is, and its telephone number to ask back. */
function Sender({ name, phone }: NonNullable<TakeoverPageProps['sender']>) {
  const { t } = useTranslation('takeover');
  return (
    <section className="takeover-sender" aria-label={t('page.sender')}>
      <h2>{t('page.sender')}</h2>
      <p>
        <bdi>{name}</bdi>
      </p>
      {phone !== '' && (
        <p>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            <bdi dir="ltr">{phone}</bdi>
          </a>
        </p>
      )}
    </section>
  );
}
