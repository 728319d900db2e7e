// The labels of a list: made, renamed, coloured, removed.

import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { LABEL_FARBEN, type Label, type Liste } from '../../shared/arbeitsliste.schema.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { useUiTexts } from '../ui/ErrorNotice.tsx';
import { sayError } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { changeLabel, dropLabel, LABELS_KEY, LIST_KEY, makeLabel } from './arbeitsliste-calls.ts';
import { useListTexts } from './arbeitsliste-texts.ts';

export function LabelsDialog({ kind, labels, isOpen, onClose }: { kind: Liste; labels: readonly Label[]; isOpen: boolean; onClose: () => void }) {
  const t = useListTexts(), ui = useUiTexts(), queries = useQueryClient(), { isBusy, run } = useSubmit(), [name, setName] = useState(''), [color, setColor] = useState<Label['color']>('teal'), [id, setId] = useState(() => uuidv7());
  const act = (work: () => Promise<void>): void => void run(async () => { await work(); await queries.invalidateQueries({ queryKey: LABELS_KEY }); await queries.invalidateQueries({ queryKey: [LIST_KEY] }); }, sayError);
  const colours = LABEL_FARBEN.map((value) => ({ value, label: t(`color.${value}`) }));
  const colourOf = (word: string): Label['color'] => LABEL_FARBEN.find((one) => one === word) ?? 'teal';
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('labels')} size={520} closeButtonProps={{ 'aria-label': ui('close') }}>
      <div className="p-stack">
        <ul className="al-names">{labels.map((one) => <LabelLine key={`${one.id}|${one.name}`} one={one} isBusy={isBusy} colours={colours} onName={(next) => act(() => changeLabel(one.id, { name: next }))} onColour={(next) => act(() => changeLabel(one.id, { color: colourOf(next) }))} onDrop={() => act(() => dropLabel(one.id))} />)}</ul>
        <form className="al-new" onSubmit={(event) => { event.preventDefault(); if (name.trim() !== '') act(async () => { await makeLabel({ id, name: name.trim(), color, kind }); setName(''); setId(uuidv7()); }); }}>
          <TextInput data-autofocus label={t('label.new')} value={name} maxLength={40} onChange={(event) => setName(event.currentTarget.value)} />
          <NativeSelect label={t('label.color')} value={color} onChange={(event) => setColor(colourOf(event.currentTarget.value))} data={colours} />
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>{t('label.make')}</Button>
        </form>
      </div>
    </Modal>
  );
}

interface LineProps { one: Label; isBusy: boolean; colours: { value: string; label: string }[]; onName: (name: string) => void; onColour: (colour: string) => void; onDrop: () => void }
function LabelLine({ one, isBusy, colours, onName, onColour, onDrop }: LineProps) {
  const t = useListTexts(), [name, setName] = useState(one.name);
  return (
    <li>
      <span className="al-dot" data-color={one.color} />
      <TextInput aria-label={t('label.name', { label: one.name })} value={name} maxLength={40} onChange={(event) => setName(event.currentTarget.value)} onBlur={() => { if (name.trim() !== '' && name.trim() !== one.name) onName(name.trim()); else setName(one.name); }} />
      <NativeSelect aria-label={t('label.colorOf', { label: one.name })} value={one.color} onChange={(event) => onColour(event.currentTarget.value)} data={colours} />
      <Group gap={4}><ConfirmButton size="xs" variant="subtle" disabled={isBusy} aria-label={t('label.drop', { label: one.name })} question={t('label.dropAsk', { n: one.anzahl })} yes={t('label.dropYes')} onYes={onDrop}><IconTrash size={16} stroke={1.75} aria-hidden /></ConfirmButton></Group>
    </li>
  );
}
