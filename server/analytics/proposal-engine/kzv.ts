/** The KZV of a practitioner, by stamp. */
import type { z } from 'zod';
import type { stampKzvSchema } from '../../../shared/analytics/billing/rules.schema.ts';
import { regionOfStamp } from '../../../catalog/kzv/kzv.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { ProposalSnapshot } from './findings-cache.ts';

/**
 * Returns the region of the KZV in a stamp's number (nine digits, the first two are the KZV's); ''
 * where it contains none.
 */
function kzvFromNumber(snapshot: Snapshot, stampNumber: number): string {
  return stampNumber < 0
    ? ''
    : (regionOfStamp(snapshot.rawRows.tables.stempel.text('kzvNummer', stampNumber)) ?? '');
}

/**
 * Returns the region of a practitioner's KZV: as entered by the practice for the stamp, else by the
 * stamp's number, else the one with a fee limit; '' where unknown.
 */
export function kzvOf(
  { state: { snapshot }, ruleSet }: ProposalSnapshot,
  practitioner: string,
): string {
  const { behandler: people, stempel } = snapshot.rawRows.tables,
    at = people.slotById.get(practitioner) ?? -1,
    stamp = at < 0 ? -1 : people.columns['stempel']![at]!,
    said = stamp < 0 ? '' : (ruleSet.settings.kzv?.[stempel.ids[stamp]!] ?? '');
  return said !== '' ? said : kzvFromNumber(snapshot, stamp) || (ruleSet.environment.region ?? '');
}

/** Lists every stamp with its KZV, by name. */
export function stampsWithKzv({
  state: { snapshot },
  ruleSet,
}: ProposalSnapshot): z.output<typeof stampKzvSchema>[] {
  const { stempel } = snapshot.rawRows.tables;
  return [...snapshot.rawRows.live('stempel')]
    .map((at) => ({
      id: stempel.ids[at]!,
      name: stempel.text('name', at),
      ausNummer: kzvFromNumber(snapshot, at),
      kzv: ruleSet.settings.kzv?.[stempel.ids[at]!] ?? '',
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'de') || (a.id < b.id ? -1 : 1));
}
