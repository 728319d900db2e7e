// What the practice sets around all rules: substitutes' days, other carriers, what depends on its KZV, thresholds; a change evaluates the rules anew.

import { Button, Group, NumberInput, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Regeln } from '../../shared/abrechnung.schema.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { useLanguage } from '../ui/texts.ts';
import { say as sayShort } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { KEY, saveEinstellung } from './abrechnung-calls.ts';
import { useAbrechnungTexts } from './abrechnung-texts.ts';
import { count, say } from './words.ts';

export function SettingsCard({ einstellung, mayWrite }: { einstellung: Regeln['einstellung']; mayWrite: boolean }) {
  const t = useAbrechnungTexts(), language = useLanguage(), queries = useQueryClient(), { isBusy, failed, run } = useSubmit();
  const [mitVertretung, setVertretung] = useState(einstellung.mitVertretung), [mitAnderenTraegern, setTraeger] = useState(einstellung.mitAnderenTraegern);
  const [schalter, setSchalter] = useState(() => Object.fromEntries(einstellung.schalter.map(({ name, wert }) => [name, wert]))), [schwellen, setSchwellen] = useState<Record<string, number | ''>>(() => Object.fromEntries(einstellung.schwellen.map(({ name, wert }) => [name, wert])));
  const wrong = einstellung.schwellen.filter(({ name, min, max }) => { const given = schwellen[name]; return typeof given !== 'number' || given < min || given > max; }).map(({ name }) => name);
  const save = (): void => void run(async () => {
    if (wrong.length > 0) return;
    await saveEinstellung({ rev: einstellung.rev, mitVertretung, mitAnderenTraegern, schalter, schwellen: Object.fromEntries(Object.entries(schwellen).map(([name, wert]) => [name, Number(wert)])) });
    await queries.invalidateQueries({ queryKey: [KEY] });
    sayShort(t('einstellung.gespeichert'));
  });
  return (
    <details className="p-card ab-part ab-settings">
      <summary>{t('einstellung')}</summary>
      <form className="p-stack" noValidate onSubmit={(event) => { event.preventDefault(); save(); }}>
        <fieldset className="ab-fieldset p-stack" disabled={!mayWrite || isBusy}>
          <Switch size="md" label={t('einstellung.vertretung')} description={t('einstellung.vertretungErklaert')} checked={mitVertretung} onChange={(event) => setVertretung(event.currentTarget.checked)} />
          <Switch size="md" label={t('einstellung.traeger')} description={t('einstellung.traegerErklaert')} checked={mitAnderenTraegern} onChange={(event) => setTraeger(event.currentTarget.checked)} />
          {einstellung.schalter.map(({ name, titel, erklaerung }) => <Switch key={name} size="md" label={say(titel, language)} description={say(erklaerung, language)} checked={schalter[name] ?? false} onChange={(event) => setSchalter({ ...schalter, [name]: event.currentTarget.checked })} />)}
          {einstellung.schwellen.map(({ name, titel, erklaerung, min, max, standard }) => (
            <NumberInput key={name} maw={420} label={say(titel, language)} description={`${say(erklaerung, language)} ${t('einstellung.standard', { n: count(standard, language, 2) })}`} decimalSeparator={language === 'de' ? ',' : '.'} value={schwellen[name] ?? ''} onChange={(value) => setSchwellen({ ...schwellen, [name]: typeof value === 'number' ? value : '' })}
              error={wrong.includes(name) ? t('einstellung.grenzen', { min: count(min, language, 2), max: count(max, language, 2) }) : undefined} />
          ))}
        </fieldset>
        {failed !== null && <ErrorNotice error={failed} isSave />}
        {mayWrite ? <Group gap={8}><Button type="submit" loading={isBusy}>{t('speichern')}</Button></Group> : <p className="p-muted p-small">{t('nurInhaber')}</p>}
      </form>
    </details>
  );
}
