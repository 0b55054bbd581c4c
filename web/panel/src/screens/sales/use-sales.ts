import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { SaleRow } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import type { SaleSearch } from './sale-search.ts';

const REFRESH_MS = 5_000;
/** What the service gives for one page. */
const PAGE_ROWS = 50;

/**
 * The sales that pass a filter. The service looks at a bounded number of sales for each page, so a page of a rare filter
 * may be incomplete or empty: the next ones are loaded until as many rows are there as were asked for, or until `stop`.
 */
export function useSales(search: SaleSearch) {
  const client = useQueryClient();
  const queryKey = ['sales', search];
  const [asked, setAsked] = useState({ search, rows: PAGE_ROWS });
  const sales = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call('GET /sales', { query: { ...search, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.items.some(isChanging) ? REFRESH_MS : false),
  });
  const { data, error, refetch, hasNextPage, isFetching, isError, fetchNextPage } = sales;
  const found = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const count = found?.length ?? 0;
  const wanted = asked.search === search ? asked.rows : PAGE_ROWS;
  const isMissing = hasNextPage && count < wanted && !isError;
  useEffect(() => {
    if (isMissing && !isFetching) void fetchNextPage();
  }, [isMissing, isFetching, fetchNextPage]);
  const load = () => {
    setAsked({ search, rows: count + PAGE_ROWS });
    if (isError) void refetch();
  };
  return {
    found,
    error,
    retry: () => void refetch(),
    /** Undefined: there are no older sales. */
    more: hasNextPage ? { loading: isMissing, load } : undefined,
    /** Until when sales were looked at in vain for the missing rows; null: the last page was full. */
    lookedUntil: data?.pages.at(-1)?.lookedUntil ?? null,
    /** Ends the search among older sales with what was found. */
    stop: () => {
      setAsked({ search, rows: count });
      void client.cancelQueries({ queryKey, exact: true });
    },
  };
}

/** 3-D Secure, a refund in progress and an unknown outcome change by themselves. */
function isChanging({ status, movementOpen }: SaleRow): boolean {
  return status === 0 || status === 8 || status === 10 || movementOpen;
}
