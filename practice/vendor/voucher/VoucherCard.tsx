// The owner's vouchers on the page of the contract: what was redeemed, and a field for a code.

import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import { REFUSALS, readCode } from '../../../shared/vendor/voucher.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { redeemVoucher, useFreshVouchers, useRedeemed } from './voucher-calls.ts';
import { useVoucherTexts } from './voucher-texts.ts';
import { worthText } from './worth.ts';

/** Returns why a code was refused; undefined for other failures. */
const refusal = (failed: unknown): (typeof REFUSALS)[number] | 'typo' | undefined => {
  const why = failed instanceof CallError ? failed.fields?.gutscheincode : undefined;
  return why === 'typo' ? why : REFUSALS.find((one) => one === why);
};

export function VoucherCard({
  confirm,
  onChanged,
}: {
  /** Runs work that may need the password first. */
  confirm: (work: () => Promise<void>) => Promise<void>;
  onChanged: () => Promise<void>;
}) {
  const t = useVoucherTexts(),
    language = useLanguage(),
    list = useRedeemed(),
    fresh = useFreshVouchers(),
    { isBusy, failed, run, clear } = useSubmit(),
    [code, setCode] = useState(''),
    [hasTypo, setTypo] = useState(false),
    why = hasTypo ? 'typo' : refusal(failed);
  const submit = (): void => {
    // A typing error is noticed here already.
    if (readCode(code) === undefined) {
      setTypo(true);
      return;
    }
    void run(async () => {
      await confirm(async () => {
        await redeemVoucher(code);
        setCode('');
        say(t('redeemed'));
      });
      await fresh();
      await onChanged();
    });
  };
  return (
    <section className="p-card p-stack" aria-labelledby="g-title">
      <Title order={2} id="g-title">
        {t('title')}
      </Title>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.items.length > 0 && (
        <ul className="i-rows">
          {list.data.items.map((one) => (
            <li key={one.id}>
              <div className="i-who">
                <Text fw={600}>{worthText(one, t, language)}</Text>
                <Text size="sm">
                  {t('from', { sponsor: one.sponsor, day: showDay(one.at, language) })}
                </Text>
              </div>
              <StateWord
                tone={one.isApplied ? 'ok' : 'info'}
                icon={one.isApplied ? IconCheck : IconClock}
              >
                {t(one.isApplied ? 'applied' : 'waiting')}
              </StateWord>
            </li>
          ))}
        </ul>
      )}
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label={t('code')}
          description={t('codeHint')}
          maxLength={40}
          autoComplete="off"
          value={code}
          error={why && t(`why.${why}`)}
          onChange={(event) => {
            clear();
            setTypo(false);
            setCode(event.currentTarget.value);
          }}
        />
        {failed !== null && why === undefined && <ErrorNotice error={failed} />}
        <Group>
          <Button type="submit" variant="default" loading={isBusy} disabled={code.trim() === ''}>
            {t('redeem')}
          </Button>
        </Group>
      </form>
    </section>
  );
}
