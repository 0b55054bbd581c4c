/** A queue in which keys take turns: items of one key delay another key by one item at most. */
export class FairQueue<Item> {
  /** In the order in which the keys have their turns. */
  readonly #waiting = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Waiting items of a key, oldest first. */
  of(key: string): readonly Item[] {
    return this.#waiting.get(key) ?? [];
  }

  push(key: string, item: Item): void {
    const items = this.#waiting.get(key);
    if (items) items.push(item);
    else this.#waiting.set(key, [item]);
    this.#size += 1;
  }

  /** Takes the oldest item of the key whose turn it is. */
  shift(): Item | undefined {
    return this.shiftWhere(() => true);
  }

  /** Like `shift`, skipping keys that may not have their turn now. */
  shiftWhere(mayHaveTurn: (key: string) => boolean): Item | undefined {
    for (const [key, items] of this.#waiting) {
      const [item] = items;
      if (item === undefined || !mayHaveTurn(key)) continue;
      items.shift();
      this.#waiting.delete(key);
      if (items.length > 0) this.#waiting.set(key, items);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** Takes up to `count` items, each of the key whose turn it is then. */
  take(count: number): Item[] {
    const items: Item[] = [];
    while (items.length < count) {
      const item = this.shift();
      if (item === undefined) break;
      items.push(item);
    }
    return items;
  }

  /**
   * Removes the newest item of the key with most items; of several such keys, the one whose turn comes last.
   */
  dropFromLongest(): Item | undefined {
    let longest: readonly [key: string, items: readonly Item[]] | undefined;
    for (const entry of this.#waiting) if (entry[1].length >= (longest?.[1].length ?? 0)) longest = entry;
    if (longest === undefined) return undefined;
    const [key, items] = longest;
    const item = items.at(-1);
    if (item !== undefined) this.remove(key, item);
    return item;
  }

  /** Takes an item out of the queue. False when it is no longer there. */
  remove(key: string, item: Item): boolean {
    const items = this.#waiting.get(key);
    const index = items?.indexOf(item) ?? -1;
    if (!items || index < 0) return false;
    items.splice(index, 1);
    if (items.length === 0) this.#waiting.delete(key);
    this.#size -= 1;
    return true;
  }
}
