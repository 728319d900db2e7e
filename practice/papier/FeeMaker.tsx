// Makes an agreement on fees: services of the schedule with a factor each, the amounts by points; printed with the required contents and nothing else.

import { Autocomplete, Button, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { isSingleOnly, POSITIONS } from '../../catalog/goz/positions.ts';
import { factorOf, feeCents, NEEDS_AGREEMENT, REIMBURSEMENT } from '../../shared/fee-agreement.ts';
import { euroText } from '../../shared/paper-risk.ts';
import { useSession } from '../session.ts';
import { usePapierTexts, type PapierKey } from './papier-texts.ts';

interface Line { number: string; words: string; points: number; factor: string }
const NAMES = POSITIONS.map((one) => `${one.number} ${one.text}`);
/** Why a factor cannot be printed so; undefined where it can. */
function problemOf({ number, factor }: Line): PapierKey | undefined {
  const value = factorOf(factor);
  if (isSingleOnly(number)) return 'fee.single';
  return value === undefined ? 'fee.badFactor' : value <= NEEDS_AGREEMENT ? 'fee.low' : undefined;
}

export function FeeMaker() {
  const t = usePapierTexts(), { praxisName } = useSession(), [payer, setPayer] = useState(''), [lines, setLines] = useState<Line[]>([]), [typed, setTyped] = useState(''), [problem, setProblem] = useState<PapierKey | null>(null);
  const change = (at: number, part: Partial<Line>): void => setLines((old) => old.map((one, n) => (n === at ? { ...one, ...part } : one)));
  const add = (said: string): void => {
    const number = /^\d{4}/.exec(said.trim())?.[0], position = POSITIONS.find((one) => one.number === number);
    setProblem(position ? null : 'fee.noService');
    if (!position) return;
    setLines((old) => [...old, { number: position.number, words: position.text, points: position.points, factor: '' }]);
    setTyped('');
  };
  const printed = (): void => {
    const wrong = payer.trim() === '' ? 'fee.needPayer' : lines.length === 0 ? 'fee.needLine' : lines.map(problemOf).find((one) => one !== undefined);
    setProblem(wrong ?? null);
    if (wrong === undefined) print();
  };
  return (
    <section className="p-card pa-feebox" aria-labelledby="pa-make">
      <Title order={2} id="pa-make" className="pa-h2">{t('fee.make')}</Title>
      <TextInput label={t('fee.payer')} placeholder={t('fee.payerHint')} maxLength={120} value={payer} onChange={(event) => setPayer(event.currentTarget.value)} />
      <div className="pa-add">
        <Autocomplete label={t('fee.service')} placeholder={t('fee.serviceHint')} data={NAMES} limit={8} value={typed} onChange={setTyped} onOptionSubmit={add} />
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => add(typed)}>{t('fee.add')}</Button>
      </div>
      {lines.length > 0 && (
        <ul className="pa-feelines">
          {lines.map((one, at) => {
            const value = factorOf(one.factor), wrong = one.factor === '' ? undefined : problemOf(one);
            return (
              <li key={`${at} ${one.number}`}>
                <strong className="p-tabular">{one.number}</strong>
                <TextInput aria-label={t('fee.words', { number: one.number })} maxLength={200} value={one.words} onChange={(event) => change(at, { words: event.currentTarget.value })} />
                <TextInput aria-label={t('fee.factor', { number: one.number })} inputMode="decimal" maxLength={5} value={one.factor} placeholder="4,5" onChange={(event) => change(at, { factor: event.currentTarget.value })} error={wrong && t(wrong)} />
                <span className="p-tabular pa-sumof" aria-label={t('fee.amount')}>{value === undefined ? '–' : euroText(feeCents(one.points, value))}</span>
                <Button size="xs" variant="default" leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />} aria-label={t('fee.removeOf', { number: one.number })} onClick={() => setLines((old) => old.filter((_, n) => n !== at))}>{t('fee.remove')}</Button>
              </li>
            );
          })}
        </ul>
      )}
      <Text size="xs" c="dimmed">{t('fee.short')} {t('fee.copy')}</Text>
      {problem !== null && <Text size="sm" c="var(--bad)" role="alert">{t(problem)}</Text>}
      <div><Button leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />} onClick={printed}>{t('fee.print')}</Button></div>
      {createPortal(<Sheet praxis={praxisName} payer={payer.trim()} lines={lines} />, document.body)}
    </section>
  );
}

/** On paper only, in German, and nothing but what the law asks for. */
function Sheet({ praxis, payer, lines }: { praxis: string; payer: string; lines: readonly Line[] }) {
  return (
    <div className="pa-print" lang="de">
      <h1>Vereinbarung nach § 2 Abs. 1 und 2 GOZ</h1>
      <p>zwischen {praxis}<br />und {payer}</p>
      <table>
        <thead><tr><th>Nr.</th><th>Leistung</th><th>Steigerungssatz</th><th>Betrag</th></tr></thead>
        <tbody>{lines.map((one, at) => { const factor = factorOf(one.factor); return <tr key={at}><td>{one.number}</td><td>{one.words}</td><td>{one.factor.trim().replace('.', ',')}-fach</td><td>{factor === undefined ? '' : euroText(feeCents(one.points, factor))}</td></tr>; })}</tbody>
      </table>
      <p>{REIMBURSEMENT}</p>
      <div className="pa-signs"><p>Ort, Datum</p><p>Ort, Datum</p><p>Unterschrift Zahnärztin oder Zahnarzt</p><p>Unterschrift zahlungspflichtige Person</p></div>
    </div>
  );
}
