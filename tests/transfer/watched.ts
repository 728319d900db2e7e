/** Actions of the tests of the watched folder: put files, poll, read records and the board. */
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Board } from '../../shared/exchange/board.ts';
import type { Transfer } from '../../shared/records/transfer.schema.ts';
import type { TestApp } from '../support/in-process.ts';
import type { Practice } from '../support/practice.ts';
import { gdt, JOERG, type Folders } from './exchange.ts';

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
  folders: Folders;
}

/** Returns steps of the current practice and its folders. */
export function watchedOf(at: () => At) {
  const put = (name: string, bytes: Uint8Array): void => {
    const file = path.join(at().folders.in, name);
    writeFileSync(`${file}.x`, bytes);
    renameSync(`${file}.x`, file);
  };
  const look = () => at().t.app.watcher.look();
  const transfer = async (of = at().p): Promise<Transfer> =>
    (await of.call('/doctosync', { as: of.users.owner })).json as Transfer;
  const board = async (of = at().p): Promise<Board> =>
    (await of.call('/tablet/board', { as: of.users.reception })).json as Board;
  const record = async (patid: string) =>
    (await at().p.call(`/patient/patients/${patid}`, { as: at().p.users.staff })).json as Record<
      string,
      string
    >;
  const patientRow = (patid: string) =>
    at()
      .t.deps.workshop.look(at().p.cid, at().p.system)
      .db.find(at().t.deps.store.t.patient)
      .then((rows) => rows.find((row) => row.patid === patid));

  const of = (patid: string, last: string): Uint8Array =>
    gdt(
      '6301',
      JOERG.map(
        ([id, value]) => [id, id === '3000' ? patid : id === '3101' ? last : value] as const,
      ),
    );
  const joined = (...parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);
  return { put, look, transfer, board, record, patientRow, of, joined };
}
