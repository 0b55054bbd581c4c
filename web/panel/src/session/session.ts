import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Me } from '../../../../src/panel/entry/schema.ts';
import { setActing } from '../api/acting.ts';
import { CallError, call, sessionOver } from '../api/call.ts';
import { type LocalFormats, localFormats } from '../ui/text/format.ts';

/** The logged-in user; null if nobody is logged in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  // When it has ended meanwhile, the screen stays below the dialog that says so, with what was typed.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return await call('GET /session', { signal });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return null;
      throw error;
    }
  },
});

/** For screens behind the login, where the router has ensured a session. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw sessionOver();
  return data;
}

export function useMay(permission: string): boolean {
  return useMe().permissions.includes(permission);
}

export function useFormats(): LocalFormats {
  const { timeZone } = useMe();
  return useMemo(() => localFormats(timeZone), [timeZone]);
}

/** Sets the user after a login, a second factor or a logout; cached data of another user is dropped. */
export function useSetSession(): (me: Me | null) => void {
  const client = useQueryClient();
  return (me) => {
    setActing(undefined);
    client.clear();
    client.setQueryData(sessionQuery.queryKey, me);
  };
}

/** Reloads the user after a change, such as a second factor turned on or off. */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
