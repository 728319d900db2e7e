// Takes a work list away as it is narrowed down: all of its lines, not only those that are shown; names for ids and words for states, as the list itself says it.

import type { Label, Liste } from '../../shared/arbeitsliste.schema.ts';
import type { Zelle } from '../../shared/bericht.ts';
import type { CsvTable } from '../auswertung/export-csv.ts';
import { TakeMenu } from '../auswertung/TakeMenu.tsx';
import { useToday } from '../ui/now.ts';
import { FILE_LINES, getList, getListPdf } from './arbeitsliste-calls.ts';
import { useListTexts } from './arbeitsliste-texts.ts';
import { lineWord } from './line-words.ts';

interface Props { kind: Liste; query: Record<string, string>; labels: readonly Label[]; team: ReadonlyMap<string, string> }
export function TakeList({ kind, query, labels, team }: Props) {
  const t = useListTexts(), today = useToday();
  const said = (value: Zelle | undefined, key: string): Zelle => {
    if (typeof value !== 'string' || value === '') return value ?? null;
    if (key === 'wer') return team.get(value) ?? null;
    if (key === 'labels') return value.split('|').flatMap((id) => labels.find((one) => one.id === id)?.name ?? []).join(', ');
    return lineWord(t, kind, key, value);
  };
  const whole = async (): Promise<Omit<CsvTable, 'head'>> => {
    const { spalten, zeilen } = await getList(kind, { ...query, n: FILE_LINES });
    return { spalten, zeilen: zeilen.map((row) => ({ ...row, ...Object.fromEntries(spalten.map(({ key }) => [key, said(row[key], key)])) })) };
  };
  return <TakeMenu title={t(`title.${kind}`)} fileName={(ending) => `${t(`file.${kind}`)}_${today}.${ending}`} table={whole} pdf={() => getListPdf(kind, query)} />;
}
