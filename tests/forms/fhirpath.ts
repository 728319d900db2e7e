/** The real FHIRPath library for form tests, bound as in the apps. */
import { bindFhirPath } from '../../shared/forms/questionnaire/expressions/fhirpath.ts';
import type { Evaluate } from '../../shared/forms/questionnaire/expressions/scope.ts';

export async function loadFhirPath(): Promise<Evaluate> {
  const [library, r4] = await Promise.all([import('fhirpath'), import('fhirpath/fhir-context/r4')]);
  return bindFhirPath(library.default, r4.default);
}
