import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** The shop for which an integrator or the platform's team is working. */
export interface Acting {
  readonly id: number;
  readonly name: string;
}

const KEY = 'guiche.acting';
const listeners = new Set<() => void>();
let acting = read();

/** The shop on whose behalf calls act; undefined: the user's own. Stored for the lifetime of the tab. */
export function actingFor(): Acting | undefined {
  return acting;
}

export function useActing(): Acting | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, actingFor);
}

/** Switches to a shop, or back; cached data of another shop is dropped. */
export function useActAs(): (next: Acting | undefined) => void {
  const client = useQueryClient();
  return (next) => {
    setActing(next);
    client.removeQueries({ predicate: ({ queryKey }) => !isSession(queryKey) });
  };
}

/** Also called at logout, so that the next user starts without a selected shop. */
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
