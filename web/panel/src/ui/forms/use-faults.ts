import { useState } from 'react';
import { type FaultOf, generalFault } from './field-faults.ts';
import { useRefused } from './use-refused.ts';

/** By the name of a field, what has to be mended in it; undefined or `''` where nothing has. */
export type Missing = Readonly<Record<string, string | undefined>>;

interface Faults {
  readonly faultOf: FaultOf;
  /** What the service refused, unless a field shows it. */
  readonly general: Error | undefined;
  /** Saves, unless the form itself sees what is missing: then all of it is shown at once. */
  readonly submit: () => void;
}

/**
 * The faults of a form, beside its fields. What is missing is seen before the service is asked; what the service refuses
 * is shown until its field is mended.
 */
export function useFaults<Values extends object>(form: {
  readonly values: Values;
  /** Fields that show what the service refuses. */
  readonly fields: readonly string[];
  readonly missing: Missing;
  readonly save: { readonly error: Error | null; readonly mutate: () => void };
}): Faults {
  const { values, missing, save } = form;
  const [isTold, setTold] = useState(false);
  const refusedIn = useRefused(save.error, values);
  return {
    faultOf: (field) => (isTold && missing[field]) || refusedIn(field),
    general: generalFault(save.error, form.fields),
    submit: () => {
      const isMissing = Object.values(missing).some(Boolean);
      setTold(isMissing);
      if (!isMissing) save.mutate();
    },
  };
}
