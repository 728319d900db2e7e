/** The shape of a call, and readers that calls share. */
import { numberOf, textOf, type Input } from './form.ts';
import type { World } from './world.ts';

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  /** Declaration file and interface that name the parameters. */
  params: readonly [file: string, name: string];
  run: (w: World, input: Input, id: string) => object;
}
export const call = (
  method: Call['method'],
  path: string,
  params: Call['params'],
  run: Call['run'],
): Call => ({
  method,
  path: new RegExp(`^/v1/${path.replace('{id}', '([\\w]+)')}$`),
  params,
  run,
});
export const cursor = (input: Input) => ({
  limit: numberOf(input, 'limit'),
  after: textOf(input, 'starting_after'),
});
export const newest = <T>(map: ReadonlyMap<string, T>): T[] => [...map.values()].reverse();
