/** Current page of a share. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareAddress } from '../../shared/exchange/share.ts';
import { Question, Screen } from '../ui/Screen.tsx';
import { CodePage, EnterPage, LoginPage } from './FirstPages.tsx';
import { ItemPage, type ItemPageProps } from './ItemPage.tsx';
import { ListPage } from './ListPage.tsx';
import {
  AskedPage,
  FinishedPage,
  GonePage,
  LockedPage,
  ResetEndPage,
  ResetPage,
} from './StopPages.tsx';

const run = (work: Promise<unknown>): void => {
  work.catch(() => undefined);
};

export function SharePage(props: ItemPageProps) {
  const { t } = useTranslation('share');
  const { header, state, visit, way } = props,
    { screen, contents } = state;
  switch (screen) {
    case 'enter':
      return (
        <EnterPage
          header={header}
          state={state}
          onEnter={(address: ShareAddress) => run(visit.enter(address))}
        />
      );
    case 'login':
      return (
        <LoginPage
          header={header}
          state={state}
          onLogin={(firstName, birth) => run(visit.login(firstName, birth))}
          onType={visit.forgive}
        />
      );
    case 'code':
      return (
        <CodePage
          header={header}
          state={state}
          onSend={() => run(visit.requestCode())}
          onCode={(code) => run(visit.secondStep(code))}
          onBack={visit.relogin}
          onType={visit.forgive}
        />
      );
    case 'list':
      return (
        contents && (
          <ListPage
            header={header}
            state={state}
            contents={contents}
            onOpen={(item) =>
              run(
                visit.open(item).then(() => {
                  if (visit.get().screen === 'item') way.stack?.forward();
                }),
              )
            }
            onDownload={visit.download}
            onFinish={() => run(visit.finish())}
          />
        )
      );
    case 'item':
      return (
        <Suspense
          fallback={
            <Screen header={header} question={<Question>{t('list.opening')}</Question>}>
              {null}
            </Screen>
          }
        >
          <ItemPage {...props} />
        </Suspense>
      );
    case 'gone':
      return <GonePage header={header} state={state} onAsk={() => run(visit.renew())} />;
    case 'asked':
      return <AskedPage header={header} state={state} />;
    case 'locked':
      return <LockedPage header={header} state={state} />;
    case 'finished':
      return <FinishedPage header={header} state={state} />;
    case 'reset':
      return (
        <ResetPage
          header={header}
          state={state}
          onSave={(code) => run(visit.reset(code))}
          onType={visit.forgive}
        />
      );
    case 'resetDone':
    case 'resetOver':
      return <ResetEndPage header={header} state={state} isOver={screen === 'resetOver'} />;
  }
}
