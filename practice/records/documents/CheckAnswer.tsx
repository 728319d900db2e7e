// The plain answer about a PDF: the verdict in words, the facts a layperson asks for, expandable
// details.

import { Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { VoidReason } from '../../../shared/papers/consent.ts';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import type { ProofLevel } from '../../../shared/papers/seal/proof-level.ts';
import { isProof, sealTime, type ActiveKind } from '../../../shared/papers/verify.ts';
import { useSession } from '../../session.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import {
  endedOf,
  headlineOf,
  KEPT_WORDS,
  LATER_WORDS,
  STANDING_WORDS,
  type CheckedReport,
  type Tone,
} from './check-verdict.ts';
import { Fact } from './Fact.tsx';
import { ROLES } from './role-words.ts';
import { RETIRE_WORDS } from './SealKeysCard.tsx';
import { ForeignSignatures } from './ForeignSignatures.tsx';
import { useDocumentsTexts, type DocumentsKey } from './documents-texts.ts';

const ICONS: Record<Tone, typeof IconCircleCheck> = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  off: IconHelpCircle,
};
const REASONS: Record<VoidReason, DocumentsKey> = {
  wrong_person: 'standing.wrong_person',
  wrong_paper: 'standing.wrong_paper',
  wrong_contents: 'standing.wrong_contents',
};

