// Labels of proposals: put on one proposal, made, renamed, coloured and removed.

import { Button, Checkbox, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Abrechnungslabel, Vorschlag } from '../../shared/abrechnung.schema.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { useUiTexts } from '../ui/ErrorNotice.tsx';
import { useLanguage } from '../ui/texts.ts';
import { sayError } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { assignLabels, changeLabel, dropLabel, KEY, makeLabel, saveLabelConfig, zielOf, type Labels } from './abrechnung-calls.ts';
import { useAbrechnungTexts } from './abrechnung-texts.ts';
import { say } from './words.ts';

/** Colours in the order of the list; the screen knows how they look. */
const COLOURS = ['teal', 'orange', 'blue', 'brown', 'pink', 'gray'] as const satisfies readonly Abrechnungslabel['color'][];
const colourOf = (word: string): Abrechnungslabel['color'] => COLOURS.find((one) => one === word) ?? 'teal';

/** Which labels a proposal bears; each tick is kept at once, digits tick by keyboard. */
export function AssignDialog({ one, labels, onClose, onManage }: { one: Vorschlag; labels: readonly Abrechnungslabel[]; onClose: () => void; onManage: () => void }) {
  const t = useAbrechnungTexts(), ui = useUiTexts(), language = useLanguage(), queries = useQueryClient(), [chosen, setChosen] = useState<readonly string[]>(one.labels), { isBusy, run } = useSubmit();
  const toggle = (id: string): void => {
    const before = chosen, next = before.includes(id) ? before.filter((given) => given !== id) : [...before, id];
    setChosen(next);
    void run(async () => {
      setChosen((await assignLabels(zielOf(one), next, before)).labels);
      await queries.invalidateQueries({ queryKey: [KEY] });
    }, (error) => { setChosen(before); sayError(error); });
  };
  const byDigit = (event: KeyboardEvent): void => {
    const named = /^[1-9]$/.test(event.key) ? labels[Number(event.key) - 1] : undefined;
    if (named && !isBusy) { event.preventDefault(); toggle(named.id); }
  };
  return (
    <Modal opened onClose={onClose} title={t('label.fuer', { was: say(one.titel, language) })} size={420} closeButtonProps={{ 'aria-label': ui('close') }}>
      <div className="p-stack">
        {labels.length === 0 && <p className="p-muted">{t('label.keine')}</p>}
        {labels.map(({ id, name, color }, at) => <Checkbox key={id} {...(at === 0 && { 'data-autofocus': true })} label={<span className="ab-label" data-color={color}>{name}{at < 9 && <kbd aria-hidden>{at + 1}</kbd>}</span>} aria-label={name} checked={chosen.includes(id)} disabled={isBusy && !chosen.includes(id)} onKeyDown={byDigit} onChange={() => toggle(id)} />)}
        <Group justify="space-between"><Button size="xs" variant="subtle" onClick={onManage}>{t('label.verwalten')}</Button><Button size="xs" onClick={onClose}>{t('fertig')}</Button></Group>
      </div>
    </Modal>
  );
}

/** @param gruppen groups of rules that may bear a label by themselves */
export function LabelsDialog({ labels: { items, labelConfig }, gruppen, onClose }: { labels: Labels; gruppen: readonly string[]; onClose: () => void }) {
  const t = useAbrechnungTexts(), ui = useUiTexts(), queries = useQueryClient(), { isBusy, run } = useSubmit(), [name, setName] = useState(''), [color, setColor] = useState<Abrechnungslabel['color']>('teal'), [id, setId] = useState(() => uuidv7());
  const act = (work: () => Promise<void>): void => void run(async () => { await work(); await queries.invalidateQueries({ queryKey: [KEY] }); }, sayError);
  const colours = COLOURS.map((value) => ({ value, label: t(`farbe.${value}`) }));
  const give = (gruppe: string, label: string): void => act(() => saveLabelConfig(Object.fromEntries(Object.entries({ ...labelConfig, [gruppe]: label === '' ? [] : [label] }).filter(([, given]) => given.length > 0))));
  return (
    <Modal opened onClose={onClose} title={t('labels')} size={560} closeButtonProps={{ 'aria-label': ui('close') }}>
      <div className="p-stack">
        <ul className="ab-names">{items.map((one) => <LabelLine key={`${one.id}|${one.name}`} one={one} isBusy={isBusy} colours={colours} onName={(next) => act(() => changeLabel(one.id, { name: next }))} onColour={(next) => act(() => changeLabel(one.id, { color: colourOf(next) }))} onDrop={() => act(() => dropLabel(one.id))} />)}</ul>
        <form className="ab-new" onSubmit={(event) => { event.preventDefault(); if (name.trim() !== '') act(async () => { await makeLabel({ id, name: name.trim(), color }); setName(''); setId(uuidv7()); }); }}>
          <TextInput data-autofocus label={t('label.neu')} value={name} maxLength={40} onChange={(event) => setName(event.currentTarget.value)} />
          <NativeSelect label={t('label.farbe')} value={color} onChange={(event) => setColor(colourOf(event.currentTarget.value))} data={colours} />
          <Button type="submit" loading={isBusy}>{t('label.anlegen')}</Button>
        </form>
        {gruppen.length > 0 && items.length > 0 && (
          <details className="ab-history"><summary>{t('label.selbst')}</summary>
            <p className="p-muted">{t('label.selbstErklaert')}</p>
            <div className="ab-config">{gruppen.map((gruppe) => <NativeSelect key={gruppe} size="xs" label={t(`gruppe.${gruppe}` as 'gruppe.ZE')} value={labelConfig[gruppe]?.[0] ?? ''} disabled={isBusy} onChange={(event) => give(gruppe, event.currentTarget.value)} data={[{ value: '', label: t('label.keins') }, ...items.map((one) => ({ value: one.id, label: one.name }))]} />)}</div>
          </details>
        )}
      </div>
    </Modal>
  );
}

interface LineProps { one: Abrechnungslabel; isBusy: boolean; colours: { value: string; label: string }[]; onName: (name: string) => void; onColour: (colour: string) => void; onDrop: () => void }
function LabelLine({ one, isBusy, colours, onName, onColour, onDrop }: LineProps) {
  const t = useAbrechnungTexts(), [name, setName] = useState(one.name);
  const keep = (): void => { if (name.trim() !== '' && name.trim() !== one.name) onName(name.trim()); else setName(one.name); };
  return (
    <li>
      <span className="ab-dot" data-color={one.color} />
      <TextInput aria-label={t('label.name', { label: one.name })} value={name} maxLength={40} onChange={(event) => setName(event.currentTarget.value)} onBlur={keep} onKeyDown={(event) => { if (event.key === 'Enter') event.currentTarget.blur(); }} />
      <NativeSelect aria-label={t('label.farbeVon', { label: one.name })} value={one.color} onChange={(event) => onColour(event.currentTarget.value)} data={colours} />
      <ConfirmButton size="xs" variant="subtle" disabled={isBusy} aria-label={t('label.weg', { label: one.name })} question={t('label.wegFrage', { n: one.anzahl })} yes={t('label.wegJa')} onYes={onDrop}><IconTrash size={16} stroke={1.75} aria-hidden /></ConfirmButton>
    </li>
  );
}
