/** Rules by what concerns them: the services of a day, a plan made, an appointment kept. */
import type { Codebook, System } from './codebook.ts';
import type { CompiledRule, Occasion } from './compiled-rules.ts';

/** Rules by position. A list is made when its position is first met: most never are. */
export class RulesByCode {
  private readonly rules: readonly CompiledRule[];
  private readonly concerns: (one: CompiledRule, code: number) => boolean;
  private readonly lists: (readonly CompiledRule[] | undefined)[] = [];

  /** @param concerns whether a position concerns a rule; the same for a position at all times */
  constructor(
    rules: readonly CompiledRule[],
    concerns: (one: CompiledRule, code: number) => boolean,
  ) {
    this.rules = rules;
    this.concerns = concerns;
  }
  of(code: number): readonly CompiledRule[] {
    return (this.lists[code] ??= this.rules.filter((one) => this.concerns(one, code)));
  }
}

/**
 * Rules by what triggers them. A rule that any service of a fee schedule triggers is listed once
 * for the schedule, so that a day of ten services tries it once.
 */
export class Triggers {
  private readonly rules: readonly CompiledRule[];
  private readonly byCode: RulesByCode;
  private readonly bySystem = new Map<System, readonly CompiledRule[]>();
  private readonly byOccasion: Readonly<Record<Occasion, readonly CompiledRule[]>>;

  /** @param rules in the order in which a service tries them */
  constructor(rules: readonly CompiledRule[], codebook: Codebook) {
    this.rules = rules;
    this.byCode = new RulesByCode(
      rules,
      (one, code) => one.today?.[code] === 1 && !one.wholeSystems.has(codebook.systems[code]!),
    );
    const on = (occasion: Occasion): readonly CompiledRule[] =>
      rules.filter((one) => one.occasions.includes(occasion));
    this.byOccasion = { HKP: on('HKP'), KVA: on('KVA'), TERMIN: on('TERMIN') };
  }
  /** Rules of a position, without those of its whole fee schedule. */
  ofCode(code: number): readonly CompiledRule[] {
    return this.byCode.of(code);
  }
  /** Rules that a plan made, or an appointment kept, triggers. */
  onOccasion(occasion: Occasion): readonly CompiledRule[] {
    return this.byOccasion[occasion];
  }
  /** Rules that any service of a fee schedule triggers. */
  ofSystem(system: System): readonly CompiledRule[] {
    let found = this.bySystem.get(system);
    if (!found)
      this.bySystem.set(system, (found = this.rules.filter((one) => one.wholeSystems.has(system))));
    return found;
  }
}
