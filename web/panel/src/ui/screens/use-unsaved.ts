import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';

const QUESTION = 'Há mudanças que ainda não foram salvas. Sair mesmo assim?';

/** Asks before a form is left whose fields were changed and not saved. It has to be told of both. */
export function useUnsaved(pending: boolean): { readonly changed: () => void; readonly saved: () => void } {
  const isChanged = useRef(false);
  // A form that was saved leads away by itself, while its answer is still worked on.
  const isUnsaved = () => isChanged.current && !pending;
  useBlocker({
    shouldBlockFn: () => isUnsaved() && !window.confirm(QUESTION),
    enableBeforeUnload: isUnsaved,
  });
  const changed = useCallback(() => {
    isChanged.current = true;
  }, []);
  const saved = useCallback(() => {
    isChanged.current = false;
  }, []);
  return { changed, saved };
}
