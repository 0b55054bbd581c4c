import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const routingQuery = queryOptions({
  queryKey: ['routing'],
  queryFn: ({ signal }) => call('GET /routing', { signal }),
});

export const rulesQuery = (version: number) =>
  queryOptions({
    queryKey: ['routing', version],
    queryFn: ({ signal }) => call('GET /routing/:version', { path: { version }, signal }),
  });
