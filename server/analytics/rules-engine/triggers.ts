/** Rules by what triggers them: the services of a day, a plan made, an appointment kept. */
import type { System } from './codebook.ts';
import type { CompiledRule, Occasion } from './compiled-rules.ts';

const NONE: readonly CompiledRule[] = [];

/**
 * A rule that any service of a fee schedule triggers is listed once for the schedule, so that a day
 * of ten services tries it once.
 */
export class Triggers {
  private readonly rules: readonly CompiledRule[];
  private readonly lists: (readonly CompiledRule[])[] = [];
  private readonly bySystem = new Map<System, readonly CompiledRule[]>();
  private readonly byOccasion: Readonly<Record<Occasion, readonly CompiledRule[]>>;

  /** @param rules in the order in which a service tries them */
  constructor(rules: readonly CompiledRule[]) {
    this.rules = rules;
    const on = (occasion: Occasion): readonly CompiledRule[] =>
      rules.filter((one) => one.occasions.includes(occasion));
    this.byOccasion = { HKP: on('HKP'), KVA: on('KVA'), TERMIN: on('TERMIN') };
  }
  /** Lists the rules of positions that were not known before. @param systems fee schedule by code */
  learn(systems: readonly System[]): void {
    for (let code = this.lists.length; code < systems.length; code += 1) {
      const system = systems[code]!;
      this.lists.push(
        this.rules.filter((one) => one.today?.[code] === 1 && !one.wholeSystems.has(system)),
      );
      if (!this.bySystem.has(system))
        this.bySystem.set(
          system,
          this.rules.filter((one) => one.wholeSystems.has(system)),
        );
    }
  }
  /** Rules of a position, without those of its whole fee schedule. */
  ofCode(code: number): readonly CompiledRule[] {
    return this.lists[code] ?? NONE;
  }
  /** Rules that a plan made, or an appointment kept, triggers. */
  onOccasion(occasion: Occasion): readonly CompiledRule[] {
    return this.byOccasion[occasion];
  }
  /** Rules that any service of a fee schedule triggers. */
  ofSystem(system: System): readonly CompiledRule[] {
    return this.bySystem.get(system) ?? NONE;
  }
}
