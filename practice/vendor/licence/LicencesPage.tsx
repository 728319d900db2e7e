// The vendor's licences: the newest of each practice, a form for a further one, and files for
// servers elsewhere.

import './licence.css';
import { Button, Group, NumberInput, Select, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addMonths } from '../../../shared/base/day-math.ts';
import { PLAN_TERMS } from '../../../shared/vendor/licence.ts';
import type { IssuedLicence, IssueLicence } from '../../../shared/vendor/licence.schema.ts';
import { PLAN_IDS } from '../../../shared/vendor/payment.ts';
import { useSession } from '../../session.ts';
import { REASON_LEAST } from '../../../shared/vendor/contract/request.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { saveBytes } from '../../ui/pdf.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { useFreshContracts } from '../contract/contract-calls.ts';
import { RequestList } from '../contract/RequestList.tsx';
import { PracticeSelect } from '../support/PracticeSelect.tsx';
import {
  blockLicence,
  issueLicence,
  licenceFile,
  useFreshLicences,
  useIssued,
} from './licence-calls.ts';
import { LICENCE_SHOWN } from './licence-states.ts';
import { useLicenceTexts } from './licence-texts.ts';
import { DayField } from '../../ui/DayField.tsx';

const ASKED = ['licence'] as const;
/** Choice of the list for a practice of another server. */
const ELSEWHERE = '-';
/** A reason of one word explains nothing. */
const FIRST: IssueLicence = {
  tenant: '',
  plan: 'praxis',
  seats: PLAN_TERMS.praxis.seats,
  tablets: PLAN_TERMS.praxis.tablets,
  until: '',
  reason: '',
};

/** Plan, sizes and last day. */
function TermsFields({
  asked,
  set,
}: {
  asked: IssueLicence;
  set: (change: Partial<IssueLicence>) => void;
}) {
  const t = useLicenceTexts();
  return (
    <>
      <Select
        label={t('plan')}
        allowDeselect={false}
        value={asked.plan}
        data={PLAN_IDS.map((id) => ({ value: id, label: t(`plan.${id}`) }))}
        onChange={(value) => {
          const plan = PLAN_IDS.find((id) => id === value) ?? 'praxis',
            { seats, tablets } = PLAN_TERMS[plan];
          set({ plan, seats, tablets });
        }}
      />
      {(['seats', 'tablets'] as const).map((field) => (
        <NumberInput
          key={field}
          label={t(field)}
          min={1}
          max={1000}
          allowDecimal={false}
          value={asked[field]}
          onChange={(value) => set({ [field]: Number(value) })}
        />
      ))}
      <DayField label={t('until')} value={asked.until} onChange={(until) => set({ until })} />
    </>
  );
}

function IssueForm({
  onIssue,
  isBusy,
}: {
  onIssue: (asked: IssueLicence) => void;
  isBusy: boolean;
}) {
  const t = useLicenceTexts(),
    [place, setPlace] = useState<string | null>(null),
    [asked, setAsked] = useState<IssueLicence>(() => ({
      ...FIRST,
      until: addMonths(berlinDay(Date.now()), 12),
    }));
  const set = (change: Partial<IssueLicence>): void => setAsked({ ...asked, ...change });
  const isReady =
    asked.tenant.trim() !== '' &&
    asked.seats > 0 &&
    asked.tablets > 0 &&
    asked.until !== '' &&
    asked.reason.trim().length >= REASON_LEAST;
  return (
    <section className="p-card p-stack" aria-labelledby="l-new">
      <Title order={2} id="l-new">
        {t('new')}
      </Title>
      <form
        className="l-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onIssue({ ...asked, tenant: asked.tenant.trim(), reason: asked.reason.trim() });
        }}
      >
        <PracticeSelect
          label={t('practice')}
          hint={t('practiceHint')}
          value={place}
          more={[{ value: ELSEWHERE, label: t('other') }]}
          onChoose={(value) => {
            setPlace(value);
            set({ tenant: value === ELSEWHERE ? '' : (value ?? '') });
          }}
        />
        {place === ELSEWHERE && (
          <TextInput
            label={t('tenant')}
            description={t('tenantHint')}
            maxLength={64}
            value={asked.tenant}
            onChange={(event) => set({ tenant: event.currentTarget.value })}
          />
        )}
        <TermsFields asked={asked} set={set} />
        <TextInput
          label={t('reason')}
          description={t('reasonHint')}
          maxLength={240}
          value={asked.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        <Group>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {t('issue')}
          </Button>
        </Group>
      </form>
    </section>
  );
}

