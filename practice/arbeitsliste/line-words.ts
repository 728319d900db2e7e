// How a line of a work list is said: reasons with their look, amounts.

import { IconAlertTriangle, IconBuildingBank, IconCalendarOff, IconClock, IconHourglass, IconReceipt, IconUser, type IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Tone } from '../ui/StateWord.tsx';

export const GRUND_LOOK: Readonly<Record<string, { tone: Tone; icon: ComponentType<IconProps> }>> = {
  abgelaufen: { tone: 'bad', icon: IconAlertTriangle }, laeuft_ab: { tone: 'warn', icon: IconHourglass }, beim_patienten: { tone: 'info', icon: IconUser }, bei_der_kasse: { tone: 'info', icon: IconBuildingBank },
  ohne_termin: { tone: 'warn', icon: IconCalendarOff }, nicht_abgerechnet: { tone: 'warn', icon: IconReceipt }, ueberfaellig: { tone: 'warn', icon: IconClock }, faellig: { tone: 'info', icon: IconClock },
};
/** `1.250,00 €` of euros. */
export const money = (euros: number, language: string): string => new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', { style: 'currency', currency: 'EUR' }).format(euros);
