// Links to questionnaires at home: active ones, recipients, expiry; creating and ending one.

import { listName } from '../../../../shared/desk/patient.ts';
import './tray.css';
import { Button, Group, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconClockOff,
  IconHome,
  IconLinkPlus,
  IconMailForward,
  IconPlayerStop,
  IconWorld,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../../shared/base/dates.ts';
import type { HomeLink } from '../../../../shared/forms/task/home.schema.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { showInstant } from '../../../ui/wording/moments.ts';
import { Empty, Loading, Page } from '../../../ui/Page.tsx';
import { usePaperTitle } from '../../../ui/wording/paper-titles.ts';
import { StateWord } from '../../../ui/StateWord.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { say, sayError } from '../../../ui/toast.tsx';
import { useQueryParams } from '../../../ui/use-query-params.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { endLink, getLinks, getPatient, LINKS_KEY } from './tray-calls.ts';
import { useTrayTexts } from './tray-texts.ts';

export function LinksPage() {
  const language = useLanguage();
  const t = useTrayTexts(),
    queries = useQueryClient(),
    {
      values: { patid = '', neu: newLink = '' },
      set,
    } = useQueryParams(['patid', 'neu']);
  const who = useQuery({
    queryKey: ['patient', patid],
    queryFn: () => getPatient(patid),
    enabled: patid !== '',
    refetchOnWindowFocus: false,
  });
  const links = useQuery({ queryKey: [...LINKS_KEY, patid], queryFn: () => getLinks(patid) });
  const [shown, setShown] = useState<HomeLink | null>(null),
    [isMaking, setMaking] = useState(newLink !== '');
  const fresh = (): Promise<void> => queries.invalidateQueries({ queryKey: LINKS_KEY });
  const isReady = patid === '' || who.data !== undefined || who.isError;
  const close = (): void => {
    setMaking(false);
    setShown(null);
    if (newLink !== '') set('neu', '');
    void fresh();
  };
  return (
    <Page
      title={t('links')}
      actions={
        <Group gap={8}>
          <Button variant="default" component={Link} to="/zuordnen">
            {t('links.tray')}
          </Button>
          <Button
            leftSection={<IconLinkPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setMaking(true)}
          >
            {t('link.new')}
          </Button>
        </Group>
      }
    >
      <div className="p-stack z-page">
        {who.data ? (
          <Group gap={12}>
            <Text className="z-who">
              <strong>{listName(who.data)}</strong>{' '}
              <span className="p-tabular">*{dayText(who.data.geburtsdatum, language)}</span>
            </Text>
            <Button size="xs" variant="default" onClick={() => set('patid', '')}>
              {t('links.all')}
            </Button>
          </Group>
        ) : (
          <Text c="dimmed">{t('links.text')}</Text>
        )}
        {who.isError && <ErrorNotice error={who.error} onRetry={() => void who.refetch()} />}
        {links.isPending && <Loading />}
        {links.isError && <ErrorNotice error={links.error} onRetry={() => void links.refetch()} />}
        {links.data?.length === 0 && (
          <div className="p-card">
            <Empty>{t('links.empty')}</Empty>
          </div>
        )}
        {links.data && links.data.length > 0 && (
          <ul className="z-rows p-card">
            {links.data.map((one) => (
              <Row key={one.id} one={one} onShow={() => setShown(one)} fresh={fresh} />
            ))}
          </ul>
        )}
      </div>
      {isReady && (
        <LinkDialog
          isOpen={isMaking || shown !== null}
          made={shown}
          patient={who.data ?? null}
          onClose={close}
          onMade={setShown}
        />
      )}
    </Page>
  );
}

const STATE = {
  open: { tone: 'ok', icon: IconCircleCheck },
  used: { tone: 'ok-outline', icon: IconCircleCheck },
  over: { tone: 'off', icon: IconClockOff },
  ended: { tone: 'off', icon: IconPlayerStop },
} as const;
function Row({
  one,
  onShow,
  fresh,
}: {
  one: HomeLink;
  onShow: () => void;
  fresh: () => Promise<void>;
}) {
  const t = useTrayTexts(),
    language = useLanguage(),
    [isBusy, setBusy] = useState(false),
    [isAsking, setAsking] = useState(false);
  const title = usePaperTitle()(one.formId, one.title.de ?? one.formId),
    who = one.patientName ?? (one.kind === 'open' ? t('link.forAll') : t('link.forUnknown'));
  const facts = [
    title,
    one.language === 'de' ? '' : languageName(one.language, language),
    t('link.made', { at: showInstant(one.createdAt, language) }),
    one.state === 'open' && one.expiresAt !== null
      ? t('link.until', { at: showInstant(one.expiresAt, language) })
      : '',
    one.kind === 'open'
      ? t(one.answers === 1 ? 'link.count.one' : 'link.count', { n: one.answers })
      : '',
  ].filter((part) => part !== '');
  const end = async (): Promise<void> => {
    setBusy(true);
    await endLink(one.id).then(() => say(t('link.ended')), sayError);
    await fresh();
    setBusy(false);
    setAsking(false);
  };
  const state = STATE[one.state];
  return (
    <li className="z-row">
      <div className="z-row-who">
        <Text>
          <strong>{who}</strong>
          {one.label !== '' && <span className="p-muted"> · {one.label}</span>}
        </Text>
        <Text size="sm" c="dimmed" className="p-tabular">
          {facts.join(' · ')}
        </Text>
      </div>
      <div className="z-row-states">
        <StateWord tone="text" icon={one.kind === 'open' ? IconWorld : IconHome}>
          {t(one.kind === 'open' ? 'link.open' : 'link.invitation')}
        </StateWord>
        {one.mailedAt !== null && (
          <StateWord tone="text" icon={IconMailForward}>
            {t('link.mailed')}
          </StateWord>
        )}
        <StateWord tone={state.tone} icon={state.icon}>
          {t(`link.state.${one.state}`)}
        </StateWord>
      </div>
      {one.state === 'open' && (
        <Group gap={8}>
          {isAsking ? (
            <Button size="xs" color="red" loading={isBusy} onClick={() => void end()}>
              {t('link.endSure')}
            </Button>
          ) : (
            <Button
              size="xs"
              variant="default"
              onClick={() => setAsking(true)}
              aria-label={t('link.endOne', { name: who })}
            >
              {t('link.end')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={onShow}
            aria-label={t('link.showOne', { name: who })}
          >
            {t('link.show')}
          </Button>
        </Group>
      )}
    </li>
  );
}
