/** Parts of answers in files of their own, since few forms have them. */
import { lazy, Suspense, useState, type ComponentType } from 'react';

/**
 * Returns a part that is loaded when it is shown first, and the function that fetches it earlier:
 * the runner calls it when a form begins, since without a network it would be too late.
 */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  const prepare = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Waiting = lazy(prepare) as unknown as ComponentType<P>;
  function Part(props: P) {
    // Chosen once: another type would lose the focus and the letters of the field.
    const [Shown] = useState(() => loaded ?? Waiting);
    return (
      <Suspense>
        <Shown {...props} />
      </Suspense>
    );
  }
  return {
    Part,
    prepare: async (): Promise<void> => {
      await prepare().catch(() => undefined);
    },
  };
}
