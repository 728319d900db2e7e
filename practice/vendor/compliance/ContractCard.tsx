// The contract on processing with the vendor: which version was accepted, by whom and when, the
// services next to Molar, and the way to print it.

import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { SERVICES } from '../../../catalog/terms/services.ts';
import type { ProcessingView } from '../../../shared/accounts/terms.schema.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useContract } from './compliance-calls.ts';
import { useComplianceTexts } from './compliance-texts.ts';

const SHOWN = {
  accepted: { tone: 'ok', icon: IconCircleCheck },
  soon: { tone: 'warn', icon: IconClock },
  open: { tone: 'bad', icon: IconAlertTriangle },
} as const;

export function ContractCard() {
  const t = useComplianceTexts(),
    found = useContract();
  return (
    <section className="p-card p-stack" aria-labelledby="co-contract">
      <h2 id="co-contract">{t('contract')}</h2>
      {found.isPending && <Loading />}
      {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Contract view={found.data} />}
    </section>
  );
}

function Contract({ view }: { view: ProcessingView }) {
  const t = useComplianceTexts(),
    language = useLanguage(),
    words = language.startsWith('de') ? 'de' : 'en',
    { state, accepted, version, isReviewed } = view;
  return (
    <>
      <div className="co-point">
        <StateWord {...SHOWN[state]}>{t(`contract.${state}`)}</StateWord>
        <div className="co-words">
          {accepted && (
            <p>
              {t('contract.by', {
                version: accepted.version,
                name: accepted.name,
                at: showInstant(accepted.at, language),
              })}
            </p>
          )}
          {state !== 'accepted' && (
            <p>
              {t(state === 'soon' ? 'contract.until' : 'contract.now', {
                version,
                day: dayText(view.dueFrom, language),
              })}
            </p>
          )}
          {!isReviewed && <p className="p-muted p-small">{t('contract.unreviewed')}</p>}
        </div>
      </div>
      <div>
        <Text fw={600}>{t('services')}</Text>
        <Text size="sm">{t('services.lead')}</Text>
        <ul className="co-facts">
          {SERVICES.map(({ id, side, name, data }) => {
            const isOn = view.services.includes(id);
            return (
              <li key={id}>
                <StateWord tone={isOn ? 'info' : 'off'} icon={isOn ? IconCircleCheck : IconCircle}>
                  {t(isOn ? 'services.on' : 'services.off')}
                </StateWord>
                <span>
                  <strong>{name[words]}</strong> ({t(`services.${side}`)}): {data[words]}
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      <Group gap={8} className="co-screen">
        <Button component={Link} to="/agb#avv" variant="default">
          {t(state === 'accepted' ? 'contract.read' : 'contract.accept')}
        </Button>
        <Button component={Link} to="/agb/auftragsverarbeitung" variant="default">
          {t('contract.print')}
        </Button>
      </Group>
    </>
  );
}
