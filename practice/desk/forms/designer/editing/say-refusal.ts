// Names the reason for which the server refused to publish a form that the page had let through.

import type { FormFinding } from '../../../../../shared/forms/design/form-findings.ts';
import { findingsIn } from '../../../../ui/saving/version-calls.ts';
import { sayError, sayProblem } from '../../../../ui/toast.tsx';
import { findingText, type useDesignerTexts } from '../designer-texts.ts';

/** Names the first finding of the server, or what else failed. */
export function sayRefusal(t: ReturnType<typeof useDesignerTexts>, error: unknown): void {
  const [first] = findingsIn<FormFinding>(error);
  if (first) sayProblem(t('publish.refused', { why: findingText(t, first) }));
  else sayError(error);
}
