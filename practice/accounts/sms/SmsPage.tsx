// The practice's SMS gateway, set up and tried by its owner.

import {
  Button,
  Group,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Input,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  SMS_MOST_PER_DAY,
  SMS_PER_DAY,
  smsNumber,
  smsProblems,
  type SmsProblem,
} from '../../../shared/accounts/sms.ts';
import type {
  SaveSmsGateway,
  SmsGatewayView,
  SmsTried,
} from '../../../shared/accounts/sms.schema.ts';
import { callR4c, CallError } from '../../api.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { say } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/saving/leaving.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { SmsFacts } from './SmsFacts.tsx';
import { useSmsTexts, type SmsKey } from './sms-texts.ts';

const KEY = ['sms-gateway'];
const read = (): Promise<SmsGatewayView> => callR4c<SmsGatewayView>('/sms/gateway');

export function SmsPage() {
  const t = useSmsTexts(),
    gateway = useQuery({ queryKey: KEY, queryFn: read, refetchOnWindowFocus: false });
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        <Text c="dimmed">{t('lead')}</Text>
        {gateway.isPending && <Loading />}
        {gateway.isError && (
          <ErrorNotice error={gateway.error} onRetry={() => void gateway.refetch()} />
        )}
        {gateway.data && <SmsFacts view={gateway.data} />}
        {gateway.data && <GatewayForm view={gateway.data} />}
        {gateway.data?.gateway && <Attempt />}
      </div>
    </Page>
  );
}

type Draft = Omit<SaveSmsGateway, 'version'> & { secret: string };
const EMPTY: Draft = {
  url: '',
  method: 'POST',
  headers: 'Authorization: Bearer {secret}',
  body: '{"to": "{number}", "text": "{text}"}',
  perDay: SMS_PER_DAY,
  secret: '',
};
const draftOf = ({ gateway }: SmsGatewayView): Draft =>
  gateway
    ? {
        url: gateway.url,
        method: gateway.method,
        headers: gateway.headers,
        body: gateway.body,
        perDay: gateway.perDay,
        secret: '',
      }
    : EMPTY;

/** Holds the settings as edited, and saves or drops the gateway. */
function useGateway(view: SmsGatewayView) {
  const t = useSmsTexts(),
    queries = useQueryClient(),
    { isBusy, failed, run, clear } = useSubmit();
  const [draft, setDraft] = useState(() => draftOf(view)),
    [isTried, setTried] = useState(false),
    [isConflict, setConflict] = useState(false),
    { hasSecret = false } = view.gateway ?? {};
  const change = (part: Partial<Draft>): void => {
    clear();
    setDraft((old) => ({ ...old, ...part }));
  };
  const problems = smsProblems(draft),
    named = failed instanceof CallError ? failed.fields?.secret : undefined;
  const wrong = (...names: SmsProblem[]): string | undefined => {
    const found = isTried ? names.find((name) => problems.includes(name)) : undefined;
    return found && t(`problem.${found}`);
  };
  const fresh = async (next?: SmsGatewayView): Promise<void> => {
    queries.setQueryData(KEY, next ?? (await read()));
  };
  const save = async (): Promise<boolean> => {
    setTried(true);
    setConflict(false);
    if (problems.length > 0) return false;
    const { secret, ...rest } = draft;
    let isSaved = false;
    await run(async () => {
      try {
        await fresh(
          await callR4c<SmsGatewayView>('/sms/gateway', {
            ...rest,
            version: view.version,
            ...(secret !== '' && { secret }),
          }),
        );
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'conflict') throw error;
        setConflict(true);
        await fresh();
        return;
      }
      change({ secret: '' });
      setTried(false);
      isSaved = true;
      say(t('saved'));
    });
    return isSaved;
  };
  const known = draftOf(view);
  useUnsaved(
    (Object.keys(draft) as (keyof Draft)[]).some((name) => draft[name] !== known[name]),
    save,
  );
  const drop = (): void => {
    void run(async () => {
      await callR4c('/sms/gateway/drop', { version: view.version });
      setDraft(EMPTY);
      await fresh();
      say(t('dropped'));
    });
  };
  return { draft, isConflict, hasSecret, change, named, wrong, save, drop, isBusy, failed };
}

