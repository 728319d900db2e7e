// The practice's licence: state, terms, and a way to store a newer file.

import './licence.css';
import { Button, FileButton, Text, Title } from '@mantine/core';
import { CallError } from '../../../shared/base/client.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { showDay } from '../../ui/wording/moments.ts';
import { uploadLicence, useFreshLicences, useLicence } from './licence-calls.ts';
import { LICENCE_SHOWN } from './licence-states.ts';
import { useLicenceTexts } from './licence-texts.ts';

const isWrongFile = (failed: unknown): boolean =>
  failed instanceof CallError && failed.code === 'validation';
/** Shows nothing on a server that asks for no licence. */
export function LicenceCard() {
  const t = useLicenceTexts(),
    language = useLanguage(),
    licence = useLicence(),
    fresh = useFreshLicences(),
    user = useSession().user,
    { isBusy, failed, run } = useSubmit();
  if (licence.isError)
    return <ErrorNotice error={licence.error} onRetry={() => void licence.refetch()} />;
  if (!licence.data || licence.data.state === 'off') return null;
  const { state, licence: terms } = licence.data;
  const take = (file: File | null): void => {
    if (file)
      void run(async () => {
        await uploadLicence(await file.text());
        say(t('stored'));
        await fresh();
      });
  };
  return (
    <section className="p-card p-stack" aria-labelledby="v-licence">
      <Title order={2} id="v-licence">
        {t('title')}
      </Title>
      <div>
        <StateWord {...LICENCE_SHOWN[state]}>{t(`state.${state}`)}</StateWord>
        <Text size="sm">{t(`hint.${state}`, { day: showDay(terms?.validUntil, language) })}</Text>
      </div>
      {terms && (
        <dl className="l-terms">
          {(
            [
              ['serialnumber', terms.serialnumber],
              ['seats', t('of', terms.seats)],
              ['tablets', t('of', terms.tablets)],
              ['renewBy', showDay(terms.renewBy, language)],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd className="p-tabular">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {user && (
        <Text size="sm" className="l-key">
          {t('own')}: {user.cid}
        </Text>
      )}
      {isWrongFile(failed) ? (
        <Notice tone="bad" role="alert">
          {t('wrongFile')}
        </Notice>
      ) : (
        failed !== null && <ErrorNotice error={failed} />
      )}
      <div>
        <FileButton accept="application/json,.json" onChange={take}>
          {(props) => (
            <Button variant="default" loading={isBusy} {...props}>
              {t('upload')}
            </Button>
          )}
        </FileButton>
      </div>
    </section>
  );
}
