// One opened signature: the replay, its figures next to the sealed evidence, and its export; or in
// plain words why there is none.

import { Button, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Ink } from '../../../../shared/papers/signature.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { saveBytes } from '../../../ui/pdf.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useDocumentsTexts } from '../documents-texts.ts';
import { Fact } from '../Fact.tsx';
import { ROLES } from '../role-words.ts';
import { useHandwritingTexts } from './handwriting-texts.ts';
import { inkCsv } from './ink-csv.ts';
import type { OpenedSigner } from './open-signatures.ts';
import { spanOf } from './replay.ts';
import { StrokePlayer } from './StrokePlayer.tsx';

/** @param envelopeId names the exported file; it contains no name of a person */
export function SignatureView({
  signer,
  envelopeId,
}: {
  signer: OpenedSigner;
  envelopeId: string;
}) {
  const t = useHandwritingTexts(),
    documents = useDocumentsTexts();
  const role = ROLES[signer.role];
  const { opened } = signer;
  return (
    <section className="h-signature">
      <Title order={3}>
        {signer.name}
        {role !== undefined && <span className="p-muted"> · {documents(role)}</span>}
      </Title>
      {opened === null ? (
        <Notice tone={signer.why === 'not_drawn' ? 'info' : 'warn'}>
          <Text size="sm">{t(`state.${signer.why}`)}</Text>
        </Notice>
      ) : (
        <>
          <Notice tone={signer.isAsSealed ? 'ok' : 'bad'}>
            <Text size="sm">{t(signer.isAsSealed ? 'intact' : 'differs')}</Text>
          </Notice>
          <StrokePlayer ink={opened} name={signer.name} />
          <InkFacts ink={opened} sha256={signer.sha256} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() =>
              saveBytes(
                new Blob([inkCsv(opened)], { type: 'text/csv;charset=utf-8' }),
                `handwriting-${envelopeId}-${signer.index + 1}.csv`,
              )
            }
          >
            {t('export')}
          </Button>
        </>
      )}
    </section>
  );
}

function InkFacts({ ink, sha256 }: { ink: Ink; sha256: string | null }) {
  const t = useHandwritingTexts(),
    language = useLanguage();
  const points = ink.strokes.flatMap((one) => one.points),
    span = spanOf(ink),
    levels = new Set(points.map((one) => Math.round(one.p * 255))).size;
  const pointers = [...new Set(ink.strokes.map((one) => one.pointerType))];
  const number = (value: number): string =>
    value.toLocaleString(language, { maximumFractionDigits: 1 });
  return (
    <dl className="d-facts">
      <Fact word={t('fact.strokes')}>{number(ink.strokes.length)}</Fact>
      <Fact word={t('fact.points')}>{number(points.length)}</Fact>
      <Fact word={t('fact.duration')}>
        {t('seconds', { seconds: number((span.until - span.from) / 1000) })}
      </Fact>
      <Fact word={t('fact.pointer')}>{pointers.map((one) => t(`pointer.${one}`)).join(', ')}</Fact>
      <Fact word={t('fact.pressure')}>{levels > 1 ? number(levels) : t('fact.noPressure')}</Fact>
      <Fact word={t('fact.pad')}>
        {t('pad', { width: number(ink.width), height: number(ink.height) })}
      </Fact>
      <Fact word={t('fact.again')}>{t('again', { clears: ink.clears, undos: ink.undos })}</Fact>
      <Fact word={t('fact.sha')}>
        <code className="h-sha">{sha256}</code>
      </Fact>
    </dl>
  );
}
