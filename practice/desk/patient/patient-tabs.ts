// Tabs of the patient page, by role and in the address: /patient/:patid/:teil.

import { useNavigate, useParams, useSearchParams } from 'react-router';
import { mayReadAnswers, type UserRole } from '../../../shared/base/roles.ts';
import { useToday } from '../../ui/wording/now.ts';
import { SHEETS, type State } from './papers.ts';
import { usePatientTexts } from './patient-texts.ts';
import { RECORDS } from './records-parts.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

/** Lists of the practice software. */
export const LISTS = ['leistungen', 'plaene', 'rechnungen'] as const;
/** Scores over time: they say what a person answered. */
const SCORES = 'verlauf';
/** Tabs of reception, in their order. */
export const DESK = [...SHEETS, ...RECORDS] as const;
/** Tabs of a person without delivered lists. */
const HERE = [...SHEETS, SCORES, ...RECORDS] as const;
const ALL = [...LISTS, ...HERE] as const;
export type PatientTab = (typeof ALL)[number];
/**
 * Returns the tabs that a role may see, the first one opened by default.
 * @param isOnlyHere the practice software has no lists of the person
 */
export function tabsOf(role: UserRole, isOnlyHere: boolean): readonly PatientTab[] {
  if (!mayReadAnswers(role)) return DESK;
  return isOnlyHere ? HERE : ALL;
}
/** Returns the address of a tab. */
const tabAddress = (patid: string, tab: PatientTab, stand: State | '' = ''): string =>
  `/patient/${numberInPath(patid)}/${tab}${stand === '' ? '' : `?stand=${stand}`}`;

/** Returns the names of files of a patient's lists. */
export function usePatientFiles(patid: string): (part: PatientTab, ending: string) => string {
  const t = usePatientTexts(),
    today = useToday();
  return (part, ending) =>
    `${t('file')}_${patid.replace(/[^\w-]+/g, '-')}_${t(`part.${part}`)}_${today}.${ending}`;
}

export interface Tabs {
  /** Undefined: the address names a tab that does not exist, or that the role may not see. */
  readonly tab: PatientTab | undefined;
  readonly go: (tab: PatientTab, stand?: State | '') => void;
}
/** Reads the tab from the address; `?teil=` is the address of earlier links. */
export function usePatientTabs(patid: string, tabs: readonly PatientTab[]): Tabs {
  const { teil } = useParams(),
    [search] = useSearchParams(),
    navigate = useNavigate(),
    asked = teil ?? search.get('teil') ?? tabs[0];
  return {
    tab: tabs.find((one) => one === asked),
    go: (tab, stand) => void navigate(tabAddress(patid, tab, stand), { replace: true }),
  };
}
