/** Composes Mappen over the wire, and reads their state from board and tables. */
import type { Board, BoardTask } from '../../shared/exchange/board.ts';
import type { Answer } from './in-process.ts';
import type { Practice } from './practice.ts';

export const FIELDS: Readonly<Record<string, Record<string, string>>> = {
  'foto@1': {},
  'extraktion@1': { zahn: '36' },
  'datenschutz@1': { datenschutzkontakt: 'Frau Beispiel' },
  'mehrkosten@1': {
    zahn: '36 mod',
    fuellung: 'Komposit',
    honorar: '148,20 €',
    kassenanteil: '62,40 €',
    mehrkosten: '85,80 €',
  },
};
export interface ComposeOptions {
  templates?: readonly string[];
  tabletId?: string | null;
  patid?: string;
  name?: string;
  fields?: Record<string, string>;
  language?: string;
  id?: string;
}

export const composition = ({
  templates = ['foto@1'],
  tabletId = null,
  patid = '1001',
  name = 'Anna Groß',
  fields,
  language = 'de',
  id,
}: ComposeOptions) => ({
  ...(id !== undefined && { id }),
  patids: [patid],
  items: templates.map((template) => ({ template, fields: fields ?? FIELDS[template] ?? {} })),
  tabletId,
  language,
  textScale: 100,
  identifiedBy: 'gesundheitskarte',
  signers: [{ role: 'patient', name }],
});
export const compose = (p: Practice, options: ComposeOptions = {}): Promise<Answer> =>
  p.post('/tablet/mappen', p.users.reception, composition(options));

export async function board(p: Practice): Promise<Board> {
  const answer = await p.call('/tablet/board', { as: p.users.reception });
  if (answer.status !== 200) throw new Error(`board: ${answer.status} ${answer.text}`);
  return answer.json as Board;
}
/** Tasks of a Mappe as the board shows them. */
export async function tasksOf(p: Practice, mappeId: string): Promise<BoardTask[]> {
  return (await board(p)).mappen.find((m) => m.mappeId === mappeId)?.tasks ?? [];
}
/** Composes, prepares, and returns the task ids in order. */
export async function sendMappe(
  p: Practice,
  options: ComposeOptions = {},
): Promise<{ mappeId: string; taskIds: string[] }> {
  const answer = await compose(p, options);
  if (answer.status !== 200) throw new Error(`compose: ${answer.status} ${answer.text}`);
  const { mappeId } = answer.json as { mappeId: string };
  await p.t.runJobs();
  return { mappeId, taskIds: (await tasksOf(p, mappeId)).map((task) => task.taskId) };
}
