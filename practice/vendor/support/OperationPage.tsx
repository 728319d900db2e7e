// First page of the vendor's staff: the practices of this installation, and their grants.

import './support.css';
import { Button, CopyButton, Group, Radio, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { GrantView } from '../../../shared/vendor/grants.schema.ts';
import { startActing, useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PagedList } from '../../ui/lists/PagedList.tsx';
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
  secondWord,
  useClients,
  useGrantNews,
  useGrants,
  type Client,
} from './use-grants.ts';
import { useSupportTexts } from './support-texts.ts';
import { Modal } from '../../ui/Modal.tsx';

/** Start page for each kind of grant. */
const FIRST_PAGE = { impersonation: '/einstellungen', spoken: '/empfang' } as const;
const MANY = 8;

/** Lists the practices and grants of the vendor's staff, and starts work in a practice. */
export function OperationPage() {
  const t = useSupportTexts(),
    navigate = useNavigate(),
    news = useGrantNews();
  const { user } = useSession(),
    isAdministrator = user?.role === 'administrator';
  const grants = useGrants();
  const [asking, setAsking] = useState<Client | null>(null);
  const [isInviting, setInviting] = useState(false);
  // Grants ready to use have a target; the others wait for a second approval.
  const waiting = (grants.data?.items ?? []).filter((grant) => grant.r4c === null);

  const work = async (grant: GrantView): Promise<void> => {
    if (!grant.r4c || grant.expiresAt === null) return;
    startActing({
      id: grant.id,
      cid: grant.cid,
      praxisName: grant.praxisName,
      kind: grant.kind,
      mayWrite: grant.mayWrite,
      reason: grant.reason,
      patids: grant.patids,
      expiresAt: grant.expiresAt,
      ...grant.r4c,
    });
    await navigate(
      grant.kind === 'break_glass' ? recordOf(grant.patids[0] ?? '') : FIRST_PAGE[grant.kind],
    );
  };
  const granted = (grant: GrantView): void => {
    setAsking(null);
    void news();
    if (grant.state === 'active') void work(grant);
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
        <OwnGrants grants={grants} onWork={work} onEnded={news} />
        <Clients onAsk={setAsking} />
      </div>
      {asking && <AskDialog client={asking} onClose={() => setAsking(null)} onGranted={granted} />}
      <InviteClient isOpen={isInviting} onClose={() => setInviting(false)} />
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
  const t = useSupportTexts();
  const [chosen, setChosen] = useState<GrantView | null>(null);
  const [why, setWhy] = useState<'patient_safety' | 'outage'>('patient_safety');
  return (
    <section className="p-card" aria-labelledby="z-second">
      <Title order={2} id="z-second">
        {t('betrieb.second')}
      </Title>
      <Text>{t('betrieb.secondWhat')}</Text>
      <ul className="z-list">
        {items.map((grant) => (
          <GrantLine key={grant.id} grant={grant} title={`${grant.name} · ${grant.praxisName}`}>
            <Button variant="default" onClick={() => setChosen(grant)}>
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

/** The own grants that have a target: work in the practice, or end the grant. */
function OwnGrants({
  grants,
  onWork,
  onEnded,
}: {
  grants: ReturnType<typeof useGrants>;
  onWork: (grant: GrantView) => Promise<void>;
  onEnded: () => Promise<void>;
}) {
  const t = useSupportTexts();
  const own = (grants.data?.items ?? []).filter((grant) => grant.r4c !== null);
  return (
    <section className="p-card" aria-labelledby="z-own">
      <Title order={2} id="z-own">
        {t('betrieb.grants')}
      </Title>
      {grants.isPending && <Loading />}
      {grants.isError && <ErrorNotice error={grants.error} onRetry={() => void grants.refetch()} />}
      {grants.data && own.length === 0 && <Empty>{t('betrieb.noGrants')}</Empty>}
      <ul className="z-list">
        {own.map((grant) => (
          <GrantLine key={grant.id} grant={grant} title={grant.praxisName}>
            {grant.state === 'active' && (
              <Button onClick={() => void onWork(grant)}>{t('betrieb.work')}</Button>
            )}
            {(grant.state === 'active' || grant.state === 'asked') && (
              <Button
                variant="default"
                onClick={() => void endOwn(grant.id).then(onEnded, onEnded)}
              >
                {t(grant.state === 'asked' ? 'withdraw' : 'end')}
              </Button>
            )}
          </GrantLine>
        ))}
      </ul>
    </section>
  );
}

/** The practices of this installation by name, with a search field where there are many. */
function Clients({ onAsk }: { onAsk: (client: Client) => void }) {
  const t = useSupportTexts(),
    [wanted, setWanted] = useState(''),
    clients = useClients(wanted),
    shown = (clients.data?.pages ?? []).flatMap(({ items }) => items),
    hasMany = wanted !== '' || clients.hasNextPage || shown.length > MANY;
  return (
    <section className="p-card" aria-labelledby="z-clients">
      <Title order={2} id="z-clients">
        {t('betrieb.clients')}
      </Title>
      {hasMany && (
        <TextInput
          className="p-noprint"
          type="search"
          aria-label={t('betrieb.find')}
          placeholder={t('betrieb.find')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          my={8}
        />
      )}
      <PagedList
        list={clients}
        isEmpty={shown.length === 0}
        empty={t(wanted.trim() === '' ? 'betrieb.noClients' : 'betrieb.noMatch')}
      >
        <ul className="z-list">
          {shown.map((client) => (
            <ClientLine key={client.cid} client={client} onAsk={onAsk} />
          ))}
        </ul>
      </PagedList>
    </section>
  );
}

function ClientLine({ client, onAsk }: { client: Client; onAsk: (client: Client) => void }) {
  const t = useSupportTexts();
  const language = useLanguage();
  const accepted = (one: Client['terms']['agb']): string =>
    one === null
      ? t('betrieb.notAccepted')
      : t('betrieb.accepted', {
          version: one.version,
          name: one.name,
          day: dayText(berlinDay(one.at), language),
        });
  return (
    <li>
      <div className="z-words">
        <Text fw={600}>{client.name}</Text>
        <Text size="sm" c="dimmed">
          {t(client.people === 1 ? 'betrieb.people_one' : 'betrieb.people_other', {
            count: client.people,
          })}{' '}
          · {t('betrieb.since', { day: dayText(berlinDay(client.createdAt), language) })} ·{' '}
          {client.r4chost}
        </Text>
        <Text size="sm" c="dimmed">
          {t('betrieb.terms', { agb: accepted(client.terms.agb), avv: accepted(client.terms.avv) })}
        </Text>
        {client.seal !== 'ok' && (
          <Notice tone={client.seal === 'over' ? 'bad' : 'warn'}>
            {t(`betrieb.seal.${client.seal}`)}
          </Notice>
        )}
      </div>
      <div className="z-acts">
        <Button
          variant="default"
          aria-label={t('betrieb.askFor', { name: client.name })}
          onClick={() => onAsk(client)}
        >
          {t('betrieb.ask')}
        </Button>
      </div>
    </li>
  );
}

/** Makes an invitation for a new practice after a step-up, and shows its link. */
function InviteClient({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useSupportTexts();
  const language = useLanguage();
  const [made, setMade] = useState<{ link: string; expiresAt: number } | null>(null);
  return (
    <>
      <StepUp
        isOpen={isOpen}
        onClose={onClose}
        title={t('betrieb.new')}
        why={t('betrieb.newWhy')}
        actionLabel={t('betrieb.newGo')}
        onConfirmed={async () => {
          const answer = await inviteClient();
          setMade({ ...answer, link: new URL(answer.link, location.origin).href });
        }}
      />
      <Modal opened={made !== null} onClose={() => setMade(null)} title={t('betrieb.link')}>
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
    </>
  );
}
