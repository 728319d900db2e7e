// The signatures of others in a checked file: who, whether they fit, by whose word, and when.

import { Text, Title } from '@mantine/core';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { ForeignSignature } from '../../../shared/papers/seal/foreign-signature.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useLanguage } from '../../ui/texts.ts';
import type { CheckedReport } from './check-verdict.ts';
import { useDocumentsTexts, type DocumentsKey } from './documents-texts.ts';
import { Fact } from './Fact.tsx';

const STATES: Record<ForeignSignature['state'], DocumentsKey> = {
  intact: 'foreign.state.intact',
  broken: 'foreign.state.broken',
  unknown: 'foreign.state.unknown',
};
const AFTER: Record<ForeignSignature['after'], DocumentsKey> = {
  nothing: 'foreign.after.nothing',
  harmless: 'foreign.after.harmless',
  changed: 'foreign.after.changed',
};
const VALIDITY: Record<NonNullable<ForeignSignature['signer']>['validity'], DocumentsKey> = {
  valid: 'foreign.validity.valid',
  claimed: 'foreign.validity.claimed',
  over: 'foreign.validity.over',
};

export function ForeignSignatures({ report }: { report: CheckedReport }) {
  const t = useDocumentsTexts();
  const { foreign, leftOut, trusted } = report;
  if (foreign.length + leftOut === 0) return null;
  return (
    <section className="p-stack" aria-labelledby="foreign-title">
      <Title order={3} id="foreign-title">
        {t('foreign.title')}
      </Title>
      {foreign.map((one, i) => (
        <Signature key={`${i}${one.signer?.sha256 ?? ''}`} one={one} number={i + 1} />
      ))}
      {leftOut > 0 && <Text fw={600}>{t('foreign.more', { count: leftOut })}</Text>}
      <TrustWords trusted={trusted} />
    </section>
  );
}

function Signature({ one, number }: { one: ForeignSignature; number: number }) {
  const t = useDocumentsTexts();
  const { signer, state } = one;
  const named = [signer?.name, signer?.organisation].filter(Boolean),
    who = named.length > 0 ? [...new Set(named)].join(', ') : t('foreign.nobody');
  return (
    <div>
      <Text fw={600}>
        {t(one.kind === 'time_stamp' ? 'foreign.stamp' : 'foreign.one', { number, name: who })}
      </Text>
      <dl className="d-facts">
        <Fact word={t('foreign.state')}>
          {t(STATES[state])} {one.isWeak && t('foreign.weak')}
        </Fact>
        {state === 'intact' && <Fact word={t('foreign.after')}>{t(AFTER[one.after])}</Fact>}
        {state === 'intact' && (
          <Fact word={t('foreign.trust')}>
            <IssuerWords one={one} />
          </Fact>
        )}
        {state === 'intact' && one.time && (
          <Fact word={t('foreign.time')}>
            <TimeOf time={one.time} />
          </Fact>
        )}
      </dl>
    </div>
  );
}

function IssuerWords({ one: { signer, trust } }: { one: ForeignSignature }) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  if (!signer) return t('foreign.trust.nobody');
  const day = dayText(berlinDay(signer.notAfter), language);
  const issued = t('foreign.issuer', { issuer: signer.issuer, count: signer.chain });
  const byList = trust?.isQualified === true ? 'foreign.trust.qualified' : 'foreign.trust.list';
  const vouched =
    trust === null
      ? t('foreign.trust.nobody')
      : t(trust.by === 'root' ? 'foreign.trust.root' : byList, {
          name: trust.name,
          territory: trust.territory,
        });
  const revoked =
    signer.revokedAt === null
      ? t('foreign.revoked.unknown')
      : t('foreign.revoked', { date: showInstant(signer.revokedAt, language) });
  return `${vouched} ${issued} ${t(VALIDITY[signer.validity], { day })} ${revoked}`;
}

function TimeOf({ time }: { time: NonNullable<ForeignSignature['time']> }) {
  const t = useDocumentsTexts();
  const date = showInstant(time.at, useLanguage());
  if (time.isProven) return t('foreign.time.proven', { date, service: time.service });
  return time.service === ''
    ? t('foreign.time.claimed', { date })
    : t('foreign.time.untrusted', { date, service: time.service });
}

/** Names the loaded roots and lists, or says that there are none. */
function TrustWords({ trusted }: Pick<CheckedReport, 'trusted'>) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  const lists = trusted.lists
    .map(({ territory, nextUpdate }) =>
      nextUpdate === null
        ? territory
        : t('foreign.loaded.list', { territory, day: dayText(berlinDay(nextUpdate), language) }),
    )
    .join(', ');
  const isNothing = trusted.roots === 0 && trusted.lists.length === 0;
  return (
    <Text size="sm" c="dimmed">
      {isNothing
        ? t('foreign.loaded.nothing')
        : t('foreign.loaded', { count: trusted.roots, lists: lists || t('foreign.loaded.noList') })}
    </Text>
  );
}
