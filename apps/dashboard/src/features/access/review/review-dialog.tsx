import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connection, isUnreachable } from '../../../api/connection.js';
import { useStore, type Store } from '../../../api/store.js';
import { Button } from '../../../components/controls/button.js';
import { Problem } from '../../../components/feedback/problem.js';
import { RunningProgress } from '../../../components/feedback/progress.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Dialog } from '../../../components/overlays/dialog.js';
import { groupsQuery } from '../../groups/queries.js';
import { useSettledTerms } from '../../groups/terms/settled-terms.js';
import { problemOf } from '../../groups/terms/terms.js';
import { AlreadyIn } from '../../groups/terms/already-in.js';
import { TermsFields } from '../../groups/terms/terms-fields.js';
import { applyDraft } from '../apply/apply-draft.js';
import { afterApplying, type Draft, type DraftChange } from '../draft/draft.js';
import { alreadyStore } from '../draft/kept-with.js';
import { TEXTS } from './texts.js';
import { ReviewSentences } from './review-sentences.js';
import { changesWith, doneText } from './sentences.js';
import { reviewOf } from './review-of.js';
import { sameEndStore, termsStore } from './terms-store.js';

interface ReviewDialogProps {
  accountId: string;
  store: Store<Draft>;
  onClose: () => void;
}

/** The ids of the service groups in which it gives access, or could change when that ends. */
const groupsGiven = (store: Store<Draft>) => {
  const given = [...store.get().values()].filter(({ action }) => action === 'add');
  return [...new Set([...given, ...alreadyStore(store).get().values()].map(({ groupId }) => groupId))];
};

/** Shows what applying would do, until when and why, and then applies it. */
export function ReviewDialog({ accountId, store, onClose }: ReviewDialogProps) {
  const [opened] = useState(() => Date.now());
  const [givenIn] = useState(() => groupsGiven(store));
  const hasTerms = givenIn.length > 0;
  const { data: groups = [] } = useQuery({ ...groupsQuery(accountId, givenIn), enabled: hasTerms });
  const isOff = useStore(connection, isUnreachable);
  const typed = termsStore(store);
  const terms = useStore(typed);
  const { settled, isTyping } = useSettledTerms(terms);
  const sameEnd = sameEndStore(store);
  const same = useStore(sameEnd);
  const review = useQuery({
    queryKey: ['dry-run', accountId, opened, settled, same],
    queryFn: () => reviewOf(accountId, store, { terms: settled ?? {}, groups, same }),
    enabled: settled !== undefined && (!same || groups.length > 0),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
  });
  const { draft, tried, had = [] } = review.data ?? {};
  const { apply, progress } = useApply(accountId, { store, reviewed: review.data, onClose });
  // Changes applied before the failure are no longer part of the draft.
  const again = () => {
    apply.reset();
    void review.refetch();
  };
  const possible = tried?.done ?? 0;
  const size = draft?.size ?? 0;
  const problem = hasTerms ? problemOf(terms, groups) : undefined;
  const blocked = problem ?? (review.isSuccess && possible === 0 && TEXTS.nothing);
  return (
    <Dialog
      wide
      isPassing
      title={TEXTS.reviewTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{TEXTS.back}</Button>
          <Button
            kind="primary"
            aria-disabled={possible === 0}
            blocked={blocked}
            busy={apply.isPending || isTyping || review.isFetching}
            onClick={() => possible > 0 && apply.mutate()}
          >
            {TEXTS.apply(possible)}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 text-sm">
        {review.error && <Problem error={review.error} retry={() => void review.refetch()} />}
        {apply.error && <Problem error={apply.error} {...(!isOff && { retry: again })} />}
        {apply.isPending && (
          <RunningProgress
            label={TEXTS.progress(progress, size)}
            value={progress}
            of={size}
            goesOn={progress > 0 && TEXTS.goesOn}
          />
        )}
        {hasTerms && !apply.isPending && (
          <>
            <TermsFields groups={groups} value={terms} onChange={typed.set} />
            {had.length > 0 && (
              <AlreadyIn
                ends={had.map(({ expiresAt }) => expiresAt)}
                hasRole={terms.role !== undefined}
                same={same}
                onSame={sameEnd.set}
              />
            )}
          </>
        )}
        {review.isPending && <SkeletonRows count={3} label={TEXTS.checking} />}
        {draft && tried && <ReviewSentences draft={draft} tried={tried} />}
      </div>
    </Dialog>
  );
}

interface Applying {
  store: Store<Draft>;
  /** What has been shown: applying does that. */
  reviewed: Awaited<ReturnType<typeof reviewOf>> | undefined;
  onClose: () => void;
}

function useApply(accountId: string, { store, reviewed, onClose }: Applying) {
  const [progress, setProgress] = useState(0);
  const apply = useMutation({
    mutationFn: async () => {
      const done: DraftChange[] = [];
      if (!reviewed) return done;
      await applyDraft(accountId, reviewed, {
        onProgress: setProgress,
        onOutcomes: (outcomes) => {
          done.push(...changesWith(reviewed.draft, outcomes, 'done'));
          store.set(afterApplying(store.get(), outcomes));
        },
      });
      return done;
    },
    onSuccess: (done) => {
      if (done.length > 0) toast(doneText(done, reviewed?.terms.accessRole !== undefined));
      onClose();
    },
  });
  return { apply, progress };
}
