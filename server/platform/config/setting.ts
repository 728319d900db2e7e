// What is known of one setting of the environment.

/** A shape in which Molar runs: one process, a cell of several, the vendor's own server. */
type Shape = 'one' | 'cell' | 'vendor';

export interface Setting {
  /** Kind of the value; `number`, `port`, `url`, `choice`, `yes or no` and lists are checked at start. */
  type: string;
  /** Value that counts without the setting. */
  fallback?: string;
  /** What happens without the setting, where no value of its own stands for it. */
  otherwise?: string;
  unit?: string;
  /** Shapes that cannot work without it in production. */
  neededBy?: readonly Shape[];
  /** It must not be read by others. */
  isSecret?: true;
  meaning: string;
}
