/** An unregistered tablet: one line for stray patients, three steps for staff. */
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_LENGTH, normalizeCode } from '../../shared/desk/tablet.ts';
import { listLanguages } from '../../shared/base/languages.ts';
import { Button } from '../ui/Button.tsx';
import { CodeInput } from '../ui/fields/CodeInput.tsx';
import { LanguageList } from '../ui/LanguageList.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Question, Screen } from '../ui/Screen.tsx';
import { TabletTop } from './TabletFrame.tsx';
import './tablet.css';

const CodeCamera = lazy(async () => ({ default: (await import('./CodeCamera.tsx')).CodeCamera }));

/** Reason of a failed registration: X5, X6, network, plain http, too many codes. */
export type RegistrationProblem =
  | 'invalid'
  | 'failed'
  | 'refused'
  | 'offline'
  | 'insecure'
  | 'rate'
  | 'expired';

export interface WelcomeProps {
  readonly languages: readonly string[];
  readonly language: string;
  readonly onLanguage: (code: string) => void;
  /** Code from the address (`#code=`), prefilled. */
  readonly initialCode?: string;
  readonly problem: RegistrationProblem | null;
  readonly isBusy: boolean;
  /** False where the page may not use a camera (plain http, none built in). */
  readonly canScan: boolean;
  /** Ten symbols without a dash. */
  readonly onCode: (code: string) => void;
}

export function Welcome(props: WelcomeProps) {
  const { t } = useTranslation('tablet');
  const [code, setCode] = useState(props.initialCode ?? '');
  const [isShort, setShort] = useState(false);
  const [isScanning, setScanning] = useState(false);
  const submit = (typed: string) => {
    const whole = normalizeCode(typed);
    setShort(whole === undefined);
    if (whole !== undefined && !props.isBusy) props.onCode(whole);
  };
  return (
    <Screen header={<TabletTop />}>
      <Question>{t('welcome.title')}</Question>
      <Notice kind="info" title={t('welcome.patient')} />
      <p className="tab-muted">{t('welcome.what')}</p>
      <p className="tab-muted">{t('welcome.link', { address: `${location.host}/ssf` })}</p>
      {props.problem && (
        <Notice
          kind={props.problem === 'offline' ? 'offline' : 'warn'}
          title={t(`welcome.problem.${props.problem}`)}
          live
        >
          <p>{t(`welcome.cure.${props.problem}`)}</p>
        </Notice>
      )}
      <ol className="tab-steps">
        <li>{t('welcome.step1')}</li>
        <li>
          <p>{t('welcome.step2')}</p>
          {props.canScan && (
            <Button icon="camera" onPress={() => setScanning(true)}>
              {t('welcome.scan')}
            </Button>
          )}
          <CodeInput
            label={t('welcome.code')}
            groupLabel={(group, groups) => t('welcome.group', { group, groups })}
            value={code}
            onChange={(next) => {
              setCode(next);
              setShort(false);
            }}
            error={isShort && code.length < CODE_LENGTH ? t('welcome.incomplete') : undefined}
          />
          <Button kind="primary" busy={props.isBusy} onPress={() => submit(code)}>
            {t('welcome.submit')}
          </Button>
        </li>
        <li>{t('welcome.step3')}</li>
      </ol>
      {props.languages.length > 1 && (
        <LanguageList
          layout="line"
          languages={listLanguages(props.languages)}
          current={props.language}
          label={t('language')}
          onChoose={props.onLanguage}
        />
      )}
      {isScanning && (
        <Suspense fallback={null}>
          <CodeCamera
            onCode={(found) => {
              setScanning(false);
              setCode(found);
              submit(found);
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </Screen>
  );
}
