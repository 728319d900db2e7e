// One contract for administrators: where it stands, its dunning, and what can be done with it.

import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { AdminContract } from '../../../shared/vendor/contract/admin.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay, showInstant } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { ActDialog, type ActName } from './ActDialog.tsx';
import { ActList } from './ActList.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { WaitingChanges } from './WaitingChanges.tsx';
import { useAdminContract } from './contract-calls.ts';
import { PAYMENT_SHOWN } from './contract-states.ts';
import { useContractTexts, type ContractText } from './contract-texts.ts';

/** Acts that are possible now. */
function actsOf({ shown, holdUntil, notice }: AdminContract): ActName[] {
  const runs = shown.contract !== null;
  return [
    ...(runs ? [shown.contract?.isEnding === true ? ('keep' as const) : ('cancel' as const)] : []),
    ...(runs && shown.contract?.isEnding === false ? (['plan'] as const) : []),
    ...(runs ? [shown.pausedUntil === null ? ('pause' as const) : ('resume' as const)] : []),
    holdUntil === null ? 'hold' : 'unhold',
    ...(notice && !notice.isByHand && notice.sent === 0
      ? (['noticeAgain', 'noticeByHand'] as const)
      : []),
  ];
}

function Facts({ of }: { of: AdminContract }) {
  const t = useContractTexts(),
    language = useLanguage(),
    { shown, notice } = of;
  const facts: [ContractText, string][] = [
    ['fact.plan', shown.contract ? t(`plan.${shown.contract.plan}`) : t('fact.none')],
    ...(shown.contract
      ? ([
          [
            shown.contract.isEnding ? 'fact.ends' : 'fact.next',
            showDay(shown.contract.periodEnd, language),
          ],
        ] as [ContractText, string][])
      : []),
    ['fact.method', shown.method ? `···· ${shown.method.last4}` : t('fact.none')],
    ['fact.owed', money(of.owedCents, language)],
    ...(shown.announced
      ? ([
          [
            'fact.announced',
            `${money(shown.announced.cents, language)}, ${showDay(shown.announced.dueAt, language)}`,
          ],
        ] as [ContractText, string][])
      : []),
    ...(of.nextStepAt === null
      ? []
      : ([['fact.step', showDay(of.nextStepAt, language)]] as [ContractText, string][])),
    ...(of.holdUntil === null
      ? []
      : ([
          [
            'fact.hold',
            `${showDay(of.holdUntil - 1, language)}${of.holdReason === null ? '' : `, ${of.holdReason}`}`,
          ],
        ] as [ContractText, string][])),
    ...(notice
      ? ([
          [
            'fact.notice',
            `${showInstant(notice.at, language)}: ${t('fact.noticeStates', {
              sent: notice.sent,
              waiting: notice.waiting,
              failed: notice.failed,
            })}`,
          ],
        ] as [ContractText, string][])
      : []),
  ];
  return (
    <dl className="c-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ContractDetail({ tenant, onBack }: { tenant: string; onBack: () => void }) {
  const t = useContractTexts(),
    one = useAdminContract(tenant),
    [act, setAct] = useState<ActName | null>(null),
    [isChanging, setChanging] = useState(false);
  const of = one.data;
  return (
    <>
      <Group>
        <Button variant="default" size="xs" onClick={onBack}>
          {t('toList')}
        </Button>
      </Group>
      {one.isPending && <Loading />}
      {one.isError && <ErrorNotice error={one.error} onRetry={() => void one.refetch()} />}
      {of && (
        <>
          <section className="p-card p-stack" aria-labelledby="c-one">
            <Title order={2} id="c-one">
              {of.practiceName}
            </Title>
            <div>
              <StateWord {...PAYMENT_SHOWN[of.state]}>{t(`state.${of.state}`)}</StateWord>
            </div>
            {of.problems.map((problem) => (
              <Notice key={problem} tone="warn">
                {t(`problem.${problem}`)}
              </Notice>
            ))}
            <Facts of={of} />
            <Group gap={8}>
              {actsOf(of).map((name) => (
                <Button key={name} size="xs" variant="default" onClick={() => setAct(name)}>
                  {t(`act.${name}`)}
                </Button>
              ))}
              <Button size="xs" variant="default" onClick={() => setChanging(true)}>
                {t('details')}
              </Button>
            </Group>
          </section>
          <WaitingChanges changes={of.shown.changes} />
          <section className="p-card p-stack" aria-labelledby="c-acts">
            <Title order={2} id="c-acts">
              {t('acts')}
            </Title>
            <Text size="sm">{t('acts.hint')}</Text>
            {of.acts.length === 0 ? <Empty>{t('acts.none')}</Empty> : <ActList acts={of.acts} />}
          </section>
          {isChanging && (
            <DetailsDialog
              tenant={tenant}
              payer={of.shown.payer}
              onClose={() => setChanging(false)}
            />
          )}
          {act !== null && (
            <ActDialog tenant={tenant} name={act} plan={of.plan} onClose={() => setAct(null)} />
          )}
        </>
      )}
    </>
  );
}
