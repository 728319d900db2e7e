// Agreements on fees beyond the schedule (§ 2 GOZ): created with exactly what the law requires and
// tracked until they are back, or an existing text checked for missing and forbidden parts.

import './papers.css';
import './fee.css';
import { Button, Text, Textarea, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { AGREEMENT_SOURCE, POSITIONS } from '../../../catalog/goz/positions.ts';
import type { Agreement } from '../../../shared/papers/agreement.schema.ts';
import { checkAgreement, type AgreementFindings } from '../../../shared/papers/fee-agreement.ts';
import { euroText } from '../../../shared/papers/paper-risk.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { AGREEMENTS_KEY } from './agreement-calls.ts';
import { FeeList } from './FeeList.tsx';
import { FeeMaker, NO_DRAFT, type FeeDraft, type FeeParts } from './FeeMaker.tsx';
import { usePapersTexts } from './papers-texts.ts';

const MOST_CHARS = 20_000;

export function FeePage({ PatientSearch }: FeeParts) {
  const t = usePapersTexts(),
    queries = useQueryClient(),
    [draft, setDraft] = useState<FeeDraft>(NO_DRAFT),
    top = useRef<HTMLDivElement>(null);
  const copy = ({ patid, name, geburtsdatum, payer, lines }: Agreement): void => {
    setDraft({
      person: { patid, name, geburtsdatum },
      payer,
      lines: lines.map((one) => ({
        number: one.number,
        words: one.text,
        points: POSITIONS.find((other) => other.number === one.number)?.points ?? 0,
        factor: String(one.factor).replace('.', ','),
      })),
    });
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <Page
      title={t('fee.title')}
      actions={
        <Button
          variant="default"
          component={Link}
          to="/fehlend"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
        >
          {t('scan.back')}
        </Button>
      }
    >
      <div className="p-stack pa-fee" ref={top}>
        <Text className="pa-lead">{t('fee.lead')}</Text>
        <Notice tone="info">{t('fee.pain')}</Notice>
        <FeeMaker
          PatientSearch={PatientSearch}
          draft={draft}
          onDraft={setDraft}
          onMade={() => void queries.invalidateQueries({ queryKey: AGREEMENTS_KEY })}
        />
        <FeeList onCopy={copy} />
        <CheckText />
      </div>
    </Page>
  );
}

function CheckText() {
  const t = usePapersTexts(),
    [text, setText] = useState('');
  return (
    <section className="p-card pa-feebox" aria-labelledby="pa-check">
      <Title order={2} id="pa-check" className="pa-h2">
        {t('fee.check')}
      </Title>
      <Textarea
        label={t('fee.text')}
        description={t('fee.textHint')}
        rows={10}
        maxLength={MOST_CHARS}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && <Findings found={checkAgreement(text, POSITIONS)} />}
      <Text size="xs" c="dimmed">
        {t('fee.limits', { source: AGREEMENT_SOURCE.source })}
      </Text>
    </section>
  );
}

function Findings({ found }: { found: AgreementFindings }) {
  const t = usePapersTexts(),
    isGood = found.missing.length + found.doubts.length + found.foreign.length === 0;
  if (isGood)
    return (
      <div role="status">
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('fee.good')}
        </StateWord>
      </div>
    );
  return (
    <div className="p-stack" role="status">
      <Part
        tone="bad"
        title={t('fee.missing')}
        lines={found.missing.map((one) => t(`lack.${one}`))}
      />
      <Part
        tone="bad"
        title={t('fee.foreign')}
        lines={found.foreign.map((one) => (
          <>
            <strong>{t(`foreign.${one.kind}`)}</strong>: {one.words}
          </>
        ))}
      />
      <Part
        tone="warn"
        title={t('fee.doubts')}
        lines={found.doubts.map((one) =>
          one.kind === 'sum'
            ? t('doubt.sum', { number: one.number, euro: euroText(one.expectedCents) })
            : t(`doubt.${one.kind}`, { number: one.number }),
        )}
      />
    </div>
  );
}
function Part({ tone, title, lines }: { tone: Tone; title: string; lines: readonly ReactNode[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <StateWord tone={tone} icon={IconAlertTriangle}>
        {title}
      </StateWord>
      <ul className="pa-lines">
        {lines.map((one, at) => (
          <li key={at}>{one}</li>
        ))}
      </ul>
    </div>
  );
}
