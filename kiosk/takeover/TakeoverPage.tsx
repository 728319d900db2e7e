/** Page of a takeover code (R7): opening it consumes nothing, one press takes the tasks over. */
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Footer, Question, Screen } from '../ui/Screen.tsx';

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
  readonly problem: TakeoverProblem | null;
  readonly isBusy: boolean;
  readonly onGo: () => void;
}

export function TakeoverPage({ problem, isBusy, onGo }: TakeoverPageProps) {
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
      <Screen pageKey="go" footer={again}>
        <Question reason={t('page.why')}>{t('page.title')}</Question>
        {isBusy && <p role="status">{t('page.working')}</p>}
      </Screen>
    );
  }
  if (problem === 'none')
    return (
      <Screen pageKey="none">
        <Question reason={t('none.body')}>{t('none.title')}</Question>
      </Screen>
    );
  return (
    <Screen pageKey={problem} {...(problem === 'offline' && { footer: again })}>
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
    </Screen>
  );
}
