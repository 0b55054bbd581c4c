import MiniSearch from 'minisearch';
import type { RenderedGuide } from './render.ts';

const MAX_HITS = 20;
const EXCERPT_CHARACTERS = 180;

export interface Hit {
  readonly name: string;
  readonly guide: string;
  readonly title: string;
  readonly anchor: string | undefined;
  readonly excerpt: string;
}

interface Entry extends Hit {
  readonly id: number;
  readonly text: string;
}

export type SearchGuides = (words: string) => readonly Hit[];

/** Finds sections by words, their beginnings and near misses, whatever their accents and letter case; best first. */
export function createSearch(guides: readonly RenderedGuide[]): SearchGuides {
  const entries = guides
    .flatMap(({ name, title: guide, sections }) =>
      sections.map(({ anchor, title, text }) => ({ name, guide, anchor, title, text })),
    )
    .map((entry, id): Entry => ({ ...entry, id, excerpt: entry.text.slice(0, EXCERPT_CHARACTERS) }));
  const index = new MiniSearch<Entry>({
    fields: ['title', 'text', 'guide'],
    processTerm: folded,
    searchOptions: { boost: { title: 3, guide: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(entries);
  return (words) =>
    index
      .search(words)
      .slice(0, MAX_HITS)
      .flatMap(({ id }) => entries[Number(id)] ?? []);
}

function folded(term: string): string {
  return term.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
