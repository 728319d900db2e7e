/** Page after three wrong birth dates: no blame, help is coming. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/Notice.tsx';
import { Question, Screen } from '../ui/Screen.tsx';
import type { HelpState } from './HelpDialog.tsx';

export interface PersonHelpProps {
  readonly header: ReactNode;
  readonly help: HelpState;
}

export function PersonHelp({ header, help }: PersonHelpProps) {
  const { t } = useTranslation('task');
  return (
    <Screen header={header}>
      <Question reason={t('person.restBody')}>{t('person.restTitle')}</Question>
      <Notice kind={help === 'offline' ? 'offline' : 'info'} title={t(`help.${help}`)} live />
    </Screen>
  );
}
