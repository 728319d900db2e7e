// Billing of one person: state of the consent for each company, and sending one; V6 is shown before
// anything is created.

import { Button, TextInput, Title } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconReceipt,
  IconSend,
  IconBan,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import type { Consents } from '../../../shared/papers/consent.schema.ts';
import type { FactoringInit, FactoringState } from '../../../shared/papers/factoring.schema.ts';
import { ageOn, isBirthDate } from '../../../shared/base/dates.ts';
import { ERRORS } from '../../../shared/base/errors.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { sayWithUndo } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useConsentTexts } from './consent-texts.ts';
import { initFactoring, useConsentActs, useFactoring } from './use-consents.ts';

const LOOK = {
  open: { tone: 'off', icon: IconCircleDashed },
  holds: { tone: 'ok', icon: IconCircleCheck },
  pays_directly: { tone: 'info', icon: IconReceipt },
  withdrawn: { tone: 'warn', icon: IconBan },
} as const;
type Person = Pick<Consents, 'patid' | 'name' | 'geburtsdatum'>;

export function Factoring({ person }: { person: Person }) {
  const t = useConsentTexts(),
    language = useLanguage(),
    query = useFactoring(person.patid);
  return (
    <section className="p-card p-stack" aria-labelledby="ew-billing">
      <Title order={2} id="ew-billing" className="ew-h2">
        {t('billing.title')}
      </Title>
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.isBlocked === true && (
        <Notice tone="bad">{ERRORS.birthdate_invalid[language === 'de' ? 'de' : 'en']}</Notice>
      )}
      {query.data?.partners.length === 0 && (
        <p className="p-muted">
          {t('billing.none')} <Link to="/einwilligungen/abrechnung">{t('partners.title')}</Link>
        </p>
      )}
      {query.data && query.data.partners.length > 0 && (
        <ul className="ew-list">
          {query.data.partners.map((one) => (
            <OnePartner
              key={one.partnerId}
              person={person}
              partner={one}
              isBlocked={query.data.isBlocked}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function OnePartner({
  person,
  partner,
  isBlocked,
}: {
  person: Person;
  partner: FactoringState['partners'][number];
  isBlocked: boolean;
}) {
  const t = useConsentTexts(),
    ui = useUiTexts(),
    language = useLanguage(),
    today = useToday(),
    acts = useConsentActs(),
    { isBusy, failed, run } = useSubmit();
  const [begun, setBegun] = useState<{ id: string; init: FactoringInit } | null>(null),
    look = LOOK[partner.state];
  const isMinor = isBirthDate(person.geburtsdatum, today) && ageOn(person.geburtsdatum, today) < 18;
  // Formats a name as in documents: the list has the family name first.
  const [name, setName] = useState(isMinor ? '' : person.name.split(', ').reverse().join(' '));
  const begin = (): void => {
    void run(async () => {
      setBegun({ id: uuidv7(), init: await initFactoring(person.patid, partner.partnerId) });
    });
  };
  const send = (id: string): void => {
    void run(async () => {
      const { mappeId } = await acts.sendFactoring({
        id,
        patid: person.patid,
        partnerId: partner.partnerId,
        signers: [{ role: isMinor ? 'parent1' : 'patient', name: name.trim() }],
      });
      setBegun(null);
      sayWithUndo(t('repeat.said', { title: partner.name }), () => acts.undoSent(mappeId));
    });
  };
  return (
    <li className="ew-paper">
      <div className="ew-head">
        <span className="ew-title">{partner.name}</span>
        <StateWord tone={look.tone} icon={look.icon}>
          {t(`billing.${partner.state}`)}
          {partner.since === null ? '' : `, ${showDay(partner.since, language)}`}
        </StateWord>
      </div>
      {failed !== null && <ErrorNotice error={failed} />}
      {begun === null ? (
        <div className="p-row ew-acts">
          <Button size="xs" variant="default" loading={isBusy} disabled={isBlocked} onClick={begin}>
            {t('billing.begin')}
          </Button>
        </div>
      ) : (
        <div className="p-stack">
          <Notice tone="info">
            {t(begun.init.mayBeSignedByFinger ? 'billing.onTablet' : 'billing.onPaper')}{' '}
            {begun.init.formRequirement.reason[language] ?? begun.init.formRequirement.reason['de']}{' '}
            ({begun.init.formRequirement.source})
          </Notice>
          <TextInput
            label={t(isMinor ? 'billing.parent' : 'billing.signer')}
            value={name}
            maxLength={120}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
            maw={420}
          />
          <div className="p-row">
            <Button
              size="xs"
              loading={isBusy}
              disabled={name.trim() === ''}
              leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
              onClick={() => send(begun.id)}
            >
              {t('billing.send')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setBegun(null)}>
              {ui('cancel')}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}
