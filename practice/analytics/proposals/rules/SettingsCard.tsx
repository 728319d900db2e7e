// Settings of the practice for all rules: substitutes' days, other carriers, KZV-dependent values,
// thresholds; a change triggers a re-evaluation.

import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KZVEN } from '../../../../catalog/kzv/kzv.ts';
import type { Rules } from '../../../../shared/analytics/billing/billing.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { say as sayShort } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { KEY, saveSettings } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { count, say } from '../words.ts';

export function SettingsCard({
  settings,
  mayWrite,
}: {
  settings: Rules['einstellung'];
  mayWrite: boolean;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    queries = useQueryClient(),
    { isBusy, failed, run } = useSubmit();
  const [hasSubstitutes, setHasSubstitutes] = useState(settings.mitVertretung),
    [hasOtherCarriers, setHasOtherCarriers] = useState(settings.mitAnderenTraegern);
  const [switches, setSwitches] = useState(() =>
      Object.fromEntries(settings.schalter.map(({ name, wert }) => [name, wert])),
    ),
    [thresholds, setThresholds] = useState<Record<string, string>>(() =>
      Object.fromEntries(
        settings.schwellen.map(({ name, wert }) => [
          name,
          String(wert).replace('.', language === 'de' ? ',' : '.'),
        ]),
      ),
    );
  // Only changed fields are sent: a stamp that came in meanwhile keeps its value.
  const [kzv, setKzv] = useState<Record<string, string>>({});
  const numberOf = (name: string): number => {
    const given = (thresholds[name] ?? '').trim().replace(',', '.');
    return given === '' ? Number.NaN : Number(given);
  };
  const wrong = settings.schwellen
    .filter(({ name, min, max }) => !(numberOf(name) >= min && numberOf(name) <= max))
    .map(({ name }) => name);
  const save = (): void =>
    void run(async () => {
      if (wrong.length > 0) return;
      await saveSettings({
        rev: settings.rev,
        mitVertretung: hasSubstitutes,
        mitAnderenTraegern: hasOtherCarriers,
        schalter: switches,
        schwellen: Object.fromEntries(
          Object.keys(thresholds).map((name) => [name, numberOf(name)]),
        ),
        ...(Object.keys(kzv).length > 0 && { kzv }),
      });
      setKzv({});
      await queries.invalidateQueries({ queryKey: [KEY] });
      sayShort(t('einstellung.gespeichert'));
    });
  return (
    <details className="p-card ab-part ab-settings">
      <summary>{t('einstellung')}</summary>
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <fieldset className="ab-fieldset p-stack" disabled={!mayWrite || isBusy}>
          <Switch
            size="md"
            label={t('einstellung.vertretung')}
            description={t('einstellung.vertretungErklaert')}
            checked={hasSubstitutes}
            onChange={(event) => setHasSubstitutes(event.currentTarget.checked)}
          />
          <Switch
            size="md"
            label={t('einstellung.traeger')}
            description={t('einstellung.traegerErklaert')}
            checked={hasOtherCarriers}
            onChange={(event) => setHasOtherCarriers(event.currentTarget.checked)}
          />
          {settings.schalter.map(({ name, titel, erklaerung }) => (
            <Switch
              key={name}
              size="md"
              label={say(titel, language)}
              description={say(erklaerung, language)}
              checked={switches[name] ?? false}
              onChange={(event) =>
                setSwitches({ ...switches, [name]: event.currentTarget.checked })
              }
            />
          ))}
          {settings.schwellen.map(({ name, titel, erklaerung, min, max, standard }) => (
            <TextInput
              key={name}
              maw={420}
              label={say(titel, language)}
              description={`${say(erklaerung, language)} ${t('einstellung.standard', { n: count(standard, language, 2) })}`}
              inputMode="decimal"
              value={thresholds[name] ?? ''}
              onChange={(event) =>
                setThresholds({ ...thresholds, [name]: event.currentTarget.value })
              }
              error={
                wrong.includes(name)
                  ? t('einstellung.grenzen', {
                      min: count(min, language, 2),
                      max: count(max, language, 2),
                    })
                  : undefined
              }
            />
          ))}
          {settings.stempel.length > 0 && (
            <fieldset className="ab-fieldset p-stack" aria-describedby="ab-kzv-why">
              <legend className="ab-h2">{t('einstellung.kzv')}</legend>
              <p id="ab-kzv-why" className="p-muted p-small">
                {t('einstellung.kzvErklaert')}
              </p>
              {settings.stempel.map(({ id, name, ausNummer, kzv: said }) => (
                <NativeSelect
                  key={id}
                  maw={420}
                  label={name === '' ? id : name}
                  value={kzv[id] ?? said}
                  onChange={(event) => setKzv({ ...kzv, [id]: event.currentTarget.value })}
                  data={[
                    {
                      value: '',
                      label:
                        ausNummer === ''
                          ? t('einstellung.kzvUnbekannt')
                          : t('einstellung.kzvAusNummer', {
                              kzv:
                                KZVEN.find((one) => one.region === ausNummer)?.short ?? ausNummer,
                            }),
                    },
                    ...KZVEN.map((one) => ({ value: one.region, label: one.name })),
                  ]}
                />
              ))}
            </fieldset>
          )}
        </fieldset>
        {failed !== null && <ErrorNotice error={failed} isSave />}
        {mayWrite ? (
          <Group gap={8}>
            <Button type="submit" loading={isBusy}>
              {t('speichern')}
            </Button>
          </Group>
        ) : (
          <p className="p-muted p-small">{t('nurInhaber')}</p>
        )}
      </form>
    </details>
  );
}
