import { useMutation } from '@tanstack/react-query';
import type { Store } from '../../api/store.js';
import type { Kind } from './columns.js';
import type { ImportDraft, SentOrder } from './draft/draft.js';
import { orderOf } from './draft/order.js';
import { inspectFile, startImport } from './queries.js';

/** The requests of an import. Their answers are noted in its draft. */
export function useCalls(accountId: string, store: Store<ImportDraft>) {
  const edit = (change: Partial<ImportDraft>) => store.set({ ...store.get(), ...change });
  const inspect = useMutation({
    mutationFn: ({ kind, file }: { kind: Kind; file: File }) => inspectFile(accountId, kind, file),
    onSuccess({ columns, fields, delimiter, rows, total }) {
      edit({
        facts: { columns, fields, delimiter, rows, total },
        mapping: columns.map(({ field }) => field),
      });
    },
  });
  const check = useMutation({
    mutationFn: async (draft: ImportDraft) => {
      const order = orderOf(draft);
      return { ...order, jobId: (await startImport(accountId, draft, order, true)).id, isNoted: false };
    },
    onSuccess: (sent, draft) =>
      edit({ check: sent, ...(store.get().rows === draft.rows && { isChanged: false }) }),
  });
  const run = useMutation({
    mutationFn: async (sent: SentOrder) => {
      const started = await startImport(accountId, store.get(), sent, false);
      return { ...sent, jobId: started.id, checkId: sent.jobId, isNoted: false };
    },
    onSuccess: (sent) => edit({ imported: sent }),
  });
  return { inspect, check, run };
}
