import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SentOrder, ImportDraft } from '../draft/draft.js';
import type { Refusal } from '../draft/refusals.js';
import { refusalsQuery, type Import, type Refusals } from '../queries.js';
import type { ImportFlow } from '../use-import.js';

const NONE: Refusals = { refusals: [], isWhole: true };

/** What a job has refused, once it is done; if it is the draft's own, that is noted there. */
export function useRefusals(
  { accountId, store }: ImportFlow,
  job: Import | undefined,
  sent: SentOrder | undefined,
  note: (draft: ImportDraft, lines: number, refusals: readonly Refusal[]) => ImportDraft,
): Refusals | undefined {
  const order = sent?.jobId === job?.id ? sent : undefined;
  const isDone = job?.status === 'done';
  const query = refusalsQuery(accountId, job ?? NO_JOB, order);
  const { data } = useQuery({ ...query, enabled: isDone && job.refused > 0 });
  const read = isDone && job.refused === 0 ? NONE : data;
  const isNew = order !== undefined && !order.isNoted && isDone && read !== undefined;
  const lines = job?.lines ?? 0;
  useEffect(() => {
    if (isNew) store.set(note(store.get(), lines, read.refusals));
  }, [isNew, store, note, lines, read]);
  return read;
}

const NO_JOB = { id: '', lines: null } as Import;
