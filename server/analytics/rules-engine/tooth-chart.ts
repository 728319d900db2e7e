/** The chart of one patient's mouth: findings of each tooth by day. */
import type { EngineSnapshot } from './engine-snapshot.ts';
import { toothIndex } from './tooth-masks.ts';

/** A day with this many findings is a full chart. */
const FULL_CHART = 4;

interface ToothFinding {
  readonly day: number;
  readonly id: string;
  readonly word: string;
}

export class ToothChart {
  private readonly m: EngineSnapshot;
  private readonly p: number;
  private findings: Map<number, ToothFinding[]> | undefined;
  private full = Number.POSITIVE_INFINITY;

  constructor(m: EngineSnapshot, p: number) {
    this.m = m;
    this.p = p;
  }

  /** Returns the findings of a tooth, oldest first. */
  findingsOf(tooth: number): readonly ToothFinding[] {
    return this.read().get(tooth) ?? [];
  }

  /** Checks whether a full chart was recorded by the day: four findings of one day. */
  isFullBy(day: number): boolean {
    this.read();
    return this.full <= day;
  }

  /** Reads the rows once, when a rule asks for them. */
  private read(): ReadonlyMap<number, readonly ToothFinding[]> {
    if (this.findings) return this.findings;
    const found = new Map<number, ToothFinding[]>();
    const days = this.m.column('zahnbefund', 'datum');
    const perDay = new Map<number, number>();
    for (const at of this.m.rowsOf('zahnbefund', this.p)) {
      const day = days[at]!;
      const place = toothIndex(Number(this.m.text('zahnbefund', 'zahn', at)));
      perDay.set(day, (perDay.get(day) ?? 0) + 1);
      if (place < 0) continue;
      const list = found.get(place);
      const one = {
        day,
        id: this.m.id('zahnbefund', at),
        word: this.m.text('zahnbefund', 'befund', at).toLowerCase(),
      };
      if (list) list.push(one);
      else found.set(place, [one]);
    }
    for (const list of found.values()) list.sort((x, y) => x.day - y.day || (x.id < y.id ? -1 : 1));
    for (const [day, count] of perDay) if (count >= FULL_CHART && day < this.full) this.full = day;
    this.findings = found;
    return found;
  }
}
