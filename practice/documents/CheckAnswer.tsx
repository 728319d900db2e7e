// The plain answer about a PDF: the verdict in words, the facts a layperson asks for, details folded.

import { Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ActiveKind, VerifyReport, Verdict } from '../../shared/verify.ts';
import { useSession } from '../session.ts';
import { showInstant } from '../ui/moments.ts';
import { Notice } from '../ui/Notice.tsx';
import { useLanguage } from '../ui/texts.ts';
import { useDocumentsTexts, type DocumentsKey } from './documents-texts.ts';

type Readable = Extract<VerifyReport, { isReadable: true }>;

const VERDICT = {
  unchanged: { tone: 'ok', icon: IconCircleCheck, word: 'verdict.unchanged', text: 'verdict.unchanged.text' },
  extended: { tone: 'warn', icon: IconAlertTriangle, word: 'verdict.extended', text: 'verdict.extended.text' },
  changed: { tone: 'bad', icon: IconCircleX, word: 'verdict.changed', text: 'verdict.changed.text' },
  foreign_seal: { tone: 'warn', icon: IconHelpCircle, word: 'verdict.foreign_seal', text: 'verdict.foreign_seal.text' },
  unsigned: { tone: 'off', icon: IconHelpCircle, word: 'verdict.unsigned', text: 'verdict.unsigned.text' },
} as const satisfies Record<Verdict, { word: DocumentsKey; text: DocumentsKey } & Record<string, unknown>>;

const ACTIVE: Record<ActiveKind, DocumentsKey> = {
  javascript: 'active.javascript', open_action: 'active.open_action', additional_action: 'active.additional_action', launch: 'active.launch', submit_form: 'active.submit_form',
  remote: 'active.remote', rich_media: 'active.rich_media', xfa: 'active.xfa', embedded_file: 'active.embedded_file',
};
const ROLES: Readonly<Record<string, DocumentsKey>> = {
  patient: 'role.patient', parent1: 'role.parent1', parent2: 'role.parent2', guardian: 'role.guardian', proxy: 'role.proxy', dentist: 'role.dentist', witness: 'role.witness', interpreter: 'role.interpreter',
};

export function CheckAnswer({ report, fileName, at }: { report: Readable; fileName: string; at: number }) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  const { praxisName } = useSession();
  const look = VERDICT[report.verdict];
  const Icon = look.icon;
  const { facts, shown, later, active } = report;
  const sealedAt = report.timestamp?.at ?? report.seal?.sealedAt ?? facts?.signedAt;
  const roleOf = (role: string): string => (ROLES[role] ? t(ROLES[role]) : role);

  return (
    <section className="p-card p-stack">
      <div className="d-verdict" data-tone={look.tone}>
        <Icon size={32} stroke={1.75} aria-hidden />
        <div>
          <Title order={2} className="d-verdict-word">{t(look.word, { date: sealedAt === undefined ? '–' : showInstant(sealedAt, language) })}</Title>
          <Text>{t(look.text)}</Text>
        </div>
      </div>
      {active.length > 0 && (
        <Notice tone="bad">
          <Text fw={600} size="sm">{t('active.title')}</Text>
          <Text size="sm">{t('active.text')}</Text>
          <ul className="d-active">{active.map((one) => <li key={`${one.kind}${one.detail}`}>{one.detail === '' ? t(ACTIVE[one.kind]) : t('active.named', { kind: t(ACTIVE[one.kind]), detail: one.detail })}</li>)}</ul>
        </Notice>
      )}
      <dl className="d-facts">
        {facts && <Fact word={t('fact.title')}>{facts.title}</Fact>}
        {facts && <Fact word={t('fact.signers')}>{facts.signers.map((s) => `${s.name} (${roleOf(s.role)})`).join(', ')}</Fact>}
        {facts && <Fact word={t('fact.signedAt')}>{showInstant(facts.signedAt, language)}</Fact>}
        {shown && <Fact word={t('fact.shown')}>{shown.isSame && shown.isDataSame ? t('fact.shown.same') : t('fact.shown.other')}</Fact>}
        {report.seal && <Fact word={t('fact.time')}><TimeWords report={report} /></Fact>}
        {later && <Fact word={t('fact.later')}>{t('fact.later.text', { bytes: later.bytes, pages: later.pagesAdded, objects: later.objectsChanged })}</Fact>}
      </dl>
      <Details report={report} />
      <Text size="xs" c="dimmed">{t('check.file', { name: fileName })} · {t('check.at', { date: showInstant(at, language), praxis: praxisName })}</Text>
    </section>
  );
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return <div><dt>{word}</dt><dd>{children}</dd></div>;
}

function TimeWords({ report }: { report: Readable }) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  const { timestamp, seal } = report;
  if (!timestamp) return seal?.sealedAt == null ? t('fact.time.nothing') : t('fact.time.none', { date: showInstant(seal.sealedAt, language) });
  if (!timestamp.isIntact) return t('fact.time.bad');
  return t(timestamp.isTrusted ? 'fact.time.ok' : 'fact.time.unknown', { date: showInstant(timestamp.at, language), service: timestamp.service });
}

function Details({ report }: { report: Readable }) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  const certificate = report.seal?.certificate;
  return (
    <details className="d-details">
      <summary>{t('details')}</summary>
      <dl className="d-facts">
        <Fact word={t('detail.pages')}>{report.pages}</Fact>
        <Fact word={t('detail.sha256')}><code>{report.sha256}</code></Fact>
        {report.shown && <Fact word={t('detail.presented')}><code>{report.shown.presentedPdfSha256}</code></Fact>}
        {report.facts && <Fact word={t('detail.template')}>{report.facts.template}</Fact>}
        {report.facts && <Fact word={t('detail.envelope')}><code>{report.facts.envelopeId}</code></Fact>}
        {report.facts && <Fact word={t('detail.task')}><code>{report.facts.taskId}</code></Fact>}
        {report.seal && <Fact word={t('detail.level')}>PAdES {report.seal.level}</Fact>}
        {certificate && <Fact word={t('detail.subject')}>{certificate.subject}</Fact>}
        {certificate && <Fact word={t('detail.serial')}><code>{certificate.serialNumber}</code></Fact>}
        {certificate && <Fact word={t('detail.fingerprint')}><code>{certificate.sha256}</code></Fact>}
        {certificate && <Fact word={t('detail.notAfter')}>{showInstant(certificate.notAfter, language)}</Fact>}
      </dl>
    </details>
  );
}
