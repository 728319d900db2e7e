/**
 * Tablets of one run: started together; at its end everything they hold arrives, is judged and
 * counted.
 */
import type { Dice } from './dice.ts';
import { expectThat, judgedVerdict, type Lab, type Tally } from './lab.ts';
import { ChaosTablet } from './tablet.ts';
import type { Witness } from './witness.ts';

export interface Crew {
  tablets: readonly ChaosTablet[];
  witness: Witness;
  /** Database they push to. */
  file: string;
  /** Names the run in notes. */
  where: string;
}

/** Opens every tablet of the practice at this URL; `witness` records acknowledgements. */
export function startTablets(lab: Lab, url: string, witness: Witness, d: Dice): ChaosTablet[] {
  const tablets = lab.template.tablets.map(
    (who) => new ChaosTablet(who, url, witness, d.between(0, 2 ** 31)),
  );
  for (const tablet of tablets) tablet.start();
  return tablets;
}
export async function expectDrained(
  tally: Tally,
  { tablets, where }: Pick<Crew, 'tablets' | 'where'>,
): Promise<void> {
  for (const tablet of tablets)
    expectThat(
      tally,
      await tablet.drained(),
      `${where}: drains (${await tablet.pending()} left, ${tablet.state})`,
    );
}
/** Ends a run: drained, judged, counted; the tablets stop. */
export async function settle(tally: Tally, crew: Crew): Promise<void> {
  await expectDrained(tally, crew);
  await judgedVerdict(tally, crew.witness, crew.file, crew.where);
  tally.runs += 1;
  tally.acked += crew.witness.ackedCount;
  await Promise.all(crew.tablets.map((tablet) => tablet.stop()));
}
