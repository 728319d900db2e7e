// One line of a work list: whose it is, why it wants somebody, since when, and what is to be done next.

import { Button, Checkbox, Table } from '@mantine/core';
import { IconCheck, IconChevronRight, IconNote } from '@tabler/icons-react';
import type { Label, Liste } from '../../shared/arbeitsliste.schema.ts';
import { germanDay } from '../../shared/dates.ts';
import { StateWord } from '../ui/StateWord.tsx';
import { useLanguage } from '../ui/texts.ts';
import { useListTexts, type ListKey } from './arbeitsliste-texts.ts';
import type { Line } from './arbeitsliste-calls.ts';
import { GRUND_LOOK, money } from './line-words.ts';

interface Props { kind: Liste; line: Line; labels: readonly Label[]; team: ReadonlyMap<string, string>; isChosen: boolean; isOpen: boolean; onChoose: () => void; onOpen: () => void }

export function WorklistRow({ kind, line, labels, team, isChosen, isOpen, onChoose, onOpen }: Props) {
  const t = useListTexts(), language = useLanguage(), look = line.grund === null ? undefined : GRUND_LOOK[line.grund], own = labels.filter((one) => line.labels.includes(one.id));
  return (
    <Table.Tr data-open={isOpen} data-chosen={isChosen}>
      <Table.Td className="p-noprint al-check"><Checkbox aria-label={t('choose', { name: line.name })} checked={isChosen} onChange={onChoose} /></Table.Td>
      <Table.Td>
        <span className="al-name">{line.name === '' ? t('unknown', { patid: line.patid }) : line.name}</span>
        {line.geburtsdatum !== null && <span className="p-small p-muted p-tabular">*{germanDay(line.geburtsdatum)}</span>}
      </Table.Td>
      <Table.Td>
        {look ? <StateWord tone={look.tone} icon={look.icon}>{t(`grund.${line.grund}` as ListKey)}</StateWord> : <span className="p-muted">{t('grund.none')}</span>}
        {line.tag !== null && <span className="p-small p-muted p-tabular">{t(line.grund === 'laeuft_ab' ? 'until' : kind === 'hkp' ? 'since' : 'due', { day: germanDay(line.tag) })}</span>}
      </Table.Td>
      <Table.Td>
        <span>{kind === 'hkp' ? [t(`art.${line.art}` as ListKey), line.bezeichnung].filter((one) => one !== null && one !== '').join(' · ') : recallWord(t, line.art)}</span>
        <span className="p-small p-muted">{kind === 'hkp' ? [line.status === null ? null : t(`status.${line.status}` as ListKey), line.behandler].filter((one) => one !== null).join(' · ') : t(line.darf === null ? 'may.unknown' : line.darf ? 'may.yes' : 'may.no')}</span>
      </Table.Td>
      <Table.Td className="al-num p-tabular">
        {kind === 'hkp' ? <><span>{line.gesamt === null ? '' : money(line.gesamt, language)}</span>{line.eigenanteil !== null && <span className="p-small p-muted">{t('own', { sum: money(line.eigenanteil, language) })}</span>}</> : <span>{line.telefon ?? ''}</span>}
      </Table.Td>
      <Table.Td>
        {line.schritt !== null && <span className="al-step" data-done={line.istErledigt}>{line.istErledigt && <IconCheck size={14} stroke={2} aria-label={t('done')} />}{line.schritt}</span>}
        <span className="p-small p-muted">{[line.bis === null ? null : t('step.until', { day: germanDay(line.bis) }), line.wer === null ? null : (team.get(line.wer) ?? null)].filter((one) => one !== null).join(' · ')}</span>
        {own.length > 0 && <span className="al-labels">{own.map((one) => <span key={one.id} className="p-label" data-color={one.color}>{one.name}</span>)}</span>}
      </Table.Td>
      <Table.Td className="p-noprint al-go">
        <Button size="xs" variant="subtle" onClick={onOpen} aria-label={t('open', { name: line.name })} rightSection={<IconChevronRight size={16} stroke={1.75} aria-hidden />} {...(line.notizen > 0 && { leftSection: <IconNote size={16} stroke={1.75} aria-hidden /> })}>{line.notizen > 0 ? t('notes.n', { n: line.notizen }) : t('open.short')}</Button>
      </Table.Td>
    </Table.Tr>
  );
}
const KNOWN = ['KONTROLLE', 'PZR', 'UPT', 'PROPHYLAXE', 'KFO', 'IP'];
/** The kind of a recall in words; one that only the practice knows stands as it was delivered. */
export const recallWord = (t: ReturnType<typeof useListTexts>, art: string): string => (KNOWN.includes(art) ? t(`recall.${art}` as ListKey) : art);
