import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { type ListPage, pageWithRows } from './page-with-rows.ts';

/** The pages of a list, loaded one after the other, for `DataList`. */
export function usePages<Row, Page extends ListPage<Row> = ListPage<Row>>(
  queryKey: QueryKey,
  read: (page: { readonly cursor?: string }, signal: AbortSignal) => Promise<Page>,
) {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => pageWithRows((page) => read(page, signal), pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  return {
    rows: pages.data?.pages.flatMap(({ items }) => items),
    /** With what an answer says besides its rows. */
    first: pages.data?.pages[0],
    error: pages.error,
    onRetry: () => pages.refetch(),
    more: pages.hasNextPage
      ? { loading: pages.isFetchingNextPage, load: () => pages.fetchNextPage() }
      : undefined,
  };
}
