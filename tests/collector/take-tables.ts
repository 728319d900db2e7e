/** Tables in tests, and their import into a practice of a test store. */
import type { Store } from '../../server/platform/db/store.ts';
import { OWN_MAPPING, PVS_MAPPINGS } from '../../catalog/pvs/mappings.ts';
import {
  importFiles,
  planFiles,
  type ImportResult,
  type InputFile,
} from '../../server/analytics/collector/csv/import-files.ts';
import type { RefusedLine } from '../../server/analytics/collector/csv/read-file.ts';
import { readHere, type TableReader } from '../../server/analytics/collector/csv/reader.ts';
import { createWorkshop, type Workshop } from '../../server/platform/work.ts';

/** Returns a workshop over this store whose clock and ids continue. */
export function workshopOver(store: Store): Workshop {
  let n = 0;
  return createWorkshop({
    store,
    now: () => Date.parse('2026-11-20T09:00:00Z') + n++,
    newId: () => `id-${n++}`,
    appendAudit: () => Promise.resolve(),
    enqueue: () => Promise.resolve(),
    publish: () => undefined,
    wakeJobs: () => undefined,
  });
}

/** State of one test. */
interface At {
  workshop: Workshop;
}

/** Returns the import over the current workshop. */
export function tablesOf(at: () => At) {
  const look = (cid: string) => at().workshop.look(cid, { kind: 'system', cid });
  const file = (name: string, text: string | Uint8Array, piece = 7): InputFile => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    return { name, size: bytes.length, source: { kind: 'memory', bytes, piece } };
  };
  async function take(
    cid: string,
    files: InputFile[],
    options: { isDry?: boolean; goesOn?: boolean; mapping?: string; reader?: TableReader } = {},
  ): Promise<ImportResult & { lines: RefusedLine[] }> {
    const mapping = PVS_MAPPINGS.find((one) => one.id === options.mapping) ?? OWN_MAPPING,
      { plans, bad } = await planFiles(files, mapping),
      lines: RefusedLine[] = [];
    if (bad.length > 0)
      return {
        outcome: 'refused',
        batch: null,
        rows: 0,
        refused: 0,
        counts: {},
        bad,
        zeros: 0,
        orphans: [],
        lines,
      };
    return {
      ...(await importFiles(
        { workshop: at().workshop, cid, actor: { kind: 'system', cid } },
        options.reader ?? readHere,
        plans,
        { mapping, way: 'befehl', isDry: options.isDry ?? false, goesOn: options.goesOn ?? false },
        {
          progress: () => undefined,
          refuse: (line) => {
            lines.push(line);
          },
        },
      )),
      lines,
    };
  }
  return { look, file, take };
}
