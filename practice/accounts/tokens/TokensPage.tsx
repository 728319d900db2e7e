// API access for programs: created by the owner after a step-up, its value shown once, revoked at
// once.

import { Box, Button, Checkbox, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { showDay } from '../../ui/wording/moments.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../../shared/accounts/token-scopes.ts';
import type { TokenItem } from '../../../shared/accounts/tokens.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { useTokensTexts } from './tokens-texts.ts';
import { Modal } from '../../ui/Modal.tsx';

export function TokensPage() {
  const t = useTokensTexts();
  const [isMaking, setMaking] = useState(false);
  const list = useQuery({
    queryKey: ['tokens'],
    queryFn: () => call<{ items: TokenItem[] }>('/auth/tokens', { timeout: TIMEOUT }),
  });
  return (
    <Page
      refused={list.error}
      title={t('title')}
      actions={
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          {t('new')}
        </Button>
      }
    >
      <div className="p-narrow p-stack">
        <Text>{t('what')}</Text>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.items.length === 0 && <Empty>{t('empty')}</Empty>}
        {list.data?.items.map((item) => (
          <TokenCard key={item.id} item={item} />
        ))}
      </div>
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
    </Page>
  );
}

function TokenCard({ item }: { item: TokenItem }) {
  const t = useTokensTexts(),
    language = useLanguage(),
    queries = useQueryClient();
  const [isEnding, setEnding] = useState(false);
  const day = (at: number): string => showDay(at, language);
  const end = async (): Promise<void> => {
    await call(`/auth/token/${item.id}`, { method: 'DELETE', answer: 'none', timeout: TIMEOUT });
    await queries.invalidateQueries({ queryKey: ['tokens'] });
    say(t('ended'));
  };
  return (
    <section className="p-card" aria-labelledby={`token-${item.id}`}>
      <Group justify="space-between" gap={12} align="flex-start">
        <div>
          <Title order={2} size="md" id={`token-${item.id}`}>
            {item.name}
          </Title>
          <Text size="sm">{t(`kind.${item.kind}`)}</Text>
          {item.kind === 'api' && (
            <Text size="sm">
              {item.scopes?.map((one) => t(`scope.${one}`)).join(' · ') ?? t('scopes.all')}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t('tail', { tail: item.tail })} · {t('created', { at: day(item.createdAt) })} ·{' '}
            {item.expiresAt === null ? t('endless') : t('until', { at: day(item.expiresAt) })} ·{' '}
            {item.lastUsedAt === null ? t('unused') : t('used', { at: day(item.lastUsedAt) })}
          </Text>
        </div>
        <Button
          variant="default"
          aria-label={t('endOne', { name: item.name })}
          onClick={() => setEnding(true)}
        >
          {t('end')}
        </Button>
      </Group>
      <StepUp
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        onConfirmed={end}
        title={t('endTitle')}
        actionLabel={t('end')}
      >
        <Text mb={12}>{t('endWhat', { name: item.name })}</Text>
      </StepUp>
    </section>
  );
}

const DAYS = ['30', '90', '365', 'none'] as const;

function NewToken({ onClose }: { onClose: () => void }) {
  const t = useTokensTexts(),
    ui = useUiTexts(),
    queries = useQueryClient(),
    stepUp = useWithStepUp();
  // One id for all retries: a lost answer makes no second access.
  const id = useRef(uuidv7());
  const [name, setName] = useState(''),
    [kind, setKind] = useState<TokenItem['kind']>('api'),
    [scopes, setScopes] = useState<readonly TokenScope[]>([]),
    [days, setDays] = useState<(typeof DAYS)[number]>('90');
  const [value, setValue] = useState<string | null>(null);
  const { isBusy, failed, run } = useSubmit();
  const make = (): Promise<boolean> =>
    run(() =>
      stepUp.run(async () => {
        const made = await call<{ token: string }>('/auth/token', {
          json: {
            id: id.current,
            kind,
            name: name.trim(),
            days: days === 'none' ? null : Number(days),
            ...(kind === 'api' && { scopes }),
          },
          timeout: TIMEOUT,
        });
        setValue(made.token);
        await queries.invalidateQueries({ queryKey: ['tokens'] });
      }),
    );
  const isIncomplete = kind === 'api' && scopes.length === 0;
  return (
    <>
      <Modal
        opened={!stepUp.isAsked}
        onClose={onClose}
        title={t('new')}
        closeOnClickOutside={value === null}
      >
        {value === null ? (
          <form
            className="p-stack"
            onSubmit={(event) => {
              event.preventDefault();
              void make();
            }}
          >
            <TextInput
              label={t('name')}
              description={t('nameHint')}
              required
              minLength={2}
              maxLength={60}
              withAsterisk={false}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NativeSelect
              label={t('kind')}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as TokenItem['kind'])}
              data={(['api', 'r4c', 'collector'] as const).map((one) => ({
                value: one,
                label: t(`kind.${one}`),
              }))}
            />
            {kind === 'api' && <Scopes chosen={scopes} onChange={setScopes} />}
            <NativeSelect
              label={t('days')}
              value={days}
              onChange={(event) => setDays(event.currentTarget.value as (typeof DAYS)[number])}
              data={DAYS.map((one) => ({ value: one, label: t(`days.${one}`) }))}
            />
            {failed !== null && <ErrorNotice error={failed} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {ui('cancel')}
              </Button>
              <Button type="submit" loading={isBusy} disabled={isIncomplete}>
                {t('make')}
              </Button>
            </Group>
          </form>
        ) : (
          <MadeToken value={value} onClose={onClose} />
        )}
      </Modal>
      <StepUp
        isOpen={stepUp.isAsked}
        onClose={stepUp.cancel}
        onConfirmed={stepUp.confirmed}
        why={t('makeWhy')}
        actionLabel={t('make')}
      />
    </>
  );
}

/** Asks what a program of the practice may read; nothing is chosen beforehand. */
function Scopes({
  chosen,
  onChange,
}: {
  chosen: readonly TokenScope[];
  onChange: (scopes: readonly TokenScope[]) => void;
}) {
  const t = useTokensTexts();
  return (
    <Checkbox.Group
      label={t('scopes')}
      description={t('scopes.hint')}
      value={[...chosen]}
      onChange={(values) => onChange(TOKEN_SCOPES.filter((one) => values.includes(one)))}
    >
      <Box className="p-stack" mt={8}>
        {TOKEN_SCOPES.map((one) => (
          <Checkbox key={one} value={one} label={t(`scope.${one}`)} />
        ))}
      </Box>
    </Checkbox.Group>
  );
}

/** Shows the value once. */
function MadeToken({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useTokensTexts();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    say(t('copied'));
  };
  return (
    <div className="p-stack">
      <Notice tone="warn" role="status">
        {t('made')}
      </Notice>
      <TextInput
        label={t('value')}
        readOnly
        value={value}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('copy')}
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </Group>
    </div>
  );
}
