// Settings of the practice for all rules: substitutes' days, other carriers, KZV-dependent values,
// thresholds; a change triggers a re-evaluation.

import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KZVEN } from '../../../../catalog/kzv/kzv.ts';
import type { Rules } from '../../../../shared/analytics/billing/rules.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { say as sayShort } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { KEY, saveSettings } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { count, say } from '../words.ts';

type Settings = Rules['einstellung'];

/** Holds the typed settings and saves them with the version seen. */
function useSettings(settings: Settings) {
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
  return {
    hasSubstitutes,
    setHasSubstitutes,
    hasOtherCarriers,
    setHasOtherCarriers,
    switches,
    setSwitches,
    thresholds,
    setThresholds,
    kzv,
    setKzv,
    wrong,
    isBusy,
    failed,
    save,
  };
}

export function SettingsCard({ settings, mayWrite }: { settings: Settings; mayWrite: boolean }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    typed = useSettings(settings),
    { switches, thresholds, kzv, isBusy, failed } = typed;
  return (
    <details className="p-card ab-part ab-settings">
      <summary>{t('einstellung')}</summary>
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          typed.save();
        }}
      >
        <fieldset className="ab-fieldset p-stack" disabled={!mayWrite || isBusy}>
          <Switch
            size="md"
            label={t('einstellung.vertretung')}
            description={t('einstellung.vertretungErklaert')}
            checked={typed.hasSubstitutes}
            onChange={(event) => typed.setHasSubstitutes(event.currentTarget.checked)}
          />
          <Switch
            size="md"
            label={t('einstellung.traeger')}
            description={t('einstellung.traegerErklaert')}
            checked={typed.hasOtherCarriers}
            onChange={(event) => typed.setHasOtherCarriers(event.currentTarget.checked)}
          />
          {settings.schalter.map(({ name, titel, erklaerung }) => (
            <Switch
              key={name}
              size="md"
              label={say(titel, language)}
              description={say(erklaerung, language)}
              checked={switches[name] ?? false}
              onChange={(event) =>
                typed.setSwitches({ ...switches, [name]: event.currentTarget.checked })
              }
            />
          ))}
          {settings.schwellen.map((one) => (
            <Threshold
              key={one.name}
              one={one}
              value={thresholds[one.name] ?? ''}
              isWrong={typed.wrong.includes(one.name)}
              onChange={(value) => typed.setThresholds({ ...thresholds, [one.name]: value })}
            />
          ))}
          {settings.stempel.length > 0 && (
            <StampFields stamps={settings.stempel} kzv={kzv} onChange={typed.setKzv} />
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

function Threshold({
  one: { titel, erklaerung, min, max, standard },
  value,
  isWrong,
  onChange,
}: {
  one: Settings['schwellen'][number];
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}) {
  const t = useBillingTexts(),
    language = useLanguage();
  return (
    <TextInput
      maw={420}
      label={say(titel, language)}
      description={`${say(erklaerung, language)} ${t('einstellung.standard', { n: count(standard, language, 2) })}`}
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={
        isWrong
          ? t('einstellung.grenzen', {
              min: count(min, language, 2),
              max: count(max, language, 2),
            })
          : undefined
      }
    />
  );
}

/** The KZV of each practice stamp; the default follows from its number. */
function StampFields({
  stamps,
  kzv,
  onChange,
}: {
  stamps: Settings['stempel'];
  kzv: Readonly<Record<string, string>>;
  onChange: (kzv: Record<string, string>) => void;
}) {
  const t = useBillingTexts();
  return (
    <fieldset className="ab-fieldset p-stack" aria-describedby="ab-kzv-why">
      <legend className="ab-h2">{t('einstellung.kzv')}</legend>
      <p id="ab-kzv-why" className="p-muted p-small">
        {t('einstellung.kzvErklaert')}
      </p>
      {stamps.map(({ id, name, ausNummer, kzv: said }) => (
        <NativeSelect
          key={id}
          maw={420}
          label={name === '' ? id : name}
          value={kzv[id] ?? said}
          onChange={(event) => onChange({ ...kzv, [id]: event.currentTarget.value })}
          data={[
            {
              value: '',
              label:
                ausNummer === ''
                  ? t('einstellung.kzvUnbekannt')
                  : t('einstellung.kzvAusNummer', {
                      kzv: KZVEN.find((one) => one.region === ausNummer)?.short ?? ausNummer,
                    }),
            },
            ...KZVEN.map((one) => ({ value: one.region, label: one.name })),
          ]}
        />
      ))}
    </fieldset>
  );
}