const ACTIVE: Record<ActiveKind, DocumentsKey> = {
  javascript: 'active.javascript',
  open_action: 'active.open_action',
  additional_action: 'active.additional_action',
  launch: 'active.launch',
  submit_form: 'active.submit_form',
  remote: 'active.remote',
  rich_media: 'active.rich_media',
  xfa: 'active.xfa',
  embedded_file: 'active.embedded_file',
};
export function CheckAnswer({
  report,
  fileName,
  at,
}: {
  report: CheckedReport;
  fileName: string;
  at: number;
}) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  const { praxisName } = useSession();
  const headline = headlineOf(report);
  const Icon = ICONS[headline.tone];
  const { facts, active } = report;
  const when = (instant: number | null): string =>
    instant === null ? '–' : showInstant(instant, language);
  const roleOf = (role: string): string => (ROLES[role] ? t(ROLES[role]) : role);

  return (
    <section className="p-card p-stack">
      <div className="d-verdict" data-tone={headline.tone}>
        <Icon size={32} stroke={1.75} aria-hidden />
        <div>
          <Title order={2} className="d-verdict-word">
            {t(headline.word, { date: when(headline.at) })}
          </Title>
          {headline.texts.map((text) => (
            <Text key={text}>{t(text, { date: when(sealTime(report)?.at ?? null) })}</Text>
          ))}
        </div>
      </div>
      {active.length > 0 && (
        <Notice tone="bad">
          <Text fw={600} size="sm">
            {t('active.title')}
          </Text>
          <Text size="sm">{t('active.text')}</Text>
          <ul className="d-active">
            {active.map((one) => (
              <li key={`${one.kind}${one.detail}`}>
                {one.detail === ''
                  ? t(ACTIVE[one.kind])
                  : t('active.named', { kind: t(ACTIVE[one.kind]), detail: one.detail })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <dl className="d-facts">
        {facts && <Fact word={t('fact.title')}>{facts.title}</Fact>}
        {facts && (
          <Fact word={t('fact.signers')}>
            {facts.signers.map((s) => `${s.name} (${roleOf(s.role)})`).join(', ')}
          </Fact>
        )}
        {facts && <Fact word={t('fact.signedAt')}>{showInstant(facts.signedAt, language)}</Fact>}
        <SealFactRows report={report} at={at} />
      </dl>
      <ForeignSignatures report={report} />
      <Details report={report} />
      <Text size="xs" c="dimmed">
        {t('check.file', { name: fileName })} ·{' '}
        {t('check.at', { date: showInstant(at, language), praxis: praxisName })}
      </Text>
    </section>
  );
}

/** Facts of a valid seal; nothing of a broken one is presented as a fact. */
function SealFactRows({ report, at }: { report: CheckedReport; at: number }) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  const { verdict, seal, shown, later, standing, kept, archive } = report;
  const ended = endedOf(report),
    hasSeal = seal?.isOurs === true && seal.isIntact,
    isSame = shown?.isSame === true && shown.isDataSame;
  const date = ended?.at == null ? '–' : showInstant(ended.at, language);
  return (
    <>
      {ended && (
        <Fact word={t('standing')}>
          {t(STANDING_WORDS[ended.state], { date })}
          {standing?.reason ? ` (${t(REASONS[standing.reason])})` : ''}
        </Fact>
      )}
      {shown && (verdict !== 'changed' || !isSame) && (
        <Fact word={t('fact.shown')}>
          {isSame && shown.printedIn
            ? t('fact.shown.printed', {
                languages: shown.printedIn.map((one) => languageName(one, language)).join(', '),
              })
            : t(isSame ? 'fact.shown.same' : 'fact.shown.other')}
        </Fact>
      )}
      {hasSeal && (
        <Fact word={t('fact.time')}>
          <TimeWords report={report} />
        </Fact>
      )}
      {hasSeal && archive && (
        <Fact word={t('archive')}>
          <ArchiveWords archive={archive} level={seal.level} at={at} />
        </Fact>
      )}
      {seal?.retired && (
        <Fact word={t('retired.title')}>
          {t(`retired.${seal.retired.made}`, {
            date: showInstant(seal.retired.from, language),
            reason: t(RETIRE_WORDS[seal.retired.reason]),
          })}
        </Fact>
      )}
      {later && verdict !== 'unchanged' && (
        <Fact word={t('fact.later')}>
          {later.kinds.map((kind) => t(LATER_WORDS[kind])).join(', ')} (
          {t('fact.later.text', {
            bytes: later.bytes,
            pages: later.pagesAdded,
            objects: later.objectsChanged,
          })}
          )
        </Fact>
      )}
      {seal?.isOurs && <Fact word={t('kept')}>{t(KEPT_WORDS[kept])}</Fact>}
    </>
  );
}

function TimeWords({ report }: { report: CheckedReport }) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  const { timestamp, seal } = report;
  const own =
    seal?.sealedAt == null
      ? t('fact.time.nothing')
      : t('fact.time.none', { date: showInstant(seal.sealedAt, language) });
  if (!timestamp) return own;
  if (isProof(timestamp))
    return t('fact.time.ok', {
      date: showInstant(timestamp.at, language),
      service: timestamp.service,
    });
  const named = timestamp.isIntact
    ? t(timestamp.isTrusted ? 'fact.time.revoked' : 'fact.time.unknown', {
        date: showInstant(timestamp.at, language),
        service: timestamp.service,
      })
    : t('fact.time.bad');
  return `${own} ${named}`;
}

function ArchiveWords({
  archive,
  level,
  at,
}: {
  archive: NonNullable<CheckedReport['archive']>;
  level: ProofLevel;
  at: number;
}) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  const newest = archive.stamps.at(-1);
  if (!archive.isIntact || newest === undefined || archive.until === null)
    return t('archive.broken');
  const words = {
    date: showInstant(newest.at, language),
    service: newest.service,
    day: dayText(berlinDay(archive.until), language),
  };
  if (!newest.isTrusted) return t('archive.untrusted', words);
  if (archive.until < at) return t('archive.over', words);
  return t(level === 'B-LTA' ? 'archive.ok' : 'archive.other', words);
}

function Details({ report }: { report: CheckedReport }) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  const certificate = report.seal?.certificate;
  return (
    <details className="d-details">
      <summary>{t('details')}</summary>
      <dl className="d-facts">
        <Fact word={t('detail.pages')}>{report.pages}</Fact>
        <Fact word={t('detail.sha256')}>
          <code>{report.sha256}</code>
        </Fact>
        {report.shown && (
          <Fact word={t('detail.presented')}>
            <code>{report.shown.presentedPdfSha256}</code>
          </Fact>
        )}
        {report.facts && <Fact word={t('detail.template')}>{report.facts.template}</Fact>}
        {report.facts && (
          <Fact word={t('detail.envelope')}>
            <code>{report.facts.envelopeId}</code>
          </Fact>
        )}
        {report.facts && (
          <Fact word={t('detail.task')}>
            <code>{report.facts.taskId}</code>
          </Fact>
        )}
        {report.seal && (
          <Fact word={t('detail.level')}>{t(`level.means.${report.seal.level}`)}</Fact>
        )}
        {certificate && <Fact word={t('detail.subject')}>{certificate.subject}</Fact>}
        {certificate && (
          <Fact word={t('detail.serial')}>
            <code>{certificate.serialNumber}</code>
          </Fact>
        )}
        {certificate && (
          <Fact word={t('detail.fingerprint')}>
            <code>{certificate.sha256}</code>
          </Fact>
        )}
        {certificate && (
          <Fact word={t('detail.notAfter')}>{showInstant(certificate.notAfter, language)}</Fact>
        )}
      </dl>
    </details>
  );
}
