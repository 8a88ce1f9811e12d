import type { Directory } from '../../../core/directory.js';
import { SearchIndex } from '../../../search-index/search-index.js';
import { entriesOfOldHeads } from './read-heads.js';
import { readChangesAfter, readEntries } from './stored-entries.js';

/** The index of an account, or that of all accounts, with every change that was appended before the call. */
export async function upToDateIndex(directory: Directory, scope: string): Promise<SearchIndex> {
  const { search } = directory;
  const known = search.find(scope);
  if (!known) return load(directory, scope);
  const index = await known;
  const news = await readChangesAfter(directory, scope, index.position);
  if (!news) {
    search.outdate(scope, known);
    return search.find(scope) ?? load(directory, scope);
  }
  index.apply(news.changes);
  index.position = Math.max(index.position, news.tail);
  search.keep(scope, known, index);
  return index;
}

async function load(directory: Directory, scope: string): Promise<SearchIndex> {
  const { search } = directory;
  const loading = read(directory, scope);
  search.start(scope, loading);
  try {
    const index = await loading;
    search.keep(scope, loading, index);
    return index;
  } catch (error) {
    search.outdate(scope, loading);
    throw error;
  }
}

async function read(directory: Directory, scope: string): Promise<SearchIndex> {
  const index = new SearchIndex();
  const { state, segments, changes } = await readEntries(directory, scope);
  // In this order: what changes after it was read from its head has a later change.
  if (!state) for await (const entry of entriesOfOldHeads(directory, scope)) index.apply([entry]);
  for (const { entries } of [...segments, ...changes]) index.apply(entries);
  index.position = changes.at(-1)?.sequence ?? 0;
  return index;
}
