// The vendor's switches of features: each with its rules and its past, and what counts for a practice.

import '../invoice/invoice.css';
import { Text } from '@mantine/core';
import { useState } from 'react';
import type { FlagKey } from '../../../shared/base/flags/flags.ts';
import type { FlagRuleView } from '../../../shared/vendor/flags/flags.schema.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { say } from '../../ui/toast.tsx';
import { EndDialog } from './EndDialog.tsx';
import { addFlagRule, endFlagRule, useFlags, useFreshFlags } from './flag-calls.ts';
import { FlagCard } from './FlagCard.tsx';
import { useFlagTexts } from './flag-texts.ts';
import { LookupCard } from './LookupCard.tsx';
import { RuleDialog } from './RuleDialog.tsx';

type Open = { add: FlagKey } | { end: FlagRuleView } | null;

export function FlagsPage() {
  const t = useFlagTexts(),
    list = useFlags(),
    fresh = useFreshFlags(),
    asking = useWithStepUp(),
    { isBusy, failed, run, clear } = useSubmit(),
    isAdministrator = useSession().user?.role === 'administrator',
    [open, setOpen] = useState<Open>(null);
  const close = (): void => {
    clear();
    setOpen(null);
  };
  const act = (work: () => Promise<unknown>, text: 'added' | 'ended'): void =>
    void run(async () => {
      await asking.run(async () => {
        await work();
        setOpen(null);
        say(t(text));
      });
      await fresh();
    });
  const unreadable = list.data?.unreadable ?? 0;
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        <Text>{t('lead')}</Text>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {unreadable > 0 && (
          <Notice tone="warn">
            {t(unreadable === 1 ? 'unreadable_one' : 'unreadable_other', { count: unreadable })}
          </Notice>
        )}
        {list.data && (
          <Text size="sm" c="dimmed">
            {t('here', { environment: t(`environment.${list.data.environment}`) })}
          </Text>
        )}
        {list.data?.items.map(({ key, rules }) => (
          <FlagCard
            key={key}
            flag={key}
            rules={rules}
            acts={
              isAdministrator
                ? {
                    onAdd: () => setOpen({ add: key }),
                    onEnd: (end) => setOpen({ end }),
                  }
                : undefined
            }
          />
        ))}
        {list.data && <LookupCard />}
        {open !== null && 'add' in open && (
          <RuleDialog
            flag={open.add}
            failed={failed}
            isBusy={isBusy}
            onAdd={(rule) => act(() => addFlagRule(rule), 'added')}
            onClose={close}
          />
        )}
        {open !== null && 'end' in open && (
          <EndDialog
            rule={open.end}
            failed={failed}
            isBusy={isBusy}
            onEnd={(reason) => act(() => endFlagRule(open.end.id, reason), 'ended')}
            onClose={close}
          />
        )}
        <StepUp
          isOpen={asking.isAsked}
          onClose={asking.cancel}
          onConfirmed={asking.confirmed}
          why={t('confirm')}
        />
      </div>
    </Page>
  );
}
