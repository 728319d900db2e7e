// Accounts of this practice: role, state, second factor, last sign-in; inviting, changing, locking
// with undo.

import './users.css';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconClock,
  IconDots,
  IconLock,
  IconMailOpened,
  IconUserPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { momentText } from '../../../shared/base/dates.ts';
import type { UserView } from '../../../shared/accounts/users.schema.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/wording/now.ts';
import { Loading, Page } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useWithStepUp } from '../../ui/saving/with-step-up.ts';
import { say, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useUsersTexts, type UsersTexts } from './users-texts.ts';
import { ChangeForm, InviteForm } from './UserForms.tsx';
import { useAct, useUsers, useRemove, useTeam } from './use-users.ts';

const nameOf = (user: UserView): string => `${user.firstName} ${user.lastname}`;

/** The open dialog. */
type Opened = { what: 'invite'; id: string } | { what: 'change' | 'remove'; user: UserView };

/** Lists the accounts; owners and administrators invite, change, lock and remove them. */
export function UsersPage() {
  const t = useUsersTexts();
  const { user: self } = useSession();
  const users = useUsers();
  const act = useAct();
  const stepUp = useWithStepUp();
  const [open, setOpen] = useState<Opened | null>(null);
  const close = (): void => setOpen(null);
  if (self?.role !== 'owner' && self?.role !== 'administrator')
    return (
      <Page title={t('title')}>
        <Team />
      </Page>
    );

  const disable = (user: UserView): void => {
    stepUp
      .run(async () => {
        await act({ action: 'disable', id: user.id });
        sayWithUndo(t('disabled', { name: nameOf(user) }), () =>
          act({ action: 'enable', id: user.id }),
        );
      })
      .catch(sayError);
  };
  const quick = (user: UserView, action: 'enable' | 'resend', text: string): void => {
    stepUp
      .run(async () => {
        await act({ action, id: user.id });
        say(text);
      })
      .catch(sayError);
  };
  return (
    <Page
      title={t('title')}
      actions={
        <Button
          leftSection={<IconUserPlus size={18} aria-hidden />}
          onClick={() => setOpen({ what: 'invite', id: uuidv7() })}
        >
          {t('invite')}
        </Button>
      }
    >
      <div className="p-stack">
        <Text c="dimmed">{t('lead')}</Text>
        {users.isPending && <Loading />}
        {users.isError && <ErrorNotice error={users.error} onRetry={() => void users.refetch()} />}
        {users.data && (
          <UsersTable
            users={users.data.users}
            selfId={self.id}
            onOpen={setOpen}
            disable={disable}
            quick={quick}
          />
        )}
      </div>
      {open?.what === 'invite' && (
        <InviteForm
          id={open.id}
          isByOwner={self.role === 'owner'}
          stepUp={stepUp}
          onClose={close}
        />
      )}
      {open?.what === 'change' && (
        <ChangeForm
          user={open.user}
          isByOwner={self.role === 'owner'}
          stepUp={stepUp}
          onClose={close}
        />
      )}
      {open?.what === 'remove' && <RemoveDialog user={open.user} onClose={close} />}
      <StepUp
        isOpen={stepUp.isAsked}
        onClose={stepUp.cancel}
        onConfirmed={stepUp.confirmed}
        title={t('confirm.title')}
        why={t('confirm.why')}
        actionLabel={t('confirm.go')}
      />
    </Page>
  );
}

