// Search, filter and order of the list of missing signatures. Pure.

import { isMeantBy } from '../../../shared/desk/patient.ts';
import type { Missing, MissingPaper, MissingVisit } from '../../../shared/papers/papers.schema.ts';

/** What has to be done about a paper. */
export const MISSING_KINDS = ['unsent', 'running', 'part', 'paper'] as const;
export type MissingKind = (typeof MISSING_KINDS)[number];
const kindOf = ({ state }: MissingPaper): MissingKind =>
  state === 'unsent' || state === 'paper' ? state : state === 'part_signed' ? 'part' : 'running';

/** Orders besides that of the appointments. */
export const MISSING_ORDERS = ['name', 'risiko'] as const;
export type MissingOrder = (typeof MISSING_ORDERS)[number];

const riskOf = ({ papers }: MissingVisit): number =>
  papers.reduce((sum, one) => sum + (one.riskCents ?? 0), 0);

/** Day and time of the appointment: it must be signed before. */
const comesAt = ({ day, time }: MissingVisit): string => `${day} ${time}`;

/** Returns the visits of a list as the address narrows and orders them. */
export function shownVisits(
  { visits }: Missing,
  {
    q,
    kind,
    order,
  }: { q: string | undefined; kind: MissingKind | undefined; order: MissingOrder | undefined },
): MissingVisit[] {
  const found = visits.flatMap((visit): MissingVisit[] => {
    const [lastName = '', firstName = ''] = visit.name.split(', '),
      papers = visit.papers.filter((one) => kind === undefined || kindOf(one) === kind);
    return papers.length > 0 && isMeantBy(q, visit.patid, { firstName, lastName })
      ? [{ ...visit, papers }]
      : [];
  });
  return found.toSorted((a, b) =>
    order === 'name'
      ? a.name.localeCompare(b.name, 'de')
      : order === 'risiko'
        ? riskOf(b) - riskOf(a)
        : comesAt(a).localeCompare(comesAt(b)),
  );
}