interface RowProps {
  one: IssuedLicence;
  mayChange: boolean;
  onFile: () => void;
  onBlock: () => void;
}
function Row({ one, mayChange, onFile, onBlock }: RowProps) {
  const t = useLicenceTexts(),
    language = useLanguage(),
    name = one.praxisName === '' ? one.tenant : one.praxisName;
  return (
    <li>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" className="l-key">
          {one.serialnumber} · {t(`plan.${one.plan}`)} ·{' '}
          {t('terms', { seats: one.seats, tablets: one.tablets })} ·{' '}
          {t('untilDay', { day: showDay(one.validUntil, language) })}
          {one.praxisName === '' && ` · ${t('elsewhere')}`}
        </Text>
        <StateWord {...LICENCE_SHOWN[one.state]}>{t(`state.${one.state}`)}</StateWord>
      </div>
      {mayChange && (
        <Group gap={8}>
          <Button size="xs" variant="default" aria-label={t('fileOf', { name })} onClick={onFile}>
            {t('file')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t(one.state === 'blocked' ? 'openOf' : 'blockOf', { name })}
            onClick={onBlock}
          >
            {t(one.state === 'blocked' ? 'open' : 'block')}
          </Button>
        </Group>
      )}
    </li>
  );
}

export function LicencesPage() {
  const t = useLicenceTexts(),
    list = useIssued(),
    fresh = useFreshLicences(),
    freshRequests = useFreshContracts(),
    asking = useWithStepUp(),
    { isBusy, failed, run } = useSubmit(),
    isAdministrator = useSession().user?.role === 'administrator';
  const act = (work: () => Promise<void>): void =>
    void run(async () => {
      await asking.run(work);
      await fresh();
    });
  const items = list.data?.items ?? [];
  return (
    <Page title={t('vendor.title')}>
      <div className="p-narrow p-stack">
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {failed !== null && <ErrorNotice error={failed} />}
        {isAdministrator && <RequestList kinds={ASKED} />}
        {list.data && items.length === 0 && <Empty>{t('vendor.none')}</Empty>}
        {items.length > 0 && (
          <section className="p-card" aria-label={t('vendor.title')}>
            <ul className="l-rows">
              {items.map((one) => (
                <Row
                  key={one.tenant}
                  one={one}
                  mayChange={isAdministrator}
                  onFile={() =>
                    void run(async () =>
                      saveBytes(
                        new Blob([(await licenceFile(one.tenant)).file]),
                        `${one.serialnumber}.json`,
                      ),
                    )
                  }
                  onBlock={() =>
                    act(async () => {
                      await blockLicence(one.tenant, one.state !== 'blocked');
                      say(t('changed'));
                    })
                  }
                />
              ))}
            </ul>
          </section>
        )}
        {list.data && list.data.publicKey === null && <Text>{t('noKey')}</Text>}
        {list.data && list.data.publicKey !== null && isAdministrator && (
          <>
            <IssueForm
              isBusy={isBusy}
              onIssue={(asked) =>
                act(async () => {
                  const { file } = await issueLicence(asked);
                  say(t(file === null ? 'asked' : 'issued'));
                  await freshRequests();
                })
              }
            />
            <section className="p-card" aria-labelledby="l-key">
              <Title order={2} id="l-key">
                {t('key')}
              </Title>
              <Text size="sm">{t('keyHint')}</Text>
              <code className="l-key">{list.data.publicKey}</code>
            </section>
          </>
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
