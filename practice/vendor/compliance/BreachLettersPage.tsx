// Drafts about one data breach: the report to the authority and the letter to the people concerned,
// to change, copy and print. Nothing of the text is stored.

import './compliance.css';
import {
  Anchor,
  Button,
  CopyButton,
  Group,
  SegmentedControl,
  Select,
  Text,
  Textarea,
} from '@mantine/core';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { AUTHORITIES, AUTHORITIES_SOURCE } from '../../../catalog/compliance/authorities.ts';
import type { SettingsView } from '../../../shared/accounts/settings.ts';
import { letterDraft, reportDraft } from '../../../shared/vendor/breach/breach-letters.ts';
import type { Breach } from '../../../shared/vendor/compliance.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay, showInstant } from '../../ui/wording/moments.ts';
import { useCompliance, useSettingsFacts } from './compliance-calls.ts';
import { useComplianceTexts } from './compliance-texts.ts';

const KINDS = ['report', 'letter'] as const;
type Kind = (typeof KINDS)[number];
/** The Land is chosen once for each workstation. */
const LAND_KEY = 'practice.land';
function keptLand(): string | null {
  try {
    return localStorage.getItem(LAND_KEY);
  } catch {
    return null;
  }
}
function keepLand(land: string): void {
  try {
    localStorage.setItem(LAND_KEY, land);
  } catch {
    // Without storage it is chosen again.
  }
}

export function BreachLettersPage() {
  const t = useComplianceTexts(),
    { id } = useParams(),
    found = useCompliance(),
    settings = useSettingsFacts(),
    failed = found.error ?? settings.error,
    breach = found.data?.breaches.find((one) => one.id === id);
  return (
    <Page refused={found.error} title={t('letters')}>
      <div className="p-narrow p-stack co-page">
        <div className="p-noprint">
          <Button component={Link} to="/einstellungen/datenschutz" variant="default">
            {t('letters.back')}
          </Button>
        </div>
        {(found.isPending || settings.isPending) && <Loading />}
        {failed && (
          <ErrorNotice
            error={failed}
            onRetry={() => {
              void found.refetch();
              void settings.refetch();
            }}
          />
        )}
        {found.data && !breach && <Empty>{t('letters.gone')}</Empty>}
        {breach && settings.data && <Drafts breach={breach} practice={settings.data} />}
      </div>
    </Page>
  );
}

/** Chooses the Land, and names its authority with web address and source. */
function AuthorityField({
  land,
  onChoose,
}: {
  land: string | null;
  onChoose: (land: string) => void;
}) {
  const t = useComplianceTexts(),
    language = useLanguage(),
    authority = AUTHORITIES.find((one) => one.land === land);
  return (
    <>
      <Select
        label={t('letters.land')}
        allowDeselect={false}
        searchable
        value={authority?.land ?? null}
        data={AUTHORITIES.map((one) => ({ value: one.land, label: one.landName }))}
        onChange={(value) => {
          if (value === null) return;
          keepLand(value);
          onChoose(value);
        }}
      />
      {authority && (
        <Text size="sm">
          {authority.name}:{' '}
          <Anchor href={authority.url} underline="always" target="_blank" rel="noreferrer">
            {authority.url}
          </Anchor>
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('letters.source', { day: showDay(AUTHORITIES_SOURCE.readOn, language) })}{' '}
        <Anchor href={AUTHORITIES_SOURCE.url} underline="always" target="_blank" rel="noreferrer">
          {t('letters.list')}
        </Anchor>
      </Text>
    </>
  );
}

function Drafts({ breach, practice }: { breach: Breach; practice: SettingsView }) {
  const t = useComplianceTexts(),
    language = useLanguage(),
    [now] = useState(() => Date.now()),
    [kind, setKind] = useState<Kind>('report'),
    [land, setLand] = useState(keptLand),
    authority = AUTHORITIES.find((one) => one.land === land),
    [changed, setChanged] = useState<Partial<Record<Kind, string>>>({});
  const draft =
      kind === 'report'
        ? reportDraft(breach, practice, authority?.name ?? '', now)
        : letterDraft(breach, practice),
    text = changed[kind] ?? draft;
  return (
    <>
      <div className="p-stack p-noprint">
        <Text>{t('aware', { at: showInstant(breach.awareAt, language) })}</Text>
        <Notice tone="warn">{t('letters.draft')}</Notice>
        <SegmentedControl
          aria-label={t('letters')}
          value={kind}
          data={KINDS.map((value) => ({ value, label: t(`letters.${value}`) }))}
          onChange={(value) => setKind(KINDS.find((one) => one === value) ?? 'report')}
        />
        {kind === 'report' && <AuthorityField land={land} onChoose={setLand} />}
        <Textarea
          label={t(`letters.${kind}`)}
          description={t('letters.hint')}
          lang="de"
          autosize
          minRows={12}
          maxRows={40}
          value={text}
          onChange={(event) => setChanged({ ...changed, [kind]: event.currentTarget.value })}
        />
        <Group gap={8}>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={<IconCopy size={18} aria-hidden />}
                onClick={copy}
              >
                {t(copied ? 'letters.copied' : 'letters.copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
          {changed[kind] !== undefined && (
            <Button
              variant="default"
              onClick={() =>
                setChanged(
                  Object.fromEntries(Object.entries(changed).filter(([one]) => one !== kind)),
                )
              }
            >
              {t('letters.reset')}
            </Button>
          )}
        </Group>
      </div>
      <pre className="co-paper co-letter" lang="de">
        {text}
      </pre>
    </>
  );
}