function GatewayForm({ view }: { view: SmsGatewayView }) {
  const t = useSmsTexts(),
    ui = useUiTexts();
  const { draft, isConflict, hasSecret, change, named, wrong, save, drop, isBusy, failed } =
    useGateway(view);
  return (
    <form
      className="p-card p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Title order={2}>{t('form.title')}</Title>
      <Text size="sm" c="dimmed">
        {t('form.lead')}
      </Text>
      <RequestFields draft={draft} change={change} wrong={wrong} />
      <PasswordInput
        label={t('secret')}
        description={t(hasSecret ? 'secretKept' : 'secretHint')}
        autoComplete="off"
        maxLength={1000}
        visibilityToggleButtonProps={{ 'aria-label': ui('showPassword') }}
        value={draft.secret}
        error={
          named === undefined
            ? undefined
            : t(
                named === 'again'
                  ? 'problem.again'
                  : named === 'missing'
                    ? 'problem.missing'
                    : 'problem.secret',
              )
        }
        onChange={(event) => change({ secret: event.currentTarget.value })}
      />
      <NumberInput
        label={t('perDay')}
        description={t('perDayHint')}
        w={240}
        min={1}
        max={SMS_MOST_PER_DAY}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={draft.perDay}
        onChange={(value) => change({ perDay: Number(value) || 1 })}
      />
      {isConflict && (
        <Notice tone="warn" role="alert">
          {t('conflict')}
        </Notice>
      )}
      {failed !== null && named === undefined && <ErrorNotice error={failed} isSave />}
      <Group justify="space-between">
        {view.gateway ? (
          <ConfirmButton
            variant="default"
            disabled={isBusy}
            question={t('drop.question')}
            yes={t('drop.yes')}
            onYes={drop}
          >
            {t('drop')}
          </ConfirmButton>
        ) : (
          <span />
        )}
        <Button type="submit" loading={isBusy}>
          {t('save')}
        </Button>
      </Group>
    </form>
  );
}

/** The request that the gateway gets, with its templates. */
function RequestFields({
  draft,
  change,
  wrong,
}: {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  wrong: (...names: SmsProblem[]) => string | undefined;
}) {
  const t = useSmsTexts();
  return (
    <>
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        type="url"
        maxLength={1000}
        autoComplete="off"
        value={draft.url}
        error={wrong('url')}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <Input.Wrapper label={t('method')} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={t('method')}
            value={draft.method}
            data={['POST', 'PUT', 'GET']}
            onChange={(value) => change({ method: value })}
          />
        </div>
      </Input.Wrapper>
      <Textarea
        label={t('headers')}
        description={t('headersHint')}
        rows={2}
        maxLength={4000}
        spellCheck={false}
        value={draft.headers}
        error={wrong('headers', 'secret')}
        onChange={(event) => change({ headers: event.currentTarget.value })}
      />
      {draft.method !== 'GET' && (
        <Textarea
          label={t('body')}
          description={t('bodyHint')}
          rows={4}
          maxLength={4000}
          spellCheck={false}
          value={draft.body}
          error={wrong('number', 'text')}
          onChange={(event) => change({ body: event.currentTarget.value })}
        />
      )}
      {draft.method === 'GET' && wrong('number', 'text') !== undefined && (
        <Text size="sm" c="var(--bad)" role="alert">
          {wrong('number', 'text')}
        </Text>
      )}
    </>
  );
}

/** Sends one message with the saved settings; the result is shown as text. */
function Attempt() {
  const t = useSmsTexts(),
    queries = useQueryClient(),
    { isBusy, failed, run, clear } = useSubmit(),
    [to, setTo] = useState(''),
    [isTried, setTried] = useState(false),
    [tried, setOutcome] = useState<SmsTried | null>(null);
  const send = async (): Promise<void> => {
    setTried(true);
    setOutcome(null);
    if (smsNumber(to) === undefined) return;
    await run(async () => {
      setOutcome(await callR4c<SmsTried>('/sms/try', { to }));
      await queries.invalidateQueries({ queryKey: KEY });
    });
  };
  return (
    <form
      className="p-card p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Title order={2}>{t('try.title')}</Title>
      <Group gap={12} align="flex-end">
        <TextInput
          w={260}
          label={t('try.to')}
          type="tel"
          maxLength={40}
          autoComplete="off"
          value={to}
          error={isTried && smsNumber(to) === undefined ? t('try.wrong') : undefined}
          inputWrapperOrder={['label', 'error', 'input']}
          onChange={(event) => {
            clear();
            setTried(false);
            setTo(event.currentTarget.value);
          }}
        />
        <Button
          type="submit"
          variant="default"
          loading={isBusy}
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
        >
          {t('try.go')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('try.hint')}
      </Text>
      {tried && (
        <Notice tone={tried.outcome === 'sent' ? 'ok' : 'warn'} role="status">
          {t(`out.${tried.outcome}` as SmsKey, { status: tried.status ?? '' })}
        </Notice>
      )}
      {failed !== null && <ErrorNotice error={failed} />}
    </form>
  );
}
