// What an owner has to know before and after setting up a provider: what is sent, when, how many, at
// whose cost, and what happens without one.

import { SMS_PER_NUMBER } from '../../../shared/accounts/sms.ts';
import type { SmsGatewayView } from '../../../shared/accounts/sms.schema.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useSmsTexts } from './sms-texts.ts';

/** Host of the saved address, which holds no placeholder. */
const hostOf = (url: string): string => /^https:\/\/([^/?#]*)/i.exec(url)?.[1] ?? url;

export function SmsFacts({ view: { gateway, today } }: { view: SmsGatewayView }) {
  const t = useSmsTexts();
  return (
    <>
      <Notice tone={gateway ? 'ok' : 'info'}>
        {gateway
          ? t('state.set', { host: hostOf(gateway.url), n: today, most: gateway.perDay })
          : t('state.none')}
      </Notice>
      <dl className="p-card p-facts">
        <dt>{t('fact.what')}</dt>
        <dd>
          {t('fact.what.text')}
          <br />
          <q>{t('fact.what.sample')}</q>
        </dd>
        <dt>{t('fact.when')}</dt>
        <dd>{t('fact.when.text')}</dd>
        <dt>{t('fact.many')}</dt>
        <dd>{t('fact.many.text', { n: today, each: SMS_PER_NUMBER })}</dd>
        <dt>{t('fact.cost')}</dt>
        <dd>{t('fact.cost.text')}</dd>
        <dt>{t('fact.without')}</dt>
        <dd>{t('fact.without.text')}</dd>
      </dl>
    </>
  );
}
