// Exports answers and consents of one person as one FHIR R4 bundle of type `collection` (4.0.1):
// each resource once, documents by their file name in the ZIP.

import { fhirBundle, type BundleInput } from './fhir-bundle.ts';

/** A file of the ZIP that the bundle references. */
export interface NamedFile {
  id: string;
  name: string;
  title: string;
  at: number;
  mime: string;
  size: number;
}
type Entry = { fullUrl: string; resource: Readonly<Record<string, unknown>> };

/**
 * Builds the bundle of an export.
 * @param papers each as exported to practice software, without its PDF
 * @param person used when there is no paper at all
 */
export function exportBundle(
  papers: readonly BundleInput[],
  person: BundleInput,
  files: readonly NamedFile[],
  at: number,
): { resourceType: 'Bundle'; type: 'collection'; timestamp: string; entry: Entry[] } {
  const entries = new Map<string, Entry>(),
    bundles = [...papers, person].map((one) => fhirBundle(one));
  const patient = bundles[0]!.entry[0]!.fullUrl;
  for (const bundle of bundles) {
    // Every bundle has its own id for the person: here they become one.
    const own = bundle.entry[0]!.fullUrl;
    for (const { request, ...entry } of bundle.entry) {
      const key =
        entry.fullUrl === own ? 'patient' : `${request.url} ${entry.resource.resourceType}`;
      if (!entries.has(key))
        entries.set(key, JSON.parse(JSON.stringify(entry).replaceAll(own, patient)) as Entry);
    }
  }
  for (const one of files) {
    entries.set(one.id, {
      fullUrl: `urn:uuid:${one.id}`,
      resource: {
        resourceType: 'DocumentReference',
        status: 'current',
        type: { text: one.title },
        subject: { reference: patient },
        date: new Date(one.at).toISOString(),
        content: [
          {
            attachment: {
              contentType: one.mime,
              title: one.title,
              creation: new Date(one.at).toISOString(),
              size: one.size,
              url: one.name,
            },
          },
        ],
      },
    });
  }
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: new Date(at).toISOString(),
    entry: [...entries.values()],
  };
}
