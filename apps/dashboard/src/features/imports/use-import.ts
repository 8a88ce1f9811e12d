import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../api/store.js';
import { useSession } from '../../session/session.js';
import type { Kind, Mapping } from './columns.js';
import { EMPTY_DRAFT, isSameFile, type ImportDraft } from './draft/draft.js';
import { importDraft } from './draft/draft-store.js';
import { useCalls } from './use-calls.js';
import { placeOf, type StepSearch } from './steps/steps.js';

const route = getRouteApi('/signed-in/a/$account/import');

export type ImportFlow = ReturnType<typeof useImport>;

/** The import of a person into an account: where they are with it, and what leads on. */
export function useImport() {
  const { account: accountId } = route.useParams();
  const search: StepSearch = route.useSearch();
  const navigate = route.useNavigate();
  const { userId } = useSession();
  const store = importDraft(accountId, userId ?? 'operator');
  const draft = useStore(store);
  const { step, jobId } = placeOf(search, draft);
  // Each time that something begins whose result people wait for.
  const [begun, setBegun] = useState(0);
  const heading = useHeading(`${step} ${begun}`);
  const edit = (change: Partial<ImportDraft>) => store.set({ ...store.get(), ...change });
  const goTo = (next: StepSearch, replace = false) => void navigate({ search: next, replace });
  const { inspect, check, run } = useCalls(accountId, store);

  function take(file: File, kind: Kind): void {
    check.reset();
    run.reset();
    if (isAsBefore(draft, kind, file)) {
      edit({ file });
      return goTo({ step: 'columns' });
    }
    store.set({ ...EMPTY_DRAFT, kind, file, fileName: file.name, fileSize: file.size });
    inspect.mutate({ kind, file }, { onSuccess: () => goTo({ step: 'columns' }) });
  }

  /** What was refused of one kind says nothing about another. */
  function chooseKind(kind: Kind): void {
    const { file, fileName, fileSize } = draft;
    inspect.reset();
    store.set({ ...EMPTY_DRAFT, kind, file, fileName, fileSize });
  }

  function leaveFile(): void {
    const { kind, file, facts } = draft;
    if (facts) goTo({ step: 'columns' });
    else if (file) inspect.mutate({ kind, file }, { onSuccess: () => goTo({ step: 'columns' }) });
  }

  function startCheck(): void {
    run.reset();
    setBegun(begun + 1);
    // Until it has an id: the rows stay where they are.
    goTo({ step: 'check' }, step === 'check');
    check.mutate(store.get(), {
      onSuccess: ({ jobId: checked }) =>
        void navigate({
          // People who have gone elsewhere meanwhile stay there.
          search: (now: StepSearch) => (now.step === 'check' ? { check: checked } : now),
          replace: true,
        }),
    });
  }

  function startRun(): void {
    if (!draft.check) return;
    run.mutate(draft.check, {
      onSuccess: ({ jobId: started, checkId }) => goTo({ check: checkId, import: started }, true),
    });
  }

  function startAnew(): void {
    for (const each of [inspect, check, run]) each.reset();
    store.set({ ...EMPTY_DRAFT, kind: draft.kind });
    goTo({});
  }

  /** The same file goes on where it was; another one begins again. */
  function takeAgain(file: File, kind: Kind): void {
    if (!isAsBefore(draft, kind, file)) return take(file, kind);
    edit({ file, isChanged: true });
    startCheck();
  }

  const map = (mapping: Mapping) => edit({ mapping, isChanged: true, check: undefined });
  const pending = { isInspecting: inspect.isPending, isSending: check.isPending, isStarting: run.isPending };
  const errors = { file: inspect.error, check: check.error, run: run.error };
  return {
    ...{ accountId, store, draft, step, jobId, heading, pending, errors },
    ...{ goTo, take, takeAgain, chooseKind, leaveFile, map, startCheck, startRun, startAnew },
  };
}

/** Whether it is the file that was chosen before the page was loaded again. */
function isAsBefore(draft: ImportDraft, kind: Kind, file: File): boolean {
  const isAwaited = draft.facts !== undefined && !draft.file && !draft.imported;
  return isAwaited && draft.kind === kind && isSameFile(draft, file);
}

/** The title of what is shown: it gets the focus when something else comes, but not when the page is opened. */
function useHeading(shown: string) {
  const heading = useRef<HTMLSpanElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) heading.current?.focus();
    before.current = shown;
  }, [shown]);
  return heading;
}
