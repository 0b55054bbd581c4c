import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** The shop that an integrator or the platform's team looks at and works in. */
export interface Acting {
  readonly id: number;
  readonly name: string;
}

const KEY = 'guiche.acting';
const listeners = new Set<() => void>();
let acting = read();

/** The shop that calls act for; undefined: oneself. Kept as long as the browser's tab. */
export function actingFor(): Acting | undefined {
  return acting;
}

export function useActing(): Acting | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, actingFor);
}

/** Switches to a shop, or back; what was read for another is forgotten. */
export function useActAs(): (next: Acting | undefined) => void {
  const client = useQueryClient();
  return (next) => {
    setActing(next);
    client.removeQueries({ predicate: ({ queryKey }) => !isSession(queryKey) });
  };
}

/** Also at a logout: the next one who logs in acts for himself. */
export function setActing(next: Acting | undefined): void {
  acting = next;
  if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

function isSession([first]: QueryKey): boolean {
  return first === 'session';
}

function read(): Acting | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as Acting);
  } catch {
    return undefined;
  }
}
