// Texts and formats of a line of a work list: reasons with their look, words of its columns,
// amounts.

import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCalendarOff,
  IconClock,
  IconHourglass,
  IconPlayerPause,
  IconReceipt,
  IconStethoscope,
  IconUser,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { listWord } from '../../../shared/analytics/reports/worklist.ts';
import type { Tone } from '../../ui/StateWord.tsx';
import type { ListKey, ListTexts } from './worklists-texts.ts';

export const REASON_LOOK: Readonly<Record<string, { tone: Tone; icon: ComponentType<IconProps> }>> =
  {
    abgelaufen: { tone: 'bad', icon: IconAlertTriangle },
    laeuft_ab: { tone: 'warn', icon: IconHourglass },
    beim_patienten: { tone: 'info', icon: IconUser },
    bei_der_kasse: { tone: 'info', icon: IconBuildingBank },
    ohne_termin: { tone: 'warn', icon: IconCalendarOff },
    nicht_abgerechnet: { tone: 'warn', icon: IconReceipt },
    ueberfaellig: { tone: 'warn', icon: IconClock },
    faellig: { tone: 'info', icon: IconClock },
    upt_vorbei: { tone: 'bad', icon: IconAlertTriangle },
    upt_faellig: { tone: 'warn', icon: IconClock },
    upt_endet: { tone: 'warn', icon: IconHourglass },
    befund_faellig: { tone: 'warn', icon: IconStethoscope },
    ait_offen: { tone: 'warn', icon: IconCalendarOff },
    nicht_begonnen: { tone: 'warn', icon: IconPlayerPause },
  };
/**
 * Returns a column's value in the language of the screen; unknown values are shown as delivered.
 */
export function lineWord(t: ListTexts, kind: WorklistKind, column: string, value: string): string {
  const key = listWord(kind, column, value);
  return key === null ? value : t(key as ListKey);
}
/** Returns all reasons of a line of an answer, the most urgent first. */
export const reasonsOf = ({ grund, auch }: Readonly<Record<string, unknown>>): string[] =>
  [grund, ...(typeof auch === 'string' ? auch.split('|') : [])].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
/** Formats euros as `1.250,00 €`. */
export const money = (euros: number, language: string): string =>
  new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    style: 'currency',
    currency: 'EUR',
  }).format(euros);
