// Mappings that a practice saves for its own files, in addition to those shipped with Molar.

import { OWN_MAPPING, PVS_MAPPINGS } from '../../../../catalog/pvs/mappings.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { pvsMappingSchema } from '../../../../shared/analytics/deliveries/pvs-mapping.schema.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import { actorWord, type Look, type Work } from '../../../platform/work.ts';
import { countMappings, hasMapping, listMappingRows, putMapping, removeMapping } from '../store.ts';

const MOST = 50;
const isShipped = (id: string): boolean => PVS_MAPPINGS.some((one) => one.id === id);

/** Lists mappings: the practice's own first, by name; then the shipped ones. */
export async function listMappings(look: Look): Promise<{ isOwn: boolean; mapping: PvsMapping }[]> {
  const own = (await listMappingRows(look)).flatMap((row) => {
    const read = pvsMappingSchema.safeParse(row.mapping);
    return read.success ? [{ isOwn: true, mapping: read.data }] : [];
  });
  return [
    ...own,
    ...[OWN_MAPPING, ...PVS_MAPPINGS.filter((one) => one !== OWN_MAPPING)].map((mapping) => ({
      isOwn: false,
      mapping,
    })),
  ];
}
/** Saves a mapping. @throws AppError conflict (the name of a shipped one, or there are too many) */
export async function keepMapping(w: Work, mapping: PvsMapping): Promise<void> {
  if (
    isShipped(mapping.id) ||
    (!(await hasMapping(w, mapping.id)) && (await countMappings(w)) >= MOST)
  )
    throw new AppError('conflict');
  await putMapping(w, {
    id: mapping.id,
    name: mapping.name,
    mapping: { ...mapping },
    changedBy: actorWord(w.actor),
    changedAt: w.now,
  });
  await w.audit('pvs.mapping.kept', { mapping: mapping.id });
}
/** Deletes a mapping; an already deleted one is no error. */
export async function dropMapping(w: Work, id: string): Promise<void> {
  if (await removeMapping(w, id)) await w.audit('pvs.mapping.dropped', { mapping: id });
}