function UsersTable({
  users,
  selfId,
  onOpen,
  disable,
  quick,
}: {
  users: readonly UserView[];
  selfId: string;
  onOpen: (what: Opened) => void;
  disable: (user: UserView) => void;
  quick: (user: UserView, action: 'enable' | 'resend', text: string) => void;
}) {
  const t = useUsersTexts();
  return (
    <section className="p-card">
      <table className="n-list p-long" aria-label={t('list')}>
        <thead>
          <tr>
            <th>{t('col.name')}</th>
            <th>{t('col.role')}</th>
            <th>{t('col.state')}</th>
            <th>{t('col.factor')}</th>
            <th>{t('col.last')}</th>
            <th aria-label={t('change')} />
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isSelf={user.id === selfId}
              onChange={() => onOpen({ what: 'change', user })}
              onRemove={() => onOpen({ what: 'remove', user })}
              onDisable={() => disable(user)}
              onEnable={() => quick(user, 'enable', t('enabled', { name: nameOf(user) }))}
              onResend={() => quick(user, 'resend', t('resent'))}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RemoveDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const t = useUsersTexts(),
    remove = useRemove();
  return (
    <StepUp
      isOpen
      onClose={onClose}
      title={t('remove.title', { name: nameOf(user) })}
      actionLabel={t('remove.go')}
      onConfirmed={async () => {
        await remove(user.id);
        say(t('removed', { name: nameOf(user) }));
      }}
    >
      <Text size="sm" mb={12}>
        {t('remove.text')}
      </Text>
    </StepUp>
  );
}

/** Visible to everyone: names and roles, no account data. */
function Team() {
  const t = useUsersTexts();
  const team = useTeam();
  return (
    <div className="p-narrow p-stack">
      <Notice tone="info">{t('ownerOnly')}</Notice>
      {team.isPending && <Loading />}
      {team.isError && <ErrorNotice error={team.error} onRetry={() => void team.refetch()} />}
      {team.data && (
        <section className="p-card">
          <ul className="n-team" aria-label={t('team')}>
            {team.data.users.map((user) => (
              <li key={user.id}>
                <span className="n-name">
                  {user.firstName} {user.lastname}
                </span>{' '}
                <span className="p-muted">
                  {t(`role.${user.role}`)}
                  {user.behandler && ` · ${t('behandler')}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function State({ user, t }: { user: UserView; t: UsersTexts }) {
  const language = useLanguage();
  const now = useNow(60_000);
  if (user.state === 'disabled')
    return (
      <StateWord tone="off" icon={IconLock}>
        {t('state.disabled')}
      </StateWord>
    );
  if (user.state === 'active')
    return (
      <StateWord tone="ok" icon={IconCircleCheck}>
        {t('state.active')}
      </StateWord>
    );
  if (user.inviteUntil === null || user.inviteUntil <= now)
    return (
      <StateWord tone="warn" icon={IconClock}>
        {t('state.expired')}
      </StateWord>
    );
  return (
    <StateWord tone="info" icon={IconMailOpened}>
      {t('state.invited', { time: momentText(user.inviteUntil, language) })}
    </StateWord>
  );
}

function factorsOf({ factors, state }: UserView, t: UsersTexts): string {
  const words = [
    ...(factors.passkeys > 0 ? [t('factor.passkeys', { n: factors.passkeys })] : []),
    ...(factors.totp ? [t('factor.totp')] : []),
    ...(factors.mail ? [t('factor.mail')] : []),
  ];
  return words.length > 0 ? words.join(', ') : state === 'invited' ? '–' : t('factor.none');
}

interface UserActs {
  onChange: () => void;
  onRemove: () => void;
  onDisable: () => void;
  onEnable: () => void;
  onResend: () => void;
}
interface UserProps extends UserActs {
  user: UserView;
  isSelf: boolean;
}
function Actions({ user, isSelf, onChange, onRemove, onDisable, onEnable, onResend }: UserProps) {
  const t = useUsersTexts();
  // The vendor's staff have no outbox here; without a mail server their links are read at the
  // terminal.
  const hasOutbox = useSession().user?.role === 'owner';
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" size={36} aria-label={t('actions', { name: nameOf(user) })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onChange}>{t('change')}</Menu.Item>
        {user.state === 'invited' && <Menu.Item onClick={onResend}>{t('resend')}</Menu.Item>}
        {user.state === 'invited' && hasOutbox && (
          <Menu.Item component={Link} to="/postausgang">
            {t('outbox')}
          </Menu.Item>
        )}
        {user.state === 'disabled' && <Menu.Item onClick={onEnable}>{t('enable')}</Menu.Item>}
        {user.state !== 'disabled' && !isSelf && (
          <Menu.Item onClick={onDisable}>{t('disable')}</Menu.Item>
        )}
        {!isSelf && (
          <Menu.Item c="var(--bad)" onClick={onRemove}>
            {t('remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function UserRow({ user, isSelf, ...acts }: UserProps) {
  const t = useUsersTexts();
  const language = useLanguage();
  return (
    <tr>
      <td>
        <span className="n-name">{nameOf(user)}</span>
        {isSelf && <span className="p-muted"> ({t('you')})</span>}
        <br />
        <span className="p-small p-muted">{user.email}</span>
      </td>
      <td>
        {t(`role.${user.role}`)}
        {user.behandler && ` · ${t('behandler')}`}
        {user.mayDesign && user.role !== 'owner' && ` · ${t('design.short')}`}
        {user.role !== 'owner' && user.reportGrant !== null && ` · ${t('figures.short')}`}
      </td>
      <td>
        <State user={user} t={t} />
      </td>
      <td>
        <span className="n-word">{t('col.factor')}: </span>
        {factorsOf(user, t)}
      </td>
      <td>
        <span className="n-word">{t('col.last')}: </span>
        <span className="p-tabular">
          {user.lastSignInAt === null
            ? user.state === 'invited'
              ? '–'
              : t('last.none')
            : momentText(user.lastSignInAt, language)}
        </span>
      </td>
      <td>
        <Actions user={user} isSelf={isSelf} {...acts} />
      </td>
    </tr>
  );
}
