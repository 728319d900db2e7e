// A value of the practice while it is typed: checked, entered once, and cleared for the next one.

import { useState } from 'react';
import {
  amountOf,
  ownValueProblem,
  punktwertKey,
  subsidyKey,
  type PracticeValueKind,
  type PunktwertArea,
} from '../../../shared/analytics/deliveries/practice-value.ts';
import type { FeeCatalogue } from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import { useValueTexts } from './static-data-texts.ts';
import { enterValue } from './use-values.ts';

/** Holds the form of a value. @param changed called after a value was entered */
export function useValueForm(
  catalogue: FeeCatalogue,
  art: PracticeValueKind,
  changed: () => Promise<void>,
) {
  const t = useValueTexts(),
    { isBusy, failed, run, clear } = useSubmit();
  const [area, setArea] = useState<PunktwertArea>('KCH'),
    [region, setRegion] = useState(catalogue.region ?? ''),
    [kind, setKind] = useState('');
  const [finding, setFinding] = useState(catalogue.festzuschuesse[0]?.befund ?? ''),
    [bonus, setBonus] = useState('60'),
    [name, setName] = useState('');
  const [typed, setTyped] = useState(''),
    [from, setFrom] = useState(''),
    [to, setTo] = useState(''),
    [note, setNote] = useState(''),
    [isTried, setTried] = useState(false);
  // Created once per value, so that a double press enters one.
  const [id, setId] = useState<string>(() => crypto.randomUUID());
  const amount = amountOf(typed, art === 'PUNKTWERT' ? 4 : 2) ?? -1,
    key =
      art === 'PUNKTWERT'
        ? punktwertKey(region || null, kind || null, area)
        : art === 'FESTZUSCHUSS'
          ? subsidyKey(finding, Number(bonus))
          : name.trim();
  const value = {
      art,
      schluessel: key,
      wert: amount,
      validFrom: from,
      validTo: to === '' ? null : to,
    },
    problem = from === '' ? 'days' : ownValueProblem(value);
  const isAmountBad =
      isTried && ownValueProblem({ ...value, validFrom: '2026-01-01', validTo: null }) === 'value',
    isNameBad = isTried && art === 'PREIS' && key === '',
    areDaysBad = isTried && problem === 'days';
  const save = async (): Promise<void> => {
    setTried(true);
    if (problem !== undefined) return;
    const isDone = await run(async () => {
      await enterValue({ ...value, id, note: note.trim() });
      await changed();
    });
    if (!isDone) return;
    say(t('saved'));
    setId(crypto.randomUUID());
    setTyped('');
    setTried(false);
  };
  return {
    area,
    setArea,
    region,
    setRegion,
    kind,
    setKind,
    finding,
    setFinding,
    bonus,
    setBonus,
    name,
    setName,
    typed,
    setTyped,
    from,
    setFrom,
    to,
    setTo,
    note,
    setNote,
    isAmountBad,
    isNameBad,
    areDaysBad,
    isBusy,
    failed,
    clear,
    save,
  };
}
export type ValueFormState = ReturnType<typeof useValueForm>;
