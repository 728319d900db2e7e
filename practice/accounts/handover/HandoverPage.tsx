// Target page of a hand-over link: nothing happens before the button is pressed, so that no link
// preview uses it up.

import { Button, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { enterByHandover } from '../../api.ts';
import { CallError } from '../../../shared/base/client.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { readHandover } from './handover-link.ts';
import { useHandoverTexts } from './handover-texts.ts';

export function HandoverPage() {
  const t = useHandoverTexts(),
    navigate = useNavigate();
  const [handover] = useState(() => readHandover(location.hash));
  const { isBusy, failed, run } = useSubmit();
  useEffect(() => {
    document.title = `${t('page')} · Molar`;
    // The token must not stay in the address bar or in the history.
    history.replaceState(history.state, '', location.pathname);
  }, [t]);
  const enter = async (): Promise<void> => {
    if (!handover) return;
    await run(async () => {
      await enterByHandover(handover);
      await navigate('/', { replace: true });
    });
  };
  const isOver = failed instanceof CallError && failed.code === 'unauthenticated';
  return (
    <main className="p-center">
      <div className="p-sheet p-stack">
        <Title order={1}>{t('page')}</Title>
        {!handover && <Notice tone="warn">{t('page.missing')}</Notice>}
        {handover && <Text>{t('page.what')}</Text>}
        {isOver && (
          <Notice tone="warn" role="alert">
            {t('page.failed')}
          </Notice>
        )}
        {failed !== null && !isOver && <ErrorNotice error={failed} onRetry={() => void enter()} />}
        {handover && !isOver && (
          <Button loading={isBusy} onClick={() => void enter()}>
            {t('page.go')}
          </Button>
        )}
        <Button component={Link} to="/" variant="subtle">
          {t('page.signIn')}
        </Button>
      </div>
    </main>
  );
}
