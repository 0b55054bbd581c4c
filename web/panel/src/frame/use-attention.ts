import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useMay } from '../session/session.ts';

const REFRESH_MS = 60_000;

/** What waits for the platform's team; nothing for others. */
export function useAttention() {
  const enabled = useMay('platform.attention.read');
  return useQuery({
    queryKey: ['attention', 'summary'],
    queryFn: ({ signal }) => call('GET /attention/summary', { signal }),
    refetchInterval: REFRESH_MS,
    enabled,
  });
}
