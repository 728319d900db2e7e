// Stuck transfers to or from the practice software, and the question whether to open the papers it
// requests.

import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { TransferState } from '../../../shared/records/transfer.schema.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useTransferTexts } from './transfer-texts.ts';

/** Link to the full list. */
const PAGE = '/praxissoftware';

interface Props {
  state: TransferState | undefined;
  /** The patient whose papers are requested. */
  opened: string | null;
  onDone: () => void;
}
export function TransferLines({ state, opened, onDone }: Props) {
  const t = useTransferTexts();
  const lines =
    state === undefined
      ? []
      : [
          ...(state.failed > 0 ? [t('banner.failed', { count: state.failed })] : []),
          ...(state.isAway ? [t('banner.away')] : []),
          ...(state.unread > 0 ? [t('banner.unread', { count: state.unread })] : []),
        ];
  return (
    <>
      {opened !== null && (
        <section aria-label={t('opened.label')}>
          <Notice tone="info" role="status">
            {t('opened.text', { patid: opened })}
            <Group gap={8} mt={8}>
              <Button
                size="xs"
                component={Link}
                to={`/dokumente?patid=${encodeURIComponent(opened)}`}
                onClick={() => onDone()}
              >
                {t('opened.go')}
              </Button>
              <Button size="xs" variant="default" onClick={() => onDone()}>
                {t('opened.no')}
              </Button>
            </Group>
          </Notice>
        </section>
      )}
      {lines.length > 0 && (
        <section aria-label={t('banner.label')}>
          <Notice tone={(state?.failed ?? 0) > 0 ? 'bad' : 'warn'} role="status">
            {lines.join(' ')} <Link to={PAGE}>{t('banner.look')}</Link>
          </Notice>
        </section>
      )}
    </>
  );
}
