// First page of the vendor's staff: the practices of this installation, and their grants.

import './support.css';
import {
  Button,
  CopyButton,
  Group,
  Modal,
  Radio,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { GrantView } from '../../../shared/vendor/grants.schema.ts';
import { startActing, useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { AskDialog } from './AskDialog.tsx';
import { recordOf } from './grant-words.ts';
import { GrantLine } from './GrantLine.tsx';
import {
  endOwn,
  inviteClient,
  listClients,
  secondWord,
  useGrantNews,
  useGrants,
  type Client,
} from './use-grants.ts';
import { useZugriffTexts } from './support-texts.ts';

/** Start page for each kind of grant. */
const FIRST_PAGE = { impersonation: '/einstellungen', spoken: '/empfang' } as const;
const MANY = 8;

export function BetriebPage() {
  const t = useZugriffTexts(),
    language = useLanguage(),
    navigate = useNavigate(),
    news = useGrantNews();
  const { user } = useSession(),
    isAdministrator = user?.role === 'administrator';
  const clients = useQuery({ queryKey: ['clients'], queryFn: listClients }),
    grants = useGrants();
  const [asking, setAsking] = useState<Client | null>(null);
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<{ link: string; expiresAt: number } | null>(null);
  const [wanted, setWanted] = useState('');
  const all = clients.data?.items ?? [],
    shown = all.filter((c) =>
      c.name.toLocaleLowerCase(language).includes(wanted.trim().toLocaleLowerCase(language)),
    );
  // Grants ready to use have a target; the others wait for a second approval.
  const items = grants.data?.items ?? [],
    own = items.filter((g) => g.r4c !== null),
    waiting = items.filter((g) => g.r4c === null);

  const work = async (g: GrantView): Promise<void> => {
    if (!g.r4c || g.expiresAt === null) return;
    startActing({
      id: g.id,
      cid: g.cid,
      praxisName: g.praxisName,
      kind: g.kind,
      mayWrite: g.mayWrite,
      reason: g.reason,
      patids: g.patids,
      expiresAt: g.expiresAt,
      ...g.r4c,
    });
    await navigate(g.kind === 'break_glass' ? recordOf(g.patids[0] ?? '') : FIRST_PAGE[g.kind]);
  };
  const granted = (g: GrantView): void => {
    setAsking(null);
    void news();
    if (g.state === 'active') void work(g);
    else say(t('ask.sent'));
  };

  return (
    <Page
      title={t('betrieb.title')}
      actions={
        isAdministrator && (
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setInviting(true)}
          >
            {t('betrieb.new')}
          </Button>
        )
      }
    >
      <div className="p-narrow p-stack">
        {waiting.length > 0 && <SecondWords items={waiting} onDone={news} />}
        <section className="p-card" aria-labelledby="z-own">
          <Title order={2} id="z-own">
            {t('betrieb.grants')}
          </Title>
          {grants.isPending && <Loading />}
          {grants.isError && (
            <ErrorNotice error={grants.error} onRetry={() => void grants.refetch()} />
          )}
          {grants.data && own.length === 0 && <Empty>{t('betrieb.noGrants')}</Empty>}
          <ul className="z-list">
            {own.map((g) => (
              <GrantLine key={g.id} grant={g} title={g.praxisName}>
                {g.state === 'active' && (
                  <Button onClick={() => void work(g)}>{t('betrieb.work')}</Button>
                )}
                {(g.state === 'active' || g.state === 'asked') && (
                  <Button variant="default" onClick={() => void endOwn(g.id).then(news, news)}>
                    {t(g.state === 'asked' ? 'withdraw' : 'end')}
                  </Button>
                )}
              </GrantLine>
            ))}
          </ul>
        </section>
        <section className="p-card" aria-labelledby="z-clients">
          <Title order={2} id="z-clients">
            {t('betrieb.clients')}
          </Title>
          {clients.isPending && <Loading />}
          {clients.isError && (
            <ErrorNotice error={clients.error} onRetry={() => void clients.refetch()} />
          )}
          {clients.data && all.length === 0 && <Empty>{t('betrieb.noClients')}</Empty>}
          {all.length > MANY && (
            <TextInput
              type="search"
              aria-label={t('betrieb.find')}
              placeholder={t('betrieb.find')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value)}
              my={8}
            />
          )}
          {all.length > 0 && shown.length === 0 && <Empty>{t('betrieb.noMatch')}</Empty>}
          <ul className="z-list">
            {shown.map((c) => (
              <li key={c.cid}>
                <div className="z-words">
                  <Text fw={600}>{c.name}</Text>
                  <Text size="sm" c="dimmed">
                    {t(c.people === 1 ? 'betrieb.people_one' : 'betrieb.people_other', {
                      count: c.people,
                    })}{' '}
                    · {t('betrieb.since', { day: dayText(berlinDay(c.createdAt), language) })} ·{' '}
                    {c.r4chost}
                  </Text>
                  {c.seal !== 'ok' && (
                    <Notice tone={c.seal === 'over' ? 'bad' : 'warn'}>
                      {t(`betrieb.seal.${c.seal}`)}
                    </Notice>
                  )}
                </div>
                <div className="z-acts">
                  <Button
                    variant="default"
                    aria-label={t('betrieb.askFor', { name: c.name })}
                    onClick={() => setAsking(c)}
                  >
                    {t('betrieb.ask')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {asking && <AskDialog client={asking} onClose={() => setAsking(null)} onGranted={granted} />}
      <StepUp
        isOpen={isInviting}
        onClose={() => setInviting(false)}
        title={t('betrieb.new')}
        why={t('betrieb.newWhy')}
        actionLabel={t('betrieb.newGo')}
        onConfirmed={async () => {
          const answer = await inviteClient();
          setMade({ ...answer, link: new URL(answer.link, location.origin).href });
        }}
      />
      <Modal
        opened={made !== null}
        onClose={() => setMade(null)}
        title={t('betrieb.link')}
        closeButtonProps={{ 'aria-label': t('betrieb.close') }}
      >
        {made && (
          <Stack gap={12}>
            <code className="z-link">{made.link}</code>
            <Text size="sm">
              {t('betrieb.linkHint', { day: dayText(berlinDay(made.expiresAt), language) })}
            </Text>
            <Group justify="flex-end">
              <CopyButton value={made.link}>
                {({ copied, copy }) => (
                  <Button onClick={copy}>{t(copied ? 'betrieb.copied' : 'betrieb.copy')}</Button>
                )}
              </CopyButton>
              <Button variant="default" onClick={() => setMade(null)}>
                {t('betrieb.close')}
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </Page>
  );
}

/** Where a practice is unreachable, a second administrator approves in its place, with a reason. */
function SecondWords({
  items,
  onDone,
}: {
  items: readonly GrantView[];
  onDone: () => Promise<void>;
}) {
  const t = useZugriffTexts();
  const [chosen, setChosen] = useState<GrantView | null>(null);
  const [why, setWhy] = useState<'patient_safety' | 'outage'>('patient_safety');
  return (
    <section className="p-card" aria-labelledby="z-second">
      <Title order={2} id="z-second">
        {t('betrieb.second')}
      </Title>
      <Text>{t('betrieb.secondWhat')}</Text>
      <ul className="z-list">
        {items.map((g) => (
          <GrantLine key={g.id} grant={g} title={`${g.name} · ${g.praxisName}`}>
            <Button variant="default" onClick={() => setChosen(g)}>
              {t('betrieb.secondGo')}
            </Button>
          </GrantLine>
        ))}
      </ul>
      <StepUp
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={t('betrieb.second')}
        why={t('betrieb.secondWhy')}
        actionLabel={t('betrieb.secondGo')}
        onConfirmed={async () => {
          if (chosen) await secondWord(chosen.id, why);
          await onDone();
        }}
      >
        <Radio.Group
          label={t('ask.reason')}
          value={why}
          onChange={(value) => setWhy(value === 'outage' ? 'outage' : 'patient_safety')}
          mb={12}
        >
          <Stack gap={8} mt={4}>
            <Radio value="patient_safety" label={t('betrieb.patientSafety')} />
            <Radio value="outage" label={t('betrieb.outage')} />
          </Stack>
        </Radio.Group>
      </StepUp>
    </section>
  );
}
