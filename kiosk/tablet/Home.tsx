/**
 * Home screen of an idle tablet or with waiting tasks: greeting, languages, status, Hilfe; never a
 * name.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listLanguages } from '../../shared/base/languages.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LanguageList } from '../ui/LanguageList.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Screen } from '../ui/Screen.tsx';
import { StaffDots, TabletBottom, TabletTop } from './TabletFrame.tsx';
import './tablet.css';

export interface HomeProps {
  readonly praxis: string;
  /** URL of the practice's logo, at most 160 × 48. */
  readonly logo?: string | undefined;
  readonly tablet: string;
  readonly languages: readonly string[];
  readonly language: string;
  readonly onLanguage: (code: string) => void;
  readonly isOnline: boolean;
  /**
   * Tasks wait: the greeting becomes "Ihre Unterlagen sind bereit." with the button; still no name.
   */
  readonly onBegin?: () => void;
  readonly onHelp: () => void;
  /** Three faint dots were tapped. */
  readonly onStaff: () => void;
  /** For staff: patient mode is closed until every check of the gate passes. */
  readonly notice?: ReactNode;
}

export function Home(props: HomeProps) {
  const { t } = useTranslation('tablet');
  const isReady = props.onBegin !== undefined;
  return (
    <Screen
      pageKey={isReady ? 'ready' : 'waiting'}
      header={<TabletTop praxis={props.praxis} logo={props.logo} tablet={props.tablet} />}
      footer={
        <TabletBottom
          state={
            <span className={props.isOnline ? 'tab-state tab-state--ok' : 'tab-state'}>
              <Icon name={props.isOnline ? 'check' : 'offline'} />
              {props.isOnline ? t('home.online') : t('home.offline')}
            </span>
          }
        >
          <Button icon="help" onPress={props.onHelp}>
            {t('help.call')}
          </Button>
          <StaffDots label={t('home.staff')} onPress={props.onStaff} />
        </TabletBottom>
      }
    >
      <div className="tab-home">
        <div className="tab-home__words" role="status">
          <h1 className="k-hero">{isReady ? t('home.ready') : t('home.hello')}</h1>
          <p className="tab-lead">{isReady ? t('home.tap') : t('home.checkIn')}</p>
        </div>
        {isReady && (
          <div className="tab-home__begin">
            <Button kind="primary" iconEnd="forward" onPress={() => props.onBegin?.()}>
              {t('home.begin')}
            </Button>
          </div>
        )}
        {props.notice !== undefined && <Notice kind="warn" title={props.notice} />}
        {props.languages.length > 1 && (
          <LanguageList
            layout="line"
            languages={listLanguages(props.languages)}
            current={props.language}
            label={t('language')}
            onChoose={props.onLanguage}
          />
        )}
      </div>
    </Screen>
  );
}
