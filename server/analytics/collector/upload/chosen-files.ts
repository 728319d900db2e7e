// The files of an upload that the owner chose for a run, each with what reading all of it showed.

import { AppError } from '../../../../shared/base/errors.ts';
import { PART_BYTES } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import type { PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { factsOf, type FileFacts, type InputFile } from '../csv/import-files.ts';
import { FileRefused } from '../csv/text-of.ts';
import type { Spool, Upload } from './spool.ts';

export interface Chosen {
  mapping: PvsMapping;
  files: readonly { no: number; entity?: PvsEntity | null | undefined }[];
}
/** A file of an import, and the result of reading all of it. */
export type ChosenFile = Omit<InputFile, 'facts'> & { no: number; facts: FileFacts | FileRefused };
/** Reads chosen files, and forgets a file whose content changes. */
interface ChosenFiles {
  forget(id: string, file: number): void;
  /** @throws AppError state_conflict where parts are missing */
  read(cid: string, upload: Upload, chosen: Chosen): Promise<ChosenFile[]>;
}
/** Returns the number of parts in which a file of this size is sent. */
export const partsOf = (size: number): number => Math.ceil(size / PART_BYTES);

/** Creates the reader of chosen files; it remembers the facts of the current upload only. */
export function createChosenFiles(spool: Spool): ChosenFiles {
  const factsByUpload = new Map<string, Map<number, FileFacts | FileRefused>>();
  const factsOfUpload = (id: string): Map<number, FileFacts | FileRefused> => {
    const known = factsByUpload.get(id);
    if (known) return known;
    const made = new Map<number, FileFacts | FileRefused>();
    factsByUpload.clear();
    factsByUpload.set(id, made);
    return made;
  };
  return {
    forget(id, file) {
      factsByUpload.get(id)?.delete(file);
    },
    async read(cid, { id, files }, chosen) {
      const there = await spool.there(cid, id),
        known = factsOfUpload(id),
        made = [];
      for (const [no, file] of files.entries()) {
        const said = chosen.files.find((one) => one.no === no);
        if (said?.entity === null) continue;
        if ((there.get(no)?.length ?? 0) !== partsOf(file.size))
          throw new AppError('state_conflict', { fields: { files: 'incomplete' } });
        const source = await spool.sourceOf(cid, id, no, partsOf(file.size)),
          facts = known.get(no) ?? (await factsOrRefusal(source));
        known.set(no, facts);
        made.push({ no, name: file.name, size: file.size, source, entity: said?.entity, facts });
      }
      return made;
    },
  };
}

/** Reads a file once; a file that cannot be read gives its refusal. */
async function factsOrRefusal(source: InputFile['source']): Promise<FileFacts | FileRefused> {
  try {
    return await factsOf(source);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return error;
  }
}
