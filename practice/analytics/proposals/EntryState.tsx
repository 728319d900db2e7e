// State of an entry that staff has to make: waiting, arrived, changed, or found after the hand-in.

import { Button, Table } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Proposal } from '../../../shared/analytics/billing/proposals.schema.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useToday } from '../../ui/wording/now.ts';
import { useBillingTexts, type BillingKey } from './proposals-texts.ts';
import { lateWords, personName, say, STATE_LOOK } from './words.ts';

const STAND: Partial<Record<Proposal['state'], BillingKey>> = {
  UMGESETZT: 'nachtragen.da',
  VERFALLEN: 'nachtragen.abgegeben',
};

export function EntryState({
  one,
  isBusy,
  onSend,
}: {
  one: Proposal;
  isBusy: boolean;
  onSend: (action: 'vormerken' | 'zuruecknehmen') => void;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    look = STATE_LOOK[one.state],
    late = lateWords(one, t, useToday());
  return (
    <Table.Td>
      <StateWord tone={look.tone} icon={look.icon}>
        {t(STAND[one.state] ?? 'nachtragen.wartet')}
      </StateWord>
      {one.eingetragenAls !== null && (
        <span className="p-small p-muted ab-block">
          {t('nachtragen.anders', { was: one.eingetragenAls.replace('GOAE', 'GOÄ') })}
        </span>
      )}
      {one.entscheid !== null && (
        <span className="p-small p-muted p-tabular ab-block">
          {[one.entscheid.von, showInstant(one.entscheid.am, language)]
            .filter((part) => part !== '')
            .join(', ')}
        </span>
      )}
      {late !== '' && <span className="p-small p-muted ab-block">{late}</span>}
      {one.state === 'VERFALLEN' && (
        <Button
          size="compact-sm"
          variant="default"
          className="p-noprint"
          disabled={isBusy}
          aria-label={t('nachtragen.spaetVormerkenWas', {
            was: `${say(one.titel, language)}, ${personName(one, t)}`,
          })}
          onClick={() => onSend('vormerken')}
        >
          {t('nachtragen.spaetVormerken')}
        </Button>
      )}
      {one.state === 'VORGEMERKT' && (
        <Button
          size="compact-sm"
          variant="subtle"
          className="p-noprint"
          disabled={isBusy}
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          aria-label={t('zurueckWas', {
            was: `${say(one.titel, language)}, ${personName(one, t)}`,
          })}
          onClick={() => onSend('zuruecknehmen')}
        >
          {t('zurueck')}
        </Button>
      )}
    </Table.Td>
  );
}
