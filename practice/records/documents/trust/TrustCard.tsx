// What proofs rest on, for an owner: certificates of the server, trusted roots and lists, roots of
// the own seals, each with its end and where it comes from.

import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { HeldCertificates } from '../../../../shared/papers/seal/held-certificate.schema.ts';
import { call } from '../../../api.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { HeldList } from '../../../ui/lists/HeldList.tsx';
import { useDocumentsTexts } from '../documents-texts.ts';

/** Requests what the practice's proofs rest on. */
const getTrust = (): Promise<HeldCertificates> =>
  call<HeldCertificates>('/documents/trust', { isR4c: true });

export function TrustCard() {
  const t = useDocumentsTexts(),
    trust = useQuery({ queryKey: ['seal', 'trust'], queryFn: getTrust });
  if (trust.isError)
    return <ErrorNotice error={trust.error} onRetry={() => void trust.refetch()} />;
  const items = trust.data?.items ?? [];
  const isEmpty = trust.isSuccess && items.every((one) => one.use === 'authority');
  return (
    <section className="p-card p-noprint">
      <Title order={2} mb={4}>
        {t('trust.title')}
      </Title>
      <Text mb={8}>{t('trust.text')}</Text>
      {isEmpty && <Text mb={8}>{t('trust.empty')}</Text>}
      <HeldList items={items} />
    </section>
  );
}
