// Open billing proposals of one patient, in the patient's summary; for users who work with
// proposals.

import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Proposals } from '../../../shared/analytics/billing/proposals.schema.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { call, LONG_TIMEOUT } from '../../api.ts';
import { useWorth } from '../../ui/wording/worth.ts';
import { usePatientTexts } from './patient-texts.ts';

export function OpenProposals({ patid }: { patid: string }) {
  const t = usePatientTexts(),
    worth = useWorth();
  const { data } = useQuery({
    queryKey: ['abrechnung', 'patient', patid],
    queryFn: () =>
      call<Proposals>(`/api/abrechnungsvorschlaege?${new URLSearchParams({ patid, n: '1' })}`, {
        timeout: LONG_TIMEOUT,
      }),
    staleTime: 60_000,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const open = data?.offen;
  return open === undefined || open.anzahl === 0 ? null : (
    <p className="pt-more">
      {t('proposals')}:{' '}
      <Anchor component={Link} to={`/abrechnung?${new URLSearchParams({ patid })}`} fw={600}>
        {t('proposals.of', { n: open.anzahl, sum: worth.sum(open) })}
      </Anchor>
    </p>
  );
}
