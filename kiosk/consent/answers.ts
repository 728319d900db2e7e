/**
 * Answers to declarations: which count as given, where to resume, and when a signature may follow.
 */
import type { DocumentDeclaration } from '../../shared/desk/document.ts';
import type { DeclarationAnswer } from '../../shared/papers/signature.ts';

/** Returns the newest answer, or null while there is none: no answer is never a no. */
export function answerOf(answers: readonly DeclarationAnswer[], id: string): boolean | null {
  const all = answers.filter((answer) => answer.id === id);
  return all[all.length - 1]?.value ?? null;
}

/**
 * Returns the first declaration that blocks the signature; 0 when the person comes back to change
 * an answer.
 */
export function startOf(
  declarations: readonly DocumentDeclaration[],
  answers: readonly DeclarationAnswer[],
): number {
  const open = declarations.findIndex((declaration) => !isSettled(declaration, answers));
  return Math.max(0, open);
}

/** Checks that every declaration is answered, every required one with yes. */
export function areSettled(
  declarations: readonly DocumentDeclaration[],
  answers: readonly DeclarationAnswer[],
): boolean {
  return declarations.every((declaration) => isSettled(declaration, answers));
}

function isSettled(
  declaration: DocumentDeclaration,
  answers: readonly DeclarationAnswer[],
): boolean {
  const given = answerOf(answers, declaration.id);
  return given === true || (given === false && !declaration.required);
}

/** Returns the list with one answer replaced; `at` in ms UTC. */
export function withAnswer(
  answers: readonly DeclarationAnswer[],
  id: string,
  value: boolean,
  at: number,
): DeclarationAnswer[] {
  return [...answers.filter((answer) => answer.id !== id), { id, value, at }];
}
