/** Test helpers for master data: answer, look at open changes, accept them. */
import { v7 } from 'uuid';
import type { Said } from '../../../shared/desk/master-data.ts';
import type { MasterField } from '../../../shared/desk/master-fields.ts';
import type { Look, Work } from '../../platform/work.ts';
import { takeChanges } from './decide-changes.ts';
import { proposeChanges } from './propose-changes.ts';
import { readChanges } from './read-changes.ts';
export const NOW = Date.UTC(2026, 10, 20, 8);

/** State of one test. */
interface At {
  look: Look;
  write: <T>(work: (w: Work) => Promise<T>) => Promise<T>;
}

/** Returns steps over the current store. */
export function changesOf(at: () => At) {
  const answer = async (
    patid: string,
    said: Said,
    more: Partial<Parameters<typeof proposeChanges>[1]> = {},
  ): Promise<string> => {
    const answersId = more.answersId ?? v7();
    await at().write((w) =>
      proposeChanges(w, {
        answersId,
        patid,
        answeredAt: NOW,
        recordedBy: null,
        said,
        confirmed: [],
        ...more,
      }),
    );
    return answersId;
  };
  const open = async (patid: string) => (await readChanges(at().look, patid)).open;
  const fields = async (patid: string): Promise<MasterField[]> =>
    (await open(patid)).map((one) => one.field);
  const takeAll = async (patid: string): Promise<MasterField[]> => {
    const seen = (await open(patid)).map(({ id, before }) => ({ id, before }));
    return seen.length === 0 ? [] : (await at().write((w) => takeChanges(w, patid, seen))).taken;
  };
  return { answer, open, fields, takeAll };
}
