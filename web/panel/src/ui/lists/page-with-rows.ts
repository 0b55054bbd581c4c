/** A part of a list. A reader that looks at a bounded number of rows may find none, and `next` then tells where to go on. */
export interface ListPage<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/** The page at a cursor, `''` for the first, or the next one that has rows: an empty one is no end while `next` is set. */
export async function pageWithRows<Page extends ListPage<unknown>>(
  read: (page: { readonly cursor?: string }) => Promise<Page>,
  cursor: string,
): Promise<Page> {
  let page = await read(cursor === '' ? {} : { cursor });
  while (page.items.length === 0 && page.next !== null) page = await read({ cursor: page.next });
  return page;
}
