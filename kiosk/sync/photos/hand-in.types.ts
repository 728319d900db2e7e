// Types of answers from a private phone on their way to the practice.

import type { Clock } from '../../../shared/base/ports.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';

/** Photos of accepted answers: how many the server has, of how many. */
export interface PhotoCount {
  readonly done: number;
  readonly all: number;
}
export interface PhotoPiece {
  answersId: string;
  sha256: string;
  size: number;
  from: number;
  bytes: Uint8Array;
}
export interface Submitted {
  readonly id: string;
  readonly response: QuestionnaireResponse;
}
export interface HandInCalls<A extends Submitted> {
  /** Submits the answers; repeated with the same id as often as needed. @throws CallError */
  post(answers: A): Promise<void>;
  /** Sends a piece of a photo of accepted answers. @returns the server's response @throws CallError */
  putPhoto(piece: PhotoPiece): Promise<unknown>;
  /** Measures how quick a piece is. */
  clock: Pick<Clock, 'mono'>;
}
